import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blocksOf } from './blocks.ts'
import type { Op } from './delta.ts'
import { toHtml } from './html.ts'

const delta = (content: Op[]) => ({ content, footnotes: [{ key: 'note', content: 'a note' }], annotations: [] })

/** The elements that `blockSelector` would match in a browser. */
const elementsOf = (html: string) => html.match(/<(p|h2|h3|li|td)[ >]/g) ?? []

test('an empty line of a judgment is not a block', () => {
  expect(blocksOf(delta([{ insert: 'one\n\ntwo\n' }]))).toEqual([
    { number: 1, text: 'one', printed: null },
    { number: 2, text: 'two', printed: null },
  ])
})

test('a numbered paragraph has both its block number and its printed number', () => {
  const [, second] = blocksOf(delta([{ insert: 'heading\ntext' }, { insert: '\n', attributes: { paragraph: 12 } }]))
  expect(second).toEqual({ number: 2, text: 'text', printed: 12 })
})

test('any text has as many blocks as its HTML has block elements', () => {
  const attributes = fc.constantFrom(
    {},
    { header: 1 },
    { list: 'bullet' },
    { blockquote: true },
    { table: 'a' },
    { paragraph: 3 },
  )
  const segment = fc.constantFrom<Op[]>(
    [{ insert: 'ޙުކުމް' }],
    [],
    [{ insert: { footnote: 'note' } }],
    [{ insert: { footnote: 'lost' } }],
  )
  const line = fc.tuple(segment, attributes).map(([ops, of]) => [...ops, { insert: '\n', attributes: of }])
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const text = delta(lines.flat())
      expect(elementsOf(toHtml(text))).toHaveLength(blocksOf(text).length)
    }),
  )
})
