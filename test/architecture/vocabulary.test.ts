import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findRetiredWords, findRetiredWordsIn } from './retiredWords.ts'

const root = join(import.meta.dirname, '../..')
const tracked = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')

function sentencesOf(files: string[], find: typeof findRetiredWords) {
  const findings = files.flatMap((file) => find(file, readFileSync(join(root, file), 'utf8')))
  return findings.map(({ file, line, word, instead }) => `${file}:${line} "${word}": use ${instead}`)
}

test('no identifier, file name, comment, or test title uses a retired word', () => {
  const files = tracked('*.ts', '*.mts', '*.tsx', '*.mjs', '*.js')
  const checked = files.filter((file) => !file.startsWith('test/architecture/'))
  expect(sentencesOf(checked, findRetiredWords)).toEqual([])
})

test('no document, style sheet, or migration uses a retired word', () => {
  // The bytes of a landed migration never change: these have retired words.
  const landed = (file: string) => file.startsWith('db/migrations/') && file < 'db/migrations/0044'
  const checked = tracked('*.md', '*.css', 'db/migrations/*.sql').filter((file) => !landed(file))
  expect(sentencesOf(checked, findRetiredWordsIn)).toEqual([])
})

test('no test title begins with a word that refers to another title', () => {
  const begin = /(?:\b(?:test|nightlyTest)|\))\(\s*['"`]((?:it|the same|they|also|that)\b[^'"`]*)/g
  const titles = tracked('*.test.ts', '*.test.tsx', '*.e2e.ts').flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(begin)].map(([, title = '']) => `${file}: ${title}`),
  )
  expect(titles).toEqual([])
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

test('a retired word is found in the prose of a document, and not in its code and links', () => {
  const found = (text: string) => findRetiredWordsIn('docs/a.md', text).map(({ line, word }) => `${line} ${word}`)
  expect(found('One\nis told of it.')).toEqual(['2 told'])
  expect(found('`a_door`, [a](house.md)\n```\nroom\n```\nTell users.')).toEqual([])
})

test('a pronoun of a user is found in a comment and allowed in an identifier', () => {
  expect(wordsIn('// What he may read.\nconst he = 1')).toEqual(['he'])
})

test('the word letter is found where it would mean an e-mail', () => {
  expect(wordsIn('const letter = 1', 'server/mail/outbox.ts')).toEqual(['letter'])
  expect(wordsIn('const letter = 1', 'shared/text/language/fold.ts')).toEqual([])
})
