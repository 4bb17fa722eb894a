import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Delta, linesOf, type Op } from './delta.ts'
import { toHtml } from './html.ts'

const delta = (content: Op[], rest: Partial<Delta> = {}): Delta => ({
  content,
  footnotes: [],
  annotations: [],
  ...rest,
})

test('a line break ends a line and carries the line attributes', () => {
  const lines = linesOf([{ insert: 'one' }, { insert: '\n', attributes: { header: 1 } }, { insert: 'two\nthree' }])
  expect(lines.map((line) => [line.attributes, line.segments.length])).toEqual([
    [{ header: 1 }, 1],
    [{}, 1],
    [{}, 1],
  ])
})

test('typed markup is escaped in the HTML', () => {
  const typed = '<img src=x onerror=alert(1)> & "quotes"'
  const html = toHtml(delta([{ insert: typed, attributes: { case_number: typed, annotation: 'a' } }, { insert: '\n' }]))
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quotes&quot;')
})

test('only https and mailto links become anchors', () => {
  const link = (address: string) => toHtml(delta([{ insert: 'here', attributes: { link: address } }, { insert: '\n' }]))
  expect(link('https://example.mv/')).toContain('<a href="https://example.mv/"')
  expect(link('javascript:alert(1)')).toBe('<p>here</p>')
})

test('cells of one row render in one table row, and items of one list in one list', () => {
  const cell = (text: string, row: string): Op[] => [{ insert: text }, { insert: '\n', attributes: { table: row } }]
  const item = (text: string): Op[] => [{ insert: text }, { insert: '\n', attributes: { list: 'bullet' } }]
  expect(toHtml(delta([...cell('a', '1'), ...cell('b', '1'), ...cell('c', '2'), ...item('x'), ...item('y')]))).toBe(
    '<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table><ul><li>x</li><li>y</li></ul>',
  )
})

test('footnotes are numbered in order, and a reference without a footnote is not rendered', () => {
  const content: Op[] = [{ insert: { footnote: 'second' } }, { insert: { footnote: 'nowhere' } }, { insert: 'text\n' }]
  const footnotes = [
    { key: 'first', content: 'a' },
    { key: 'second', content: 'b' },
  ]
  expect(toHtml(delta(content, { footnotes }))).toBe(
    '<p><sup><button type="button" data-footnote="second">2</button></sup>text</p>',
  )
})

test('a numbered paragraph renders its number', () => {
  expect(toHtml(delta([{ insert: 'text' }, { insert: '\n', attributes: { paragraph: 12 } }]))).toBe(
    '<p data-paragraph="12"><bdi data-number>12</bdi>text</p>',
  )
})

test('the HTML of any Delta contains only generated elements', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ insert: fc.string() })), (content) => {
      const tags = toHtml(delta(content)).match(/<[^>]*>/g) ?? []
      expect(tags.filter((tag) => !/^<\/?p>$/.test(tag))).toEqual([])
    }),
  )
})
