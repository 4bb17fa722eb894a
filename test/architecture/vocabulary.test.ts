import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findRetiredWords } from './retiredWords.ts'

const root = join(import.meta.dirname, '../..')
const files = execFileSync('git', ['ls-files', '*.ts', '*.mts', '*.tsx', '*.mjs', '*.js'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => !file.startsWith('test/architecture/'))

test('no identifier, file name, comment, or test title uses a retired word', () => {
  const findings = files.flatMap((file) => findRetiredWords(file, readFileSync(join(root, file), 'utf8')))
  const sentences = findings.map(({ file, line, word, instead }) => `${file}:${line} "${word}": use ${instead}`)
  expect(sentences).toEqual([])
})

const wordsIn = (text: string, file = 'server/crud/a.ts') => findRetiredWords(file, text).map(({ word }) => word)

test('a retired word is found by camel-case word in an identifier', () => {
  expect(wordsIn('const openTheDoor = 1')).toEqual(['door'])
  expect(wordsIn('const indoor = 1')).toEqual([])
})

test('a retired word is found in a comment, a test title, and a file name', () => {
  expect(wordsIn('// What was told.\nconst a = 1')).toEqual(['told'])
  expect(wordsIn("test('the house stands', () => undefined)")).toEqual(['house'])
  expect(wordsIn('export {}', 'server/live/bookShelf.ts')).toEqual(['shelf'])
})

test('a retired word is found in the description of an endpoint', () => {
  expect(wordsIn("const endpoint = { about: 'What one was told of.' }")).toEqual(['told'])
})

test('a retired word inside a string of the product is allowed', () => {
  expect(wordsIn("const path = 'auth/door'")).toEqual([])
})

test('a pronoun of a user is found in a comment and allowed in an identifier', () => {
  expect(wordsIn('// What he may read.\nconst he = 1')).toEqual(['he'])
})

test('the word letter is found where it would mean an e-mail', () => {
  expect(wordsIn('const letter = 1', 'server/mail/outbox.ts')).toEqual(['letter'])
  expect(wordsIn('const letter = 1', 'shared/text/language/fold.ts')).toEqual([])
})
