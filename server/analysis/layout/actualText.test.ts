import { expect, test } from 'vitest'
import { contradictedUnits } from './actualText.ts'

type Text = { drawn: string; actual: string; font?: number }

/** Glyphs of one character for each text, in the order of the file. */
const contradictedIn = (texts: readonly Text[]) =>
  contradictedUnits(
    texts.map(({ actual }) => actual),
    texts.flatMap(({ drawn, font = 0 }, unit) => Array.from(drawn, (text) => ({ text, unit, font }))),
  )

const agreeing = (font: number, texts: string): Text[] =>
  Array.from(texts, (letter) => ({ drawn: letter, actual: letter, font }))

/** As Chromium writes after a number: each glyph with the text of its neighbor. */
const shifted: Text[] = [
  { drawn: 'މ', actual: 'ނ' },
  { drawn: 'ނ', actual: 'ވ' },
  { drawn: 'ވ', actual: 'މ' },
]

test('an ActualText is used for a letter that the map of its font has wrong and that of another font has right', () => {
  const wrong = [{ drawn: 'ކ', actual: 'ތ', font: 1 }]
  const texts = [...agreeing(0, 'ކކކމނވ'), ...shifted, ...agreeing(0, 'ކކކކކ'), ...wrong]
  expect([...contradictedIn(texts)]).toStrictEqual([6, 7, 8])
})

test('an ActualText is used when the glyphs next to it do not draw its letters either', () => {
  // As Typst writes a typeface that has one glyph for S and a letter of Thaana.
  const shared = [{ drawn: 'ހ', actual: 'S' }, { drawn: '.', actual: 'ވި' }, { drawn: 'ހ', actual: 'S' }] // prettier-ignore
  expect([...contradictedIn([...agreeing(0, 'ހހހކކ'), ...shared])]).toStrictEqual([])
})

const before = agreeing(0, 'ކކކމމމނނނވވވ')

test('an ActualText between two that are ignored is used for a glyph that its map does not know', () => {
  expect([...contradictedIn([...before, ...shifted, { drawn: '\ue001', actual: 'ނި' }, ...shifted])]).toStrictEqual([
    12, 13, 14, 16, 17, 18,
  ])
  expect(contradictedIn([...before, ...shifted, { drawn: '\ufffd', actual: 'ނި' }, ...shifted]).has(15)).toBe(false)
})

test('an ActualText of another font is used between two that are ignored', () => {
  const heading = [{ drawn: 'ހ', actual: 'ކ', font: 1 }, { drawn: 'ށ', actual: 'ތ', font: 1 }] // prettier-ignore
  expect([...contradictedIn([...before, ...shifted, ...heading, ...shifted])]).toStrictEqual([12, 13, 14, 17, 18, 19])
})

test('more ActualTexts between two that are ignored than a shift reaches over are used', () => {
  const differing = (count: number) => Array.from({ length: count }, () => ({ drawn: 'ހ', actual: 'ކ' }))
  const ignored = (count: number) => contradictedIn([...before, ...shifted, ...differing(count), ...shifted]).size
  expect(ignored(4)).toBe(6 + 4)
  expect(ignored(5)).toBe(6)
})
