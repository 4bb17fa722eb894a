import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { foldText } from '#shared/text/language/fold.ts'
import { buildTable, isInLexicon } from './lexicon.ts'

const read = (name: string) => readFileSync(new URL(`../../db/seed/data/${name}`, import.meta.url))

test('the table of the lexicon is that of its list of words: node scripts/lexicon.ts writes it', () => {
  const list = read('lexicon.txt').toString()
  expect(Buffer.compare(buildTable(list), read('lexicon.table'))).toBe(0)
})

test('the lexicon has each of its words, and no others', () => {
  const words = foldText(read('lexicon.txt').toString()).trim().split('\n')
  expect(words.filter((word) => !isInLexicon(word))).toEqual([])
  const known = new Set(words)
  const others = words.slice(0, 20_000).map((word) => `${word}ޒޮ`)
  expect(others.filter((word) => !known.has(word) && isInLexicon(word)).length).toBeLessThan(5)
})
