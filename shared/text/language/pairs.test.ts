import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { foldText } from './fold.ts'
import { buildMatcher } from './matchWord.ts'
import { spellingKey } from './spelling.ts'

/** The measure of the analysis on pairs of real words: `pairs/README.md` says how they were made. */
const pairs = (file: string) =>
  readFileSync(join(import.meta.dirname, 'pairs', file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))
    .map(([one = '', other = '']) => ({ one, other }))

type Pair = { one: string; other: string }

/** As a search matches them, whichever of the two is searched for: any form of the one with any form of the other. */
const finds = (sought: string, word: string) => buildMatcher([foldText(sought)])(foldText(word))
const meet = ({ one, other }: Pair) => finds(one, other) || finds(other, one)

function share(file: string) {
  const all = pairs(file)
  const met = all.filter(meet).length
  process.stdout.write(`${file}: ${met} of ${all.length} match (${((100 * met) / all.length).toFixed(1)} %)\n`)
  return { count: new Set(list(all)).size, share: met / all.length }
}

const list = (some: Pair[]) => some.map(({ one, other }) => `${one} ${other}`)

test('every spelling of a word finds the word, by its key alone', () => {
  const { count, share: found } = share('spelling.tsv')
  expect(count).toBeGreaterThanOrEqual(100)
  expect(found).toBe(1)
  const apart = pairs('spelling.tsv').filter(({ one, other }) => spellingKey(one) !== spellingKey(other))
  expect(list(apart)).toEqual([])
})

test('at least nine in ten inflected words that no rule was written for are found by their lemma', () => {
  const { count, share: found } = share('inflected.heldOut.tsv')
  expect(count).toBeGreaterThanOrEqual(200)
  expect(found).toBeGreaterThanOrEqual(0.9)
})

test('the inflected words that the rules were written with are found', () => {
  expect(share('inflected.tuning.tsv').share).toBeGreaterThanOrEqual(0.95)
})

test.each(['lookAlikes.heldOut.tsv', 'lookAlikes.tuning.tsv'])(
  'at most two in a hundred words that look alike are taken for each other: %s',
  (file) => {
    const { count, share: confused } = share(file)
    expect(count).toBeGreaterThanOrEqual(200)
    expect(confused).toBeLessThanOrEqual(0.02)
  },
)
