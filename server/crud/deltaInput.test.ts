import { expect, test } from 'vitest'
import { generateCase } from '../../db/seed/generate.ts'
import { buildLibrary } from '../../db/seed/library.ts'
import { limits } from '#shared/limits.ts'
import { deltaInput } from './deltaInput.ts'

const accepted = (value: unknown) => deltaInput.safeParse(value).success
const text = (op: unknown) => ({ content: [op], footnotes: [], annotations: [] })

test('every text of the seeded and the generated library is accepted and stays unchanged', () => {
  const generated = generateCase(1, (random, count) =>
    Array.from({ length: count }, () => random.pick(['a', 'b'])).join(' '),
  )
  for (const { case_content } of [...buildLibrary(300), generated])
    expect(deltaInput.parse(case_content)).toEqual(case_content)
})

test('a text of more pieces or notes than the limits is rejected', () => {
  const { pieces, notes } = limits.document
  const of = (content: number, footnotes: number) => ({
    content: Array.from({ length: content }, () => ({ insert: 'a' })),
    footnotes: Array.from({ length: footnotes }, () => ({ key: 'a', content: 'b' })),
    annotations: [],
  })
  expect(accepted(of(pieces, notes))).toBe(true)
  expect(accepted(of(pieces + 1, 0))).toBe(false)
  expect(accepted(of(1, notes + 1))).toBe(false)
})

test('only the attributes that the reader renders are accepted', () => {
  const right = [
    { bold: true, italic: true, underline: true, strike: true, script: 'sub', size: '8pt', lang: 'ar' },
    { size: '24pt', link: 'https://hukum.test/', annotation: 'a', case_number: '2013/HC-A/80' },
    { header: 1, align: 'center' },
    { list: 'ordered' },
    { blockquote: true, paragraph: 12, table: 'row-1' },
  ]
  for (const attributes of right)
    expect(accepted(text({ insert: 'a\n', attributes })), JSON.stringify(attributes)).toBe(true)
  const wrong = [
    null,
    { bold: 'yes' },
    { bold: undefined },
    { size: '72pt' },
    { header: 7 },
    { paragraph: '12' },
    { table: 1 },
    { onclick: 'x()' },
  ]
  for (const attributes of wrong)
    expect(accepted(text({ insert: 'a\n', attributes })), JSON.stringify(attributes)).toBe(false)
})
