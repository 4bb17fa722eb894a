import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { spellingKey } from './spelling.ts'
import { stems } from './stem.ts'

/** The measure of the analysis on pairs of real words: `pairs/README.md` says how they were made. */
const pairs = (file: string) =>
  readFileSync(join(import.meta.dirname, 'pairs', file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))
    .map(([one = '', other = '']) => ({ one, other }))

const meet = ({ one, other }: { one: string; other: string }) =>
  spellingKey(one) === spellingKey(other) || stems(one).some((stem) => stems(other).includes(stem))

function share(file: string) {
  const all = pairs(file)
  const met = all.filter(meet)
  process.stdout.write(
    `${file}: ${met.length} of ${all.length} match (${((100 * met.length) / all.length).toFixed(1)} %)\n`,
  )
  return { all, met, share: met.length / all.length }
}

const list = (some: { one: string; other: string }[]) => some.map(({ one, other }) => `${one} ${other}`)

test('every spelling of a word finds the word, by its key alone', () => {
  const all = pairs('spelling.tsv')
  expect(all.length).toBeGreaterThanOrEqual(100)
  expect(list(all.filter(({ one, other }) => spellingKey(one) !== spellingKey(other)))).toEqual([])
  expect(share('spelling.tsv').share).toBe(1)
})

test('at least nine in ten inflected words that no rule was written for are found by their lemma', () => {
  const { all, share: found } = share('inflected.heldOut.tsv')
  expect(all.length).toBeGreaterThanOrEqual(200)
  expect(found).toBeGreaterThanOrEqual(0.9)
})

test('the inflected words that the rules were written with are found', () => {
  expect(share('inflected.tuning.tsv').share).toBeGreaterThanOrEqual(0.95)
})

test('at most two in a hundred words that look alike are taken for each other', () => {
  const { all, share: confused } = share('lookAlikes.heldOut.tsv')
  expect(all.length).toBeGreaterThanOrEqual(200)
  expect(confused).toBeLessThanOrEqual(0.02)
  expect(list(share('lookAlikes.tuning.tsv').met).length / all.length).toBeLessThanOrEqual(0.02)
})
