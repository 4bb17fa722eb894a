import { expect, test } from 'vitest'
import { toHtml } from '#shared/delta/html.ts'
import { chunksOf, firstPart } from './chunks.ts'

const block = (tagName: string, letters: number) => ({ tagName, textContent: 'ހ'.repeat(letters) })

test('the blocks of a long text are grouped in order into chunks of similar height, and the last blocks into none', () => {
  const blocks = Array.from({ length: 200 }, (_, index) => block('P', index < 100 ? 900 : 30))
  const chunks = chunksOf(blocks)
  expect(chunks.flat()).toEqual(blocks.slice(0, chunks.flat().length))
  expect(chunks.flat().length).toBeLessThan(blocks.length)
  expect(chunks[0]).toHaveLength(4)
  expect(chunks.at(-1)).toHaveLength(36)
})

test('a block with a margin above starts no chunk and follows none', () => {
  const tags = ['P', 'H2', 'P', 'H3', 'UL', 'BLOCKQUOTE', 'P', 'DIV', 'OL', 'H3']
  const blocks = Array.from({ length: 101 }, (_, index) => block(tags[index % tags.length] ?? 'P', 3300))
  const chunks = chunksOf(blocks)
  const starts = [...chunks.map(([first]) => first), blocks[chunks.flat().length]]
  expect(new Set(starts.map((start) => start?.tagName))).toEqual(new Set(['P', 'UL', 'OL']))
})

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
