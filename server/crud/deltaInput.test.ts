import { expect, test } from 'vitest'
import { generateCase } from '#db/seed/generate.ts'
import { buildLibrary } from '#db/seed/library.ts'
import { limits } from '#shared/limits.ts'
import { deltaInput } from './deltaInput.ts'

const accepted = (value: unknown) => deltaInput.safeParse(value).success
const text = (op: unknown) => ({ content: [op], footnotes: [], annotations: [] })

test('every text of the seeded and the generated library is accepted and stays unchanged', () => {
  const generated = generateCase(1, (random, count) =>
    Array.from({ length: count }, () => random.pick(['a', 'b'])).join(' '),
  )
  for (const { case_content } of [...buildLibrary(), generated])
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
    { blockquote: true, paragraph: 12, table: 'row-1', cell: 'a', table_start: true, header_cell: true, colspan: 2 },
    { align: 'justify', direction: 'ltr', list: 'letters', indent: 8, color: 'red', rowspan: 100 },
  ]
  for (const attributes of right)
    expect(accepted(text({ insert: 'a\n', attributes })), JSON.stringify(attributes)).toBe(true)
  const wrong = [
    null,
    { bold: 'yes' },
    { bold: undefined },
    { header: 'one' },
    { list: 'letter' },
    { indent: 9 },
    { colspan: 1 },
    { color: 'url(x)' },
    { direction: 'up' },
    { paragraph: '12' },
    { table: 1 },
    { onclick: 'x()' },
  ]
  for (const attributes of wrong)
    expect(accepted(text({ insert: 'a\n', attributes })), JSON.stringify(attributes)).toBe(false)
})

test('pictures and page breaks are accepted, and other embeds are rejected', () => {
  const pictures = [{ picture: { file: 7, alt: 'a map' } }, { page_break: 12 }, { footnote: 'a' }]
  for (const insert of pictures) expect(accepted(text({ insert })), JSON.stringify(insert)).toBe(true)
  const wrong = [
    { picture: { file: 7 } },
    { picture: { file: 7, alt: 'a', src: 'https://example.mv/x.png' } },
    { picture: { file: '7', alt: '' } },
    { picture: { file: -7, alt: '' } },
    { picture: { file: 7, alt: 5 } },
    { picture: { file: 7, alt: ['a'] } },
    { picture: { file: 7, alt: { toString: 'a' } } },
    { picture: { file: 7, alt: 'a'.repeat(limits.document.alt_letters + 1) } },
    { picture: { file: 7, alt: 'a', onerror: 'x()' } },
    { page_break: 0 },
    { iframe: 'https://example.mv/' },
    { footnote: 'a', page_break: 1 },
    {},
  ]
  for (const insert of wrong) expect(accepted(text({ insert })), JSON.stringify(insert)).toBe(false)
})

test('formats and embeds that only Quill has are mapped or dropped', () => {
  const content = [
    { insert: 'a', attributes: { font: 'serif', color: '#e60000', link: 'javascript:alert(1)' } },
    { insert: { formula: 'x' } },
    { insert: '\n', attributes: { align: 'right', header: 4 } },
  ]
  expect(deltaInput.parse({ content, footnotes: [], annotations: [] }).content).toEqual([
    { insert: 'a', attributes: { color: 'red' } },
    { insert: '\n', attributes: { align: 'end', header: 2 } },
  ])
})
