import { expect, test } from 'vitest'
import { type Context, levelsOf, visualOrder } from './bidi.ts'

const display = (logical: string, before: Context = 'R') => {
  const chars = Array.from(logical)
  return visualOrder(levelsOf(chars, before))
    .map((index) => chars[index])
    .join('')
}

test.each([
  ['letters run from right to left', 'އބގ', 'R', 'ގބއ'],
  ['a Latin word keeps its order', 'އ ab ގ', 'R', 'ގ ab އ'],
  ['a number after Dhivehi keeps its order (W2)', 'އ 123 ގ', 'R', 'ގ 123 އ'],
  ['a date with slashes after Dhivehi stays together (W4)', 'އ 12/05/2020', 'R', '12/05/2020 އ'],
  ['a date with hyphens after Dhivehi is turned round (W4)', 'އ 12-05-2020', 'R', '2020-05-12 އ'],
  ['a date with hyphens at the start of a line stays together', '12-05-2020', 'R', '12-05-2020'],
  ['a line goes on in the context of the line before', '12-05-2020', 'AL', '2020-05-12'],
  ['a case number is drawn with its serial number last', 'އ 1234/Cv-C/2021', 'R', 'Cv-C/2021/1234 އ'],
  ['a percent sign next to a European number belongs to it (W5)', '50%', 'R', '50%'],
  ['a percent sign after an Arabic number stands at its left', 'އ 50%', 'R', '%50 އ'],
  ['brackets around Latin letters in Dhivehi take the direction of Dhivehi (N0)', 'އ (ab) ގ', 'R', 'ގ )ab( އ'],
  ['brackets inside Latin letters stay with them (N0)', 'އ ab (cd) ގ', 'R', 'ގ ab (cd) އ'],
  ['spaces at the end of a line stand at its end (L1)', 'އ ab ', 'R', ' ab އ'],
  ['a mark has the direction of its letter (W1)', 'އަބ', 'R', 'ބައ'],
] as const)('%s', (_, logical, before, seen) => {
  expect(display(logical, before)).toBe(seen)
})
