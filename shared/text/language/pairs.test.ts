import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { foldText } from './fold.ts'
import { buildMatcher } from '#shared/text/query/wordMatcher.ts'
import { spellingKey } from './spelling.ts'

/** Measures the text analysis on pairs of real words; `pairs/README.md` describes the data. */
const pairs = (file: string) =>
  readFileSync(join(import.meta.dirname, 'pairs', file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))
    .map(([one = '', other = '']) => ({ one, other }))

type Pair = { one: string; other: string }

/** Whether a search for one word matches the other: they share an index form. */
const matches = (query: string, word: string) => buildMatcher([foldText(query)])(foldText(word))
const matchEitherWay = ({ one, other }: Pair) => matches(one, other) || matches(other, one)

function share(file: string) {
  const all = pairs(file)
  const matching = all.filter(matchEitherWay).length
  process.stdout.write(
    `${file}: ${matching} of ${all.length} match (${((100 * matching) / all.length).toFixed(1)} %)\n`,
  )
  return { count: new Set(list(all)).size, share: matching / all.length }
}

const list = (some: Pair[]) => some.map(({ one, other }) => `${one} ${other}`)

test('all spellings of a word have the same spelling key', () => {
  const { count, share: found } = share('spelling.tsv')
  expect(count).toBeGreaterThanOrEqual(100)
  expect(found).toBe(1)
  const apart = pairs('spelling.tsv').filter(({ one, other }) => spellingKey(one) !== spellingKey(other))
  expect(list(apart)).toEqual([])
})

test('at least 90 % of the held-out inflected words match their lemma', () => {
  const { count, share: found } = share('inflected.heldOut.tsv')
  expect(count).toBeGreaterThanOrEqual(200)
  expect(found).toBeGreaterThanOrEqual(0.9)
})

test('at least 95 % of the tuning inflected words match their lemma', () => {
  expect(share('inflected.tuning.tsv').share).toBeGreaterThanOrEqual(0.95)
})

test.each(['verbs.heldOut.tsv', 'verbs.tuning.tsv', 'verbs.drawn.tsv'])(
  'at least 90 %% of the verbs match another form of the verb: %s',
  (file) => {
    const { count, share: found } = share(file)
    expect(count).toBeGreaterThanOrEqual(100)
    expect(found).toBeGreaterThanOrEqual(0.9)
  },
)

test.each(['verbLookAlikes.heldOut.tsv', 'verbLookAlikes.tuning.tsv'])(
  'at most 2 %% of the verbs match a word that only looks like one of their forms: %s',
  (file) => {
    const { count, share: confused } = share(file)
    expect(count).toBeGreaterThanOrEqual(50)
    expect(confused).toBeLessThanOrEqual(0.02)
  },
)

test.each(['lookAlikes.heldOut.tsv', 'lookAlikes.tuning.tsv'])(
  'at most 2 %% of the look-alike words match each other: %s',
  (file) => {
    const { count, share: confused } = share(file)
    expect(count).toBeGreaterThanOrEqual(200)
    expect(confused).toBeLessThanOrEqual(0.02)
  },
)
