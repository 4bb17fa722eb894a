import { expect, test } from 'vitest'
import type { ReadSign } from './decode.ts'
import { disambiguate, turnCommas } from './disambiguate.ts'

/** Signs that are read surely, but for the gaps, spaces, and commas that are named. */
function signsOf(text: string, { gap = 0.9, space = 0.95, comma = 0.99 } = {}): ReadSign[] {
  return Array.from(text, (base, frame) => ({
    base,
    mark: '',
    probability: base === ' ' ? space : base === ',' ? comma : 0.99,
    gap,
    frame: 2 * frame,
    others: [],
  }))
}

const textOf = (signs: readonly ReadSign[]) => signs.map(({ base }) => base).join('')

test.each([
  ['Social lnquiry Report', 'Social Inquiry Report'],
  ['lbrahim', 'Ibrahim'],
  ['AtoIl', 'Atoll'],
  ['ގ.އސl', 'ގ.އސ1'],
  ['O7:30', '07:30'],
  ['1O.5O', '10.50'],
  ['2,OOO', '2,000'],
  ['KO4C/2021/214', 'K04C/2021/214'],
])('“%s” is read as “%s”', (seen, meant) => {
  expect(textOf(disambiguate(signsOf(seen)))).toBe(meant)
})

test.each([
  'lhohi',
  'Pvt ltd',
  'land',
  'lyric',
  'McIntosh',
  'HI I',
  'VII',
  'All',
  'ގTVl',
  'No.',
  '4Ok/1',
  '2020/O/5',
  'A1O/2020',
])('“%s” stays as it is read', (text) => {
  expect(textOf(disambiguate(signsOf(text)))).toBe(text)
})

test.each(['9/ 1443', '9 /1443'])('the slash of “%s” has a space at both sides, where one is read surely', (text) => {
  expect(textOf(disambiguate(signsOf(text)))).toBe('9 / 1443')
})

test.each(['2000/ 4', '2000 /4'])('the slash of “%s” has no space where none is the surer reading', (text) => {
  expect(textOf(disambiguate(signsOf(text, { space: 0.6 })))).toBe('2000/4')
})

test('a space that is added to a slash is as sure as the gap was doubtful', () => {
  const [, space] = disambiguate(signsOf('9/ 1443', { gap: 0.7 }))
  expect(space?.probability).toBeCloseTo(0.3)
})

test.each(['9/1443', '9 / 1443', 'A/ 1', 'ގ/ 1', '1/ ގ'])('the slash of “%s” stays as it is read', (text) => {
  expect(textOf(disambiguate(signsOf(text)))).toBe(text)
})

test('a gap before the point of a number is no space, but one after the number of a paragraph is', () => {
  expect(textOf(disambiguate(signsOf('48,750 .50 ގ')))).toBe('48,750.50 ގ')
  expect(textOf(disambiguate(signsOf('ގ 50 .1')))).toBe('ގ 50 .1')
})

/** Lines as pages have them, from left to right, with commas that are so probable. */
const turned = (...lines: [string, number][]) =>
  turnCommas(lines.map(([text, comma]) => signsOf(text, { comma }))).map(textOf)

test('a comma after a Thaana letter is the one of Thaana where the page has no sure one of another form', () => {
  expect(turned(['ސ ,ގ', 0.7], ['ގ 2,000', 0.7])).toEqual(['ސ ،ގ', 'ގ 2,000'])
  expect(turned(['ސ ,ގ', 0.99], ['ގ ,ސ', 0.95])).toEqual(['ސ ،ގ', 'ގ ،ސ'])
})

test('a sure Latin comma after a Thaana letter stays on a page with sure commas of Thaana', () => {
  expect(turned(['ސ ,ގ', 0.99], ['ގ ,ސ', 0.7], ['ގ ،ސ', 0.9])).toEqual(['ސ ,ގ', 'ގ ،ސ', 'ގ ،ސ'])
})

test('of a point and a comma that are read between two digits, the surer one is printed', () => {
  expect(textOf(disambiguate(signsOf('48,.750.50', { comma: 0.7 })))).toBe('48.750.50')
  expect(textOf(disambiguate(signsOf('48,.750.50', { comma: 1 })))).toBe('48,750.50')
  expect(textOf(disambiguate(signsOf('ގ,.750')))).toBe('ގ,.750')
})
