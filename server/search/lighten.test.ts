import { expect, test } from 'vitest'
import { parseQuery } from '#shared/text/query/parse.ts'
import { leavesOf } from '#shared/text/query/simplify.ts'
import { lighten } from './lighten.ts'

/** A word stands in a thousand cases for each of its letters. */
const frequency = (word: string) => word.length * 1000

function light(text: string, budget: number) {
  const { root } = parseQuery(text)
  if (!root) throw new Error('a query of nothing')
  const { root: left, isLightened } = lighten(root, frequency, budget)
  const words = leavesOf(left).map((leaf) => ('word' in leaf ? leaf.word : leaf.words.join(' ')))
  return { words, isLightened }
}

test('a query that costs little is left as it is', () => {
  expect(light('aaa bbbb ccccc', 12_000)).toEqual({ words: ['aaa', 'bbbb', 'ccccc'], isLightened: false })
})

test('the most frequent words are left out of one that costs much', () => {
  expect(light('ccccc aaa bbbb', 11_000)).toEqual({ words: ['aaa', 'bbbb'], isLightened: true })
  expect(light('ccccc OR aaa OR bbbb', 3000)).toEqual({ words: ['aaa'], isLightened: true })
  expect(light('aaa (bbbb OR ccccc)', 8000).words).toEqual(['aaa', 'bbbb'])
})

test('the rarest word stays, however frequent it is', () => {
  expect(light('aaa', 10).words).toEqual(['aaa'])
  expect(light('aaa bbbb', 10).words).toEqual(['aaa'])
})

test('words near each other cost more, and are left out as one', () => {
  expect(light('aaa w/5 bbb ccccc w/5 dddd', 1_000_000)).toMatchObject({ isLightened: false })
  expect(light('aaa w/5 bbb ccccc w/5 dddd', 30_000)).toEqual({ words: ['aaa', 'bbb'], isLightened: true })
})

test('of many frequent words near each other the two rarest are asked for', () => {
  expect(light('ccccc w/60 bbb w/60 aaaa w/60 dddddd', 30_000)).toEqual({ words: ['bbb', 'aaaa'], isLightened: true })
})

test('phrases, the only words near each other and words to leave out stay', () => {
  expect(light('"bbbb bbbb" aaa ccccc', 4000).words).toEqual(['bbbb bbbb', 'aaa'])
  expect(light('bbbb w/5 ccccc', 10)).toEqual({ words: ['bbbb', 'ccccc'], isLightened: false })
  expect(light('aaa ccccc -bbbb', 4000).words).toEqual(['aaa', 'bbbb'])
})
