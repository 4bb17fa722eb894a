import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildLibrary } from '#db/seed/library.ts'
import { colors, type Delta, lists, type Op } from './delta.ts'
import {
  type BlockJson,
  type CellJson,
  type DocumentJson,
  emptyLine,
  fromProseMirror,
  type InlineJson,
  type LineJson,
  toProseMirror,
} from './prosemirror.ts'
import { runs } from '#test/nightly.ts'

const delta = (content: Op[], rest: Partial<Delta> = {}): Delta => ({
  content,
  footnotes: [],
  annotations: [],
  ...rest,
})

const annotations = ['a', 'b', 'c'].map((key) => ({
  key,
  type: 'general' as const,
  category: 'usul' as const,
  title: `title ${key}`,
  content: `first\nsecond ${key}`,
}))
const text = fc.string({ unit: fc.constantFrom(...'ކޯޓުގެ ޙުކުމް 12/A'), minLength: 1, maxLength: 12 })
const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined, freq: 4 })
const toggle = optional(fc.constant(true))

const marks = fc
  .record({
    annotation: optional(fc.constantFrom(...annotations)),
    case_number: optional(fc.constant({ number: '2013/HC-A/80' })),
    link: optional(fc.constant({ href: 'https://example.mv/' })),
    lang: optional(fc.constantFrom({ value: 'ar' }, { value: 'en' })),
    size: optional(fc.constant({ value: '24pt' })),
    color: optional(fc.constantFrom(...colors).map((value) => ({ value }))),
    script: optional(fc.constantFrom({ value: 'sub' }, { value: 'super' })),
    bold: toggle,
    strike: toggle,
  })
  .map((attributes) =>
    Object.entries(attributes).flatMap(([type, attrs]) =>
      attrs === undefined ? [] : attrs === true ? [{ type }] : [{ type, attrs }],
    ),
  )

const inline = fc
  .tuple(
    fc.oneof(
      { arbitrary: text.map((letters) => ({ type: 'text', text: letters })), weight: 5 },
      { arbitrary: fc.constant({ type: 'footnote', attrs: { key: '', content: 'ނޯޓު' } }), weight: 1 },
      { arbitrary: fc.constant({ type: 'picture', attrs: { file: 7, alt: 'map' } }), weight: 1 },
      { arbitrary: fc.constant({ type: 'page_break', attrs: { page: 3 } }), weight: 1 },
    ),
    marks,
  )
  .map(([node, marked]) => (marked.length > 0 ? { ...node, marks: marked } : node) as InlineJson)

/** Without two adjacent texts of the same marks, which a document joins. */
const inlines = fc
  .array(inline, { maxLength: 5 })
  .map((nodes) =>
    nodes.filter(
      (node, index) =>
        !(
          node.type === 'text' &&
          nodes[index - 1]?.type === 'text' &&
          JSON.stringify(nodes[index - 1]?.marks) === JSON.stringify(node.marks)
        ),
    ),
  )

const orNull = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { freq: 3 })
const line = fc
  .record({
    header: orNull(fc.constantFrom(1, 2)),
    align: orNull(fc.constantFrom('center', 'end', 'justify')),
    direction: orNull(fc.constant('ltr')),
    list: orNull(fc.constantFrom(...lists)),
    indent: orNull(fc.integer({ min: 1, max: 8 })),
    blockquote: orNull(fc.constant(true)),
    paragraph: orNull(fc.nat(1000)),
  })
  .chain((attrs) =>
    inlines.map((content): LineJson => ({ type: 'line', attrs, ...(content.length > 0 && { content }) })),
  )

const span = fc.integer({ min: 1, max: 3 })
const cell = fc
  .record({
    type: fc.constantFrom('table_cell' as const, 'table_header' as const),
    attrs: fc.record({ key: fc.constant(null), colspan: span, rowspan: span }),
    content: fc.array(line, { minLength: 1, maxLength: 3 }),
  })
  .map((made): CellJson => made)
const row = fc.record({
  type: fc.constant('table_row' as const),
  attrs: fc.record({ key: fc.constant(null) }),
  content: fc.array(cell, { minLength: 1, maxLength: 3 }),
})
const table = fc.record({ type: fc.constant('table' as const), content: fc.array(row, { minLength: 1, maxLength: 3 }) })

/** Keys as the editor writes them: each footnote, row and cell has its own. */
function withKeys(document: DocumentJson): DocumentJson {
  const next = { row: 0, cell: 0, footnote: 0 }
  const key = (kind: keyof typeof next) => `${kind}-${(next[kind] += 1)}`
  const ofLine = (one: LineJson): LineJson => ({
    ...one,
    ...(one.content && {
      content: one.content.map((node) =>
        node.type === 'footnote' ? { ...node, attrs: { ...node.attrs, key: key('footnote') } } : node,
      ),
    }),
  })
  const ofBlock = (block: BlockJson): BlockJson =>
    block.type === 'line'
      ? ofLine(block)
      : {
          ...block,
          content: block.content.map((one) => ({
            ...one,
            attrs: { key: key('row') },
            content: (one.content ?? []).map((inner) => ({
              ...inner,
              attrs: { ...inner.attrs, key: key('cell') },
              content: inner.content.map(ofLine),
            })),
          })),
        }
  return { type: 'doc', content: document.content.map(ofBlock) }
}

const documents = fc
  .array(fc.oneof({ arbitrary: line, weight: 4 }, { arbitrary: table, weight: 1 }), { minLength: 1, maxLength: 6 })
  .map((content) => withKeys({ type: 'doc', content }))

test('any document is the same after it was encoded and decoded', () => {
  fc.assert(
    fc.property(documents, (document) => {
      expect(toProseMirror(fromProseMirror(document))).toEqual(document)
    }),
    { numRuns: runs(200, 10_000) },
  )
})

test('every text of the demo library is the same after it was decoded and encoded', () => {
  for (const { case_content } of buildLibrary()) {
    const { content, footnotes, annotations: notes } = fromProseMirror(toProseMirror(case_content))
    expect(content).toEqual(case_content.content)
    expect(new Set(footnotes)).toEqual(new Set(case_content.footnotes))
    expect(new Set(notes)).toEqual(new Set(case_content.annotations))
  }
})

test('an empty text is one empty line in the editor and is empty again when encoded', () => {
  expect(toProseMirror(delta([]))).toEqual({ type: 'doc', content: [emptyLine] })
  expect(fromProseMirror(toProseMirror(delta([])))).toEqual(delta([]))
})

test('a reference without a footnote gets an empty footnote, and a footnote without a reference one at the end', () => {
  const content: Op[] = [{ insert: 'a' }, { insert: { footnote: 'lost' } }, { insert: '\n' }]
  const decoded = toProseMirror(delta(content, { footnotes: [{ key: 'orphan', content: 'note' }] }))
  expect(fromProseMirror(decoded)).toEqual(
    delta([...content.slice(0, 2), { insert: { footnote: 'orphan' } }, { insert: '\n' }], {
      footnotes: [
        { key: 'lost', content: '' },
        { key: 'orphan', content: 'note' },
      ],
    }),
  )
})

test('a second reference to a footnote becomes a footnote of its own', () => {
  const content: Op[] = [{ insert: { footnote: 'a' } }, { insert: { footnote: 'a' } }, { insert: '\n' }]
  const { footnotes } = fromProseMirror(toProseMirror(delta(content, { footnotes: [{ key: 'a', content: 'note' }] })))
  expect(footnotes).toEqual([
    { key: 'a', content: 'note' },
    { key: 'a-1', content: 'note' },
  ])
})

test('footnotes and annotations are stored in the order of the text', () => {
  const content: Op[] = [
    { insert: { footnote: 'second' } },
    { insert: 'text', attributes: { annotation: 'b' } },
    { insert: { footnote: 'first' } },
    { insert: 'more', attributes: { annotation: 'a' } },
    { insert: '\n' },
  ]
  const footnotes = ['first', 'second'].map((key) => ({ key, content: key }))
  const encoded = fromProseMirror(toProseMirror(delta(content, { footnotes, annotations })))
  expect(encoded.footnotes.map(({ key }) => key)).toEqual(['second', 'first'])
  expect(encoded.annotations.map(({ key }) => key)).toEqual(['b', 'a'])
})

const cellOf = (letters: string, rowspan = 1): CellJson => ({
  type: 'table_cell',
  attrs: { key: null, colspan: 1, rowspan },
  content: [{ ...emptyLine, content: [{ type: 'text', text: letters }] }],
})

test('a row whose cells all belong to rows above it is left out, and these cells span one row less', () => {
  const rowOf = (...content: CellJson[]) => ({
    type: 'table_row' as const,
    attrs: { key: null },
    ...(content.length > 0 && { content }),
  })
  const { content } = fromProseMirror({
    type: 'doc',
    content: [{ type: 'table', content: [rowOf(cellOf('one', 3), cellOf('two', 2)), rowOf(), rowOf(cellOf('three'))] }],
  })
  expect(content.filter(({ insert }) => insert === '\n').map(({ attributes }) => attributes)).toEqual([
    { table: 'row-1', rowspan: 2 },
    { table: 'row-1' },
    { table: 'row-2' },
  ])
})

test('rows without a key and rows of one key stay rows of their own', () => {
  const rowOf = (key: string | null, letters: string) => ({
    type: 'table_row' as const,
    attrs: { key },
    content: [cellOf(letters)],
  })
  const { content } = fromProseMirror({
    type: 'doc',
    content: [{ type: 'table', content: [rowOf('x', 'one'), rowOf('x', 'two'), rowOf(null, 'three')] }],
  })
  expect(content.flatMap(({ attributes }) => attributes?.table ?? [])).toEqual(['x', 'row-1', 'row-2'])
})
