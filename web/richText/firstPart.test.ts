import { expect, test } from 'vitest'
import { toHtml } from '#shared/delta/html.ts'
import { firstPart } from './firstPart.ts'

const line = 'މި މައްސަލައިގެ <ދަޢުވާ> & "ޖަވާބު" '.repeat(20)

test('a short text has no first part', () => {
  expect(firstPart(`<p>${line}</p>`)).toBeUndefined()
})

test('the first part of a long text ends between two blocks, never inside a list, a quotation or a table', () => {
  const kinds = [{}, { blockquote: true as const }, { list: 'bullet' as const }, { table: 'r', cell: 'c' }]
  for (const attributes of kinds) {
    const content = Array.from({ length: 400 }, (_, index) => [
      { insert: line },
      { insert: '\n', attributes: index % 60 === 59 ? {} : attributes },
    ]).flat()
    const html = toHtml({ content, footnotes: [], annotations: [] })
    const first = firstPart(html) ?? ''
    expect(html.startsWith(first)).toBe(true)
    expect(first.length).toBeGreaterThan(20_000)
    expect(first).toMatch(/<\/(p|ul|blockquote|table)>$/)
    for (const tag of ['p', 'ul', 'blockquote', 'table'])
      expect(first.split(`</${tag}>`).length).toBe(first.split(new RegExp(`<${tag}[ >]`)).length)
  }
})
