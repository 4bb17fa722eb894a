import { describe, expect, test } from 'vitest'
import { toLogical } from './logicalOrder.ts'

const read = (seen: string, own: Partial<Parameters<typeof toLogical>[1]> = {}) => {
  const visual = Array.from(seen).map((text) => ({ text, unit: null, certainty: 1 }))
  const { items, sure } = toLogical(visual, { mirror: true, before: 'R', after: 'R', ...own })
  return { text: items.map(({ text }) => text).join(''), sure }
}

test.each([
  ['Dhivehi', 'ގބއ', 'އބގ'],
  ['a number in Dhivehi', 'ގ 48,750.50 އ', 'އ 48,750.50 ގ'],
  ['a case number that UAX #9 turned round', 'ގ Cv-C/2021/1234 އ', 'އ 1234/Cv-C/2021 ގ'],
  ['a case number in a cell of its own', 'B12C/2018/58', '58/B12C/2018'],
  ['a case number in an isolate', 'ގ 2011/HC-A/305 އ', 'އ 2011/HC-A/305 ގ'],
  ['the number of a paragraph before an amount', 'ގ 20,000 .2', '2. 20,000 ގ'],
  ['a date with hyphens', '2020-05-12 އ', 'އ 12-05-2020'],
  ['a Latin name with brackets', '"Report (SIR/22/0631)" އ', 'އ "Report (SIR/22/0631)"'],
  ['a Latin text that goes on in the next line', 'Atoll Surveys Pvt. އ', 'އ Atoll Surveys Pvt.'],
  ['a Latin quotation that goes on in the next line', 'Report No." އ', 'އ "Report No.'],
  ['brackets in Dhivehi, named by their shape', '(ގބ) އ', 'އ (ބގ)'],
  ['a line of Latin letters', 'Employment Tribunal, 2023.', 'Employment Tribunal, 2023.'],
])('%s is read in logical order', (_, seen, logical) => {
  expect(read(seen).text).toBe(logical)
})

test.each([
  ['at the end of a line', { after: 'L' }, 'Resort & އ', 'އ Resort &'],
  ['at the start of a line', { before: 'L' }, 'އ & Spa', '& Spa އ'],
  ['that no line of Latin letters follows', {}, 'Resort & އ', 'އ & Resort'],
] as const)('an ampersand between Latin words %s is read in logical order', (_, own, seen, logical) => {
  expect(read(seen, own)).toMatchObject({ text: logical, sure: true })
})

test('a full stop with its space, given as one text, parts two numbers', () => {
  const visual = ['ގ', ' ', '12', '. ', '1'].map((text) => ({ text, unit: null, certainty: 1 }))
  const { items } = toLogical(visual, { mirror: true, before: 'R', after: 'R' })
  expect(items.map(({ text }) => text).join('')).toBe('1. 12 ގ')
})

test('brackets that the file names by their meaning are preserved', () => {
  expect(read(')ގބ( އ', { mirror: false }).text).toBe('އ (ބގ)')
})

test('a line is sure when UAX #9 gives the order that is seen', () => {
  expect(read('ގ Cv-C/2021/1234 އ').sure).toBe(true)
})

describe('a line of signs, each a letter with its mark', () => {
  const signsOf = (text: string) => Array.from(text.matchAll(/[^\u07a6-\u07b0][\u07a6-\u07b0]?/gu), ([sign]) => sign)
  const backwards = (text: string) => signsOf(text).toReversed().join('')
  const readSigns = (seen: string) => {
    const visual = signsOf(seen).map((text) => ({ text, unit: null }))
    return toLogical(visual, { mirror: true, before: 'R', after: 'R' }).items.map(({ text }) => text).join('') // prettier-ignore
  }

  test('is read from right to left, its marks after their letters', () => {
    expect(readSigns(backwards('ޙުކުމް ކުރީމެވެ'))).toBe('ޙުކުމް ކުރީމެވެ')
  })

  test.each([
    ['12/3/2011', '12/3/2011'],
    ['2,500.00', '2,500.00'],
    ['%25', '25%'],
    ['Civil Court', 'Civil Court'],
    ['HC-A/2023/206', '206/HC-A/2023'],
    ['SC-A/8/2020', '2020/SC-A/8'],
    ['"Social Inquiry Report (SIR/22/0631)"', '"Social Inquiry Report (SIR/22/0631)"'],
  ])('has %s after Thaana letters read as %s', (seen, logical) => {
    expect(readSigns(`${backwards('ގެ')} ${seen} ${backwards('މި')}`)).toBe(`މި ${logical} ގެ`)
  })

  test('has brackets around Thaana and around Latin words read as what they mean', () => {
    expect(readSigns(`(${backwards('މި')})`)).toBe('(މި)')
    expect(readSigns(`(Act) ${backwards('މި')}`)).toBe('މި (Act)')
  })
})
