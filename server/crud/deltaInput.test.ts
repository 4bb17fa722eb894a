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

/** The problems of a text: their codes with the values of their sentences. */
const problemsOf = (value: unknown) =>
  deltaInput
    .safeParse(value)
    .error?.issues.map((issue) => [issue.message, 'params' in issue ? issue.params : undefined])
const emptyText = { content: [], footnotes: [], annotations: [] }

test('a text beyond a limit is refused with that limit alone, and one at the limit is accepted', () => {
  const { letters, lines, pieces, notes } = limits.document
  const withText = (...inserts: unknown[]) => ({ ...emptyText, content: inserts.map((insert) => ({ insert })) })
  expect(problemsOf(withText(...Array.from({ length: pieces + 1 }, () => 'a')))).toEqual([
    ['too-many', { maximum: pieces }],
  ])
  for (const part of ['footnotes', 'annotations'])
    expect(problemsOf({ ...emptyText, [part]: Array.from({ length: notes + 1 }) })).toEqual([
      ['too-many', { maximum: notes }],
    ])
  const half = 'a'.repeat(letters / 2)
  expect(accepted(withText(half, half))).toBe(true)
  expect(problemsOf(withText(half, { page_break: 1 }, half, 'a'))).toEqual([['too-long', { maximum: letters }]])
  expect(accepted(withText('\n'.repeat(lines - 1), '\n'))).toBe(true)
  expect(problemsOf(withText('a\n'.repeat(lines), '\n'))).toEqual([['too-many-lines', { maximum: lines }]])
})

test('what the annotations of a text lack is named with their numbers', () => {
  const whole = { key: 'a', content: 'x', type: 'general', title: 'x', category: 'usul' }
  expect(problemsOf({ ...emptyText, annotations: [whole] })).toBeUndefined()
  expect(
    problemsOf({
      ...emptyText,
      annotations: [whole, { ...whole, title: ' ', content: '' }, { ...whole, category: '' }],
    }),
  ).toEqual([
    ['annotation-title', { number: 2 }],
    ['annotation-description', { number: 2 }],
    ['annotation-category', { number: 3 }],
  ])
  for (const one of [null, 'x', 7, { ...whole, type: 'other' }, { ...whole, category: 'other' }, { ...whole, more: 1 }])
    expect(problemsOf({ ...emptyText, annotations: [one] }), JSON.stringify(one)).toEqual([['format', undefined]])
})

test('a value that is no text of a judgment is refused as such', () => {
  for (const value of [
    null,
    'x',
    [],
    {},
    { content: [], footnotes: [] },
    { ...emptyText, more: 1 },
    text(null),
    text('a'),
    text({}),
    text({ insert: 'a', more: 1 }),
  ])
    expect(problemsOf(value), JSON.stringify(value)).toEqual([['format', undefined]])
})

test('a size has points from 8 to 24, and every key and note a limit', () => {
  for (const size of ['8pt', '9pt', '10pt', '19pt', '24pt'])
    expect(accepted(text({ insert: 'a', attributes: { size } })), size).toBe(true)
  const storedSize = (size: string) =>
    deltaInput.parse(text({ insert: 'a', attributes: { size } })).content[0]?.attributes?.size
  expect(['7pt', '25pt'].map(storedSize)).toEqual(['8pt', '24pt'])
  expect(accepted(text({ insert: 'a', attributes: { size: '12' } }))).toBe(false)
  const { key_letters, note_letters, link_letters, indent, span, paragraph, pages } = limits.document
  for (const attributes of [
    { annotation: '' },
    { annotation: 'a'.repeat(key_letters + 1) },
    { case_number: 'a'.repeat(key_letters + 1) },
    { link: `https://a.mv/${'a'.repeat(link_letters)}` },
    { indent: 0 },
    { indent: indent + 1 },
    { colspan: span + 1 },
    { rowspan: 1 },
    { rowspan: span + 1 },
    { paragraph: -1 },
    { paragraph: paragraph + 1 },
  ])
    expect(accepted(text({ insert: 'a\n', attributes })), JSON.stringify(attributes).slice(0, 60)).toBe(false)
  expect(accepted(text({ insert: { page_break: pages + 1 } }))).toBe(false)
  const footnotes = (content: string, key = 'a') => ({ ...emptyText, footnotes: [{ key, content }] })
  expect(accepted(footnotes('a'.repeat(note_letters)))).toBe(true)
  expect(accepted(footnotes('a'.repeat(note_letters + 1)))).toBe(false)
  expect(accepted(footnotes('a', ''))).toBe(false)
})
