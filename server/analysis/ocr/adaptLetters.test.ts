import { expect, test } from 'vitest'
import { adaptLetters } from './adaptLetters.ts'
import type { ReadSign } from './decode.ts'

/** A word as a line, from left to right as it is seen: its letters are sure, but for ލ, which is ފ by a share of it. */
function lineOf(word: string, share: number): ReadSign[] {
  const signs = Array.from(word.matchAll(/([\u0780-\u07a5])([\u07a6-\u07b0]?)/gu), ([, base = '', mark = ''], at) => {
    const others = base === 'ލ' ? [{ sign: { base: 'ފ', mark }, probability: 0.9 * share }] : []
    return { base, mark, probability: 0.9, gap: 1, frame: 4 * at, others }
  })
  return signs.toReversed()
}

const textOf = (signs: readonly ReadSign[]) =>
  signs
    .toReversed()
    .map(({ base, mark }) => base + mark)
    .join('')

const known = new Set(['ރުފިޔާ', 'ފައިސާ', 'ފުރަތަމަ', 'މައްސަލަ', 'އިސްލާމް'])
const read = (...words: [string, number][]) =>
  adaptLetters(
    words.map(([word, share]) => lineOf(word, share)),
    (word) => known.has(word),
  )
const textsOf = (...words: [string, number][]) => read(...words).map(textOf)

test('letters that a page draws like those of two misread words are the same letter, also in a name', () => {
  expect(textsOf(['ރުލިޔާ', 0.3], ['ލަޒީނާ', 0.05], ['ލައިސާ', 0.02], ['މައްސަލަ', 0.0005])).toEqual(['ރުފިޔާ', 'ފަޒީނާ', 'ފައިސާ', 'މައްސަލަ'])
})

test('a name is read as it is printed where its letter looks like that of a word with ލ', () => {
  expect(textsOf(['ރުލިޔާ', 0.3], ['ލައިސާ', 0.1], ['ލަޒީނާ', 0.0005], ['މައްސަލަ', 0.0006])).toEqual(['ރުފިޔާ', 'ފައިސާ', 'ލަޒީނާ', 'މައްސަލަ'])
})

test('one word, however often it is printed, changes no letter', () => {
  const same: [string, number][] = [
    ['ރުލިޔާ', 0.3],
    ['ރުލިޔާ', 0.2],
    ['ރުލިޔާ', 0.1],
  ]
  expect(textsOf(...same)).toEqual(['ރުލިޔާ', 'ރުލިޔާ', 'ރުލިޔާ'])
})

test('words with sure letters change none of them', () => {
  expect(textsOf(['ރުލިޔާ', 0.01], ['ލައިސާ', 0.02], ['ލުރަތަމަ', 0.03])).toEqual(['ރުލިޔާ', 'ލައިސާ', 'ލުރަތަމަ'])
})

test('letters do not change where known words have the same share of the other letter', () => {
  const texts = textsOf(['އިސްލާމް', 0.3], ['ރުލިޔާ', 0.2], ['ލައިސާ', 0.1], ['މައްސަލަ', 0.15])
  expect(texts).toEqual(['އިސްލާމް', 'ރުލިޔާ', 'ލައިސާ', 'މައްސަލަ'])
})

test('a changed letter is surer the likelier it was, and keeps the former one as another reading', () => {
  const [near = [], , far = []] = read(['ރުލިޔާ', 0.3], ['ލުރަތަމަ', 0.1], ['ލައިސާ', 0.02])
  const [first, second] = [near, far].map((signs) => signs.find(({ base }) => base === 'ފ'))
  expect(first?.probability).toBeGreaterThan(second?.probability ?? 1)
  expect(second?.probability).toBeGreaterThan(0.5)
  expect(second?.others[0]?.sign.base).toBe('ލ')
})
