import { expect, test } from 'vitest'
import { parseQuery } from '#shared/text/query/parse.ts'
import { leavesOf } from '#shared/text/query/simplify.ts'
import { dropFrequentTerms } from './dropFrequentTerms.ts'

/** A word stands in a thousand cases for each of its letters. */
const frequency = (word: string) => word.length * 1000

function light(text: string, all: number, near = Infinity) {
  const { root } = parseQuery(text)
  if (!root) throw new Error('a query of nothing')
  const { root: left, termsDropped, relaxedNear } = dropFrequentTerms(root, frequency, { all, near })
  const words = leavesOf(left).map((leaf) => ('word' in leaf ? leaf.word : leaf.words.join(' ')))
  return { words, termsDropped, kinds: [left.kind, ...relaxedNear.map(({ kind }) => kind)] }
}

test('a query that costs little is left as it is', () => {
  expect(light('aaa bbbb ccccc', 12_000)).toMatchObject({ words: ['aaa', 'bbbb', 'ccccc'], termsDropped: false })
})

test('the most frequent words are left out of one that costs much', () => {
  expect(light('ccccc aaa bbbb', 11_000)).toMatchObject({ words: ['aaa', 'bbbb'], termsDropped: true })
  expect(light('ccccc OR aaa OR bbbb', 3000)).toMatchObject({ words: ['aaa'], termsDropped: true })
  expect(light('aaa (bbbb OR ccccc)', 8000).words).toEqual(['aaa', 'bbbb'])
})

test('the rarest word stays, however frequent it is', () => {
  expect(light('aaa', 10).words).toEqual(['aaa'])
  expect(light('aaa bbbb', 10).words).toEqual(['aaa'])
})

test('words near each other that cost too much are left out as one', () => {
  expect(light('aaa w/5 bbb ccccc w/5 dddd', 15_000)).toMatchObject({ termsDropped: false, kinds: ['and'] })
  expect(light('aaa w/5 bbb ccccc w/5 dddd', 14_000)).toMatchObject({ words: ['aaa', 'bbb'], termsDropped: true })
})

test('words that stand in too many cases to see whether they are near each other are wanted anywhere in a case', () => {
  // Where the rarer stands the other is looked for: that one may be in every case.
  expect(light('ccccc w/60 bbb', 20_000, 5999)).toMatchObject({ words: ['ccccc', 'bbb'], kinds: ['and', 'near'] })
  expect(light('ccccc w/60 bbb', 20_000, 6000)).toMatchObject({ words: ['ccccc', 'bbb'], kinds: ['near'] })
  expect(light('"ccccc" w/60 "bbb"', 20_000, 5999)).toMatchObject({ kinds: ['and', 'near'] })
  expect(light('aaa w/p bbb (ccccc w/3 dddd OR aa)', 90_000, 7000)).toMatchObject({
    words: ['aaa', 'bbb', 'ccccc', 'dddd', 'aa'],
    kinds: ['and', 'near'],
    termsDropped: false,
  })
  // Together they cost too much: the cheaper one stays as it is asked.
  expect(light('aaa w/p bbb (ccccc w/3 dddd)', 90_000, 13_999).kinds).toEqual(['and', 'near'])
  expect(light('aaa w/p bbb (ccccc w/3 dddd)', 90_000, 14_000).kinds).toEqual(['and'])
})

test('a word that is near two others counts once when they are loosened', () => {
  expect(light('aaa w/5 bbbb w/5 ccccc', 12_000, 0)).toMatchObject({ words: ['aaa', 'bbbb', 'bbbb', 'ccccc'], termsDropped: false }) // prettier-ignore
})

test('phrases, the only words near each other and words to leave out stay', () => {
  expect(light('"bbbb bbbb" aaa ccccc', 4000).words).toEqual(['bbbb bbbb', 'aaa'])
  expect(light('bbbb w/5 ccccc', 10)).toMatchObject({ words: ['bbbb', 'ccccc'], termsDropped: false })
  expect(light('aaa ccccc -bbbb', 4000).words).toEqual(['aaa', 'bbbb'])
})
