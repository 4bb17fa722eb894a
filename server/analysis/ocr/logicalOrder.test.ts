import { expect, test } from 'vitest'
import { logicalOrder } from './logicalOrder.ts'

/** Signs from left to right, each letter followed by its mark. */
const seen = (text: string) =>
  Array.from(text.matchAll(/([^\u07a6-\u07b0])([\u07a6-\u07b0]?)/gu), ([, base = '', mark = '']) => ({ base, mark }))
const read = (text: string) =>
  logicalOrder(seen(text))
    .map((sign) => sign.text)
    .join('')
const backwards = (text: string) =>
  seen(text)
    .toReversed()
    .map(({ base, mark }) => base + mark)
    .join('')

test('a Thaana word that is seen from left to right is read from right to left, its marks after their letters', () => {
  expect(read(backwards('ޙުކުމް ކުރީމެވެ'))).toBe('ޙުކުމް ކުރީމެވެ')
})

test.each([
  ['12/3/2011', '12/3/2011'],
  ['2,500.00', '2,500.00'],
  ['2020-05-12', '12-05-2020'],
  ['%25', '25%'],
  ['Civil Court', 'Civil Court'],
  ['HC-A/2023/206', '206/HC-A/2023'],
  ['SC-A/8/2020', '2020/SC-A/8'],
  ['KO4C/2021/214', '214/K04C/2021'],
  ['"Social Inquiry Report (SIR/22/0631)"', '"Social Inquiry Report (SIR/22/0631)"'],
])('after Thaana letters %s is read as %s', (visual, logical) => {
  expect(read(`${backwards('ގެ')} ${visual} ${backwards('މި')}`)).toBe(`މި ${logical} ގެ`)
})

test('brackets around Thaana and around Latin words are read as what they mean', () => {
  expect(read(`(${backwards('މި')})`)).toBe('(މި)')
  expect(read(`(Act) ${backwards('މި')}`)).toBe('މި (Act)')
})
