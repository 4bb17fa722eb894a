import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Delta, linesOf, type Op, toPlainText } from './delta.ts'
import { toHtml } from './html.ts'

const delta = (content: Op[], rest: Partial<Delta> = {}): Delta => ({
  content,
  footnotes: [],
  annotations: [],
  ...rest,
})

test('a line ends with its line break, which carries what the whole line is', () => {
  const lines = linesOf([{ insert: 'one' }, { insert: '\n', attributes: { header: 1 } }, { insert: 'two\nthree' }])
  expect(lines.map((line) => [line.attributes, line.pieces.length])).toEqual([
    [{ header: 1 }, 1],
    [{}, 1],
    [{}, 1],
  ])
})

test('markup that was typed stays text', () => {
  const typed = '<img src=x onerror=alert(1)> & "quotes"'
  const html = toHtml(delta([{ insert: typed, attributes: { case_number: typed, annotation: 'a' } }, { insert: '\n' }]))
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quotes&quot;')
})

test('only links that lead out safely are links', () => {
  const link = (address: string) => toHtml(delta([{ insert: 'here', attributes: { link: address } }, { insert: '\n' }]))
  expect(link('https://example.mv/')).toContain('<a href="https://example.mv/"')
  expect(link('javascript:alert(1)')).toBe('<p>here</p>')
})

test('cells of one row stand in one row, items of one list in one list', () => {
  const cell = (text: string, row: string): Op[] => [{ insert: text }, { insert: '\n', attributes: { table: row } }]
  const item = (text: string): Op[] => [{ insert: text }, { insert: '\n', attributes: { list: 'bullet' } }]
  expect(toHtml(delta([...cell('a', '1'), ...cell('b', '1'), ...cell('c', '2'), ...item('x'), ...item('y')]))).toBe(
    '<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table><ul><li>x</li><li>y</li></ul>',
  )
})

test('footnotes are numbered in their order, and one that is nowhere explained is not shown', () => {
  const content: Op[] = [{ insert: { footnote: 'second' } }, { insert: { footnote: 'nowhere' } }, { insert: 'text\n' }]
  const footnotes = [{ key: 'first', content: 'a' }, { key: 'second', content: 'b' }] // prettier-ignore
  expect(toHtml(delta(content, { footnotes }))).toBe(
    '<p><sup><button type="button" data-footnote="second">2</button></sup>text</p>',
  )
})

test('a numbered paragraph shows its number', () => {
  expect(toHtml(delta([{ insert: 'text' }, { insert: '\n', attributes: { paragraph: 12 } }]))).toBe(
    '<p data-paragraph="12"><bdi data-number>12</bdi>text</p>',
  )
})

test('plain text keeps every letter and nothing else', () => {
  const content: Op[] = [{ insert: 'ޙުކުމް' }, { insert: '\n', attributes: { header: 1 } }, { insert: 'a\n\nb\n' }]
  expect(toPlainText(delta(content, { footnotes: [{ key: 'k', content: 'note' }] }))).toBe('ޙުކުމް\na\nb\nnote')
})

test('whatever is typed, the page holds only elements that are made here', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ insert: fc.string() })), (content) => {
      const tags = toHtml(delta(content)).match(/<[^>]*>/g) ?? []
      expect(tags.filter((tag) => !/^<\/?p>$/.test(tag))).toEqual([])
    }),
  )
})
