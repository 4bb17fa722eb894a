import { expect, test } from 'vitest'
import { parseQuery } from '#shared/text/query/parse.ts'
import { leavesOf } from '#shared/text/query/simplify.ts'
import { dropFrequentTerms } from './dropFrequentTerms.ts'

/** The frequency of a word is a thousand cases per letter. */
const frequency = (word: string) => word.length * 1000

function drop(text: string, all: number, near = Infinity) {
  const { root } = parseQuery(text)
  if (!root) throw new Error('the query is empty')
  const { root: left, termsDropped, relaxedNear } = dropFrequentTerms(root, frequency, { all, near })
  const words = leavesOf(left).map((leaf) => ('word' in leaf ? leaf.word : leaf.words.join(' ')))
  return { words, termsDropped, kinds: [left.kind, ...relaxedNear.map(({ kind }) => kind)] }
}

test('a query within the cost budget is unchanged', () => {
  expect(drop('aaa bbbb ccccc', 12_000)).toMatchObject({ words: ['aaa', 'bbbb', 'ccccc'], termsDropped: false })
})

test('a query over the cost budget drops its most frequent words', () => {
  expect(drop('ccccc aaa bbbb', 11_000)).toMatchObject({ words: ['aaa', 'bbbb'], termsDropped: true })
  expect(drop('ccccc OR aaa OR bbbb', 3000)).toMatchObject({ words: ['aaa'], termsDropped: true })
  expect(drop('aaa (bbbb OR ccccc)', 8000).words).toEqual(['aaa', 'bbbb'])
})

test('the rarest word is never dropped', () => {
  expect(drop('aaa', 10).words).toEqual(['aaa'])
  expect(drop('aaa bbbb', 10).words).toEqual(['aaa'])
})

test('the words of a proximity query are dropped together', () => {
  expect(drop('aaa w/5 bbb ccccc w/5 dddd', 15_000)).toMatchObject({ termsDropped: false, kinds: ['and'] })
  expect(drop('aaa w/5 bbb ccccc w/5 dddd', 14_000)).toMatchObject({ words: ['aaa', 'bbb'], termsDropped: true })
})

test('a proximity query of too frequent words becomes AND', () => {
  // Only the rarer word counts: the other is looked up where the rarer stands.
  expect(drop('ccccc w/60 bbb', 20_000, 5999)).toMatchObject({ words: ['ccccc', 'bbb'], kinds: ['and', 'near'] })
  expect(drop('ccccc w/60 bbb', 20_000, 6000)).toMatchObject({ words: ['ccccc', 'bbb'], kinds: ['near'] })
  expect(drop('"ccccc" w/60 "bbb"', 20_000, 5999)).toMatchObject({ kinds: ['and', 'near'] })
  expect(drop('aaa w/p bbb (ccccc w/3 dddd OR aa)', 90_000, 7000)).toMatchObject({
    words: ['aaa', 'bbb', 'ccccc', 'dddd', 'aa'],
    kinds: ['and', 'near'],
    termsDropped: false,
  })
  // Together they exceed the budget: the cheaper one is unchanged.
  expect(drop('aaa w/p bbb (ccccc w/3 dddd)', 90_000, 13_999).kinds).toEqual(['and', 'near'])
  expect(drop('aaa w/p bbb (ccccc w/3 dddd)', 90_000, 14_000).kinds).toEqual(['and'])
})

test('a word of two relaxed proximity queries is counted once', () => {
  expect(drop('aaa w/5 bbbb w/5 ccccc', 12_000, 0)).toMatchObject({ words: ['aaa', 'bbbb', 'bbbb', 'ccccc'], termsDropped: false }) // prettier-ignore
})

test('phrases, a sole proximity query, and excluded words are never dropped', () => {
  expect(drop('"bbbb bbbb" aaa ccccc', 4000).words).toEqual(['bbbb bbbb', 'aaa'])
  expect(drop('bbbb w/5 ccccc', 10)).toMatchObject({ words: ['bbbb', 'ccccc'], termsDropped: false })
  expect(drop('aaa ccccc -bbbb', 4000).words).toEqual(['aaa', 'bbbb'])
})
