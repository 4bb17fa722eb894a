import { getSchema } from '@tiptap/core'
import { history, redo, undo } from '@tiptap/pm/history'
import { Fragment, Node, Slice } from '@tiptap/pm/model'
import { AllSelection, type Command, EditorState, TextSelection } from '@tiptap/pm/state'
import { cellAround, CellSelection, fixTables, nextCell, tableEditing } from '@tiptap/pm/tables'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DocumentJson, fromProseMirror, toProseMirror } from '#shared/delta/prosemirror.ts'
import { runs } from '#test/nightly.ts'
import { addAnnotation, annotationsIn, removeAnnotation, touchedAnnotation } from './annotations.ts'
import { toggleCaseNumber } from './caseNumbers.ts'
import { footnotesIn, insertFootnote, moveFootnote, removeFootnote, writeFootnote } from './footnotes.ts'
import { annotationOf, keyOf, keysPlugin, pastedSlice } from './keys.ts'
import { clearFormatting, joinBackward, splitLine, toggleList, toggleParagraphNumber } from './lines.ts'
import { schema as extensions } from './schema.ts'
import { insertTable } from './tables.ts'
import { tableTools, type Tool, tools } from './tools.ts'

const schema = getSchema(extensions)
const data = { type: 'caution', title: 'ސުރުޚީ', category: 'usul', content: 'ތަފްޞީލު' }
const paragraphs = ['ކޯޓުން ކަނޑައެޅި ގޮތް', 'The court of 2013/HC-A/80 ordered', 'ދައުވާ 12-05-2020 ގައި', 'ޙުކުމް']

const docOf = (lines: readonly string[]) =>
  Node.fromJSON(schema, {
    type: 'doc',
    content: lines.map((text) => ({ type: 'line', content: [{ type: 'text', text }] })),
  })

const stateOf = (doc: Node) => EditorState.create({ doc, plugins: [keysPlugin(), history(), tableEditing()] })
const select = (state: EditorState, from: number, to: number) =>
  state.apply(state.tr.setSelection(TextSelection.between(state.doc.resolve(from), state.doc.resolve(to))))

function run(state: EditorState, command: Command): EditorState {
  let next = state
  command(state, (tr) => (next = state.apply(tr)))
  return next
}

/** How much of the text each annotation has. */
function lettersByKey(doc: Node): Map<string, number> {
  const letters = new Map<string, number>()
  doc.descendants((node) => {
    const mark = node.isInline ? annotationOf(node) : undefined
    if (mark) letters.set(keyOf(mark), (letters.get(keyOf(mark)) ?? 0) + node.nodeSize)
  })
  return letters
}

/** Every key once, and none without its data. */
function expectSoundKeys(doc: Node) {
  doc.check()
  const footnotes = footnotesIn(doc).map(({ key }) => key)
  expect(new Set(footnotes).size, 'footnotes').toBe(footnotes.length)
  expect(footnotes).not.toContain('')
  for (const { key, title, content, type, category } of annotationsIn(doc)) {
    expect(key).not.toBe('')
    expect({ type, title, category, content }).toEqual(data)
  }
  const rows: string[] = []
  doc.descendants((node) => {
    if (node.type.name !== 'table_row') return
    rows.push(keyOf(node))
    const cells = node.children.map(keyOf).filter((key) => key !== '')
    expect(new Set(cells).size, 'cells').toBe(cells.length)
  })
  expect(new Set(rows).size, 'rows').toBe(rows.length)
  expect(rows).not.toContain('')
}

type Clipboard = { state: EditorState; slice: Slice }
type Act = (clipboard: Clipboard) => Clipboard

const edit =
  (command: Command): Act =>
  ({ state, slice }) => ({ state: run(state, command), slice })
const copy: Act = ({ state }) => ({ state, slice: state.selection.content() })
const cut: Act = ({ state }) => ({ state: state.apply(state.tr.deleteSelection()), slice: state.selection.content() })
const paste: Act = ({ state, slice }) => {
  const { $from, $to } = state.selection
  const around = $from.marks().find((mark) => mark.type.name === 'annotation' && mark.isInSet($to.marks()))
  const surrounding = around && keyOf(around)
  const before = lettersByKey(state.doc)
  const pasted = state.apply(state.tr.replaceSelection(pastedSlice(slice, state)))
  for (const [key, letters] of lettersByKey(pasted.doc))
    if (before.has(key) && key !== surrounding)
      expect(letters, 'an annotation grew').toBeLessThanOrEqual(before.get(key) ?? 0)
  return { state: pasted, slice }
}
const firstFootnote =
  (change: (key: string) => Command): Command =>
  (state, dispatch) => {
    const key = footnotesIn(state.doc).at(0)?.key
    return key !== undefined && change(key)(state, dispatch)
  }
const firstAnnotation: Command = (state, dispatch) => {
  const key = annotationsIn(state.doc).at(0)?.key
  return key !== undefined && removeAnnotation(key)(state, dispatch)
}
/** Like the button of a tool: only where it can run. */
const withTool =
  ({ run, canRun }: Tool): Command =>
  (state, dispatch) =>
    canRun?.(state) !== false && run(state, dispatch)

/** On the whole row of the caret and the next one, or its column and the next one. */
const inRows =
  (command: Command): Command =>
  (state, dispatch) => {
    const cell = cellAround(state.selection.$from)
    if (!cell) return false
    const selection = CellSelection.rowSelection(cell, nextCell(cell, 'vert', 1) ?? cell)
    return command(state.apply(state.tr.setSelection(selection)), dispatch)
  }
const inColumns =
  (command: Command): Command =>
  (state, dispatch) => {
    const cell = cellAround(state.selection.$from)
    if (!cell) return false
    const selection = CellSelection.colSelection(cell, nextCell(cell, 'horiz', 1) ?? cell)
    return command(state.apply(state.tr.setSelection(selection)), dispatch)
  }

const acts: Record<string, Act> = {
  copy,
  cut,
  paste,
  'paste again': paste,
  undo: edit(undo),
  redo: edit(redo),
  clear: edit(clearFormatting),
  annotate: edit(addAnnotation(data)),
  footnote: edit((state, dispatch) => insertFootnote()(state, dispatch)),
  write: edit(firstFootnote((key) => writeFootnote(key, 'ނޯޓު'))),
  move: edit(firstFootnote(moveFootnote)),
  'remove a footnote': edit(firstFootnote(removeFootnote)),
  'remove an annotation': edit(firstAnnotation),
  split: edit(splitLine),
  join: edit(joinBackward),
  list: edit(toggleList('letters')),
  number: edit(toggleParagraphNumber),
  bold: edit(tools.bold.run),
  marker: edit(toggleCaseNumber),
  table: edit(insertTable(2, 2)),
  'merge rows': edit(inRows(withTool(tableTools.merge))),
  'merge columns': edit(inColumns(withTool(tableTools.merge))),
  'split a cell': edit(withTool(tableTools.split)),
  'add a row': edit(withTool(tableTools.rowAfter)),
  'add a column': edit(withTool(tableTools.columnAfter)),
  'remove a row': edit(withTool(tableTools.removeRow)),
  'remove a column': edit(withTool(tableTools.removeColumn)),
}

const step = fc.record({ act: fc.constantFrom(...Object.keys(acts)), from: fc.nat(), to: fc.nat() })
const longest = 3000

test('random cuts, copies, undos, pastes and changes of tables leave no key twice, none without data, and a text that can be stored', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 50, maxLength: 50, size: 'max' }), (steps) => {
      let clipboard: Clipboard = { state: stateOf(docOf(paragraphs)), slice: Slice.empty }
      for (const { act, from, to } of steps) {
        const { size } = clipboard.state.doc.content
        if (size > longest) clipboard = { ...clipboard, state: stateOf(docOf(paragraphs)) }
        const within = clipboard.state.doc.content.size + 1
        clipboard = { ...clipboard, state: select(clipboard.state, from % within, to % within) }
        clipboard = acts[act]?.(clipboard) ?? clipboard
        expectSoundKeys(clipboard.state.doc)
      }
      const delta = fromProseMirror(clipboard.state.doc.toJSON() as DocumentJson)
      const decoded = toProseMirror(delta)
      expect(fromProseMirror(decoded)).toEqual(delta)
      expect(fixTables(stateOf(Node.fromJSON(schema, decoded))), 'spans outside of a table').toBeUndefined()
    }),
    { numRuns: runs(20, 2000) },
  )
}, 600_000)

test('a copied footnote and a copied annotation have keys of their own and the same data', () => {
  let state = stateOf(docOf(['ކޯޓުން ކަނޑައެޅި ގޮތް', 'ދެން']))
  state = run(select(state, 1, 7), addAnnotation(data))
  state = run(select(state, 4, 4), insertFootnote('a'))
  state = run(state, writeFootnote('a', 'ނޯޓު'))
  const slice = select(state, 1, 8).selection.content()
  const at = state.doc.content.size - 1
  state = select(state, at, at)
  state = state.apply(state.tr.replaceSelection(pastedSlice(slice, state)))

  expect(footnotesIn(state.doc).map(({ content }) => content)).toEqual(['ނޯޓު', 'ނޯޓު'])
  const [one, other] = annotationsIn(state.doc)
  expect(annotationsIn(state.doc)).toHaveLength(2)
  expect(other).toMatchObject(data)
  expect(other?.key).not.toBe(one?.key)
})

test('a cut footnote keeps its key and its body where it is pasted', () => {
  let state = stateOf(docOf(['ކޯޓުން ކަނޑައެޅި ގޮތް', 'ދެން']))
  state = run(select(state, 4, 4), insertFootnote('a'))
  state = run(state, writeFootnote('a', 'ނޯޓު'))
  const slice = select(state, 4, 5).selection.content()
  state = select(state, 4, 5)
  state = state.apply(state.tr.deleteSelection())
  state = select(state, state.doc.content.size - 1, state.doc.content.size - 1)
  state = state.apply(state.tr.replaceSelection(pastedSlice(slice, state)))
  expect(footnotesIn(state.doc)).toMatchObject([{ key: 'a', content: 'ނޯޓު' }])
})

test('a selection that touches an annotation cannot be annotated', () => {
  const state = run(select(stateOf(docOf(['ކޯޓުން ކަނޑައެޅި ގޮތް'])), 1, 7), addAnnotation(data))
  expect(addAnnotation(data)(select(state, 5, 12))).toBe(false)
  expect(touchedAnnotation(select(state, 5, 12))?.title).toBe(data.title)
  expect(addAnnotation(data)(select(state, 7, 12))).toBe(true)
})

test('an annotation pasted into another becomes text of it', () => {
  let state = run(select(stateOf(docOf(['ކޯޓުން ކަނޑައެޅި ގޮތް', 'ދެން'])), 1, 12), addAnnotation(data))
  const [outer] = annotationsIn(state.doc)
  state = run(select(state, 14, 18), addAnnotation(data))
  const slice = select(state, 24, 28).selection.content()
  state = select(state, 5, 5)
  state = state.apply(state.tr.replaceSelection(pastedSlice(slice, state)))
  expect(annotationsIn(state.doc)[0]).toMatchObject({ key: outer?.key, pieces: [{ from: 1, to: 12 + slice.size }] })
})

test('dropped text belongs to the annotation of the place where it is dropped, not to the one it is dragged from', () => {
  let state = run(select(stateOf(docOf(['ކޯޓުން ކަނޑައެޅި ގޮތް', 'ދެން', 'ޙުކުމް'])), 1, 12), addAnnotation(data))
  state = run(select(state, 4, 4), insertFootnote('a'))
  const [{ key: outer } = { key: '' }] = annotationsIn(state.doc)
  const placeAt = (position: number) => ({ $from: state.doc.resolve(position), $to: state.doc.resolve(position) })
  const plain = new Slice(Fragment.from(schema.text('ބަސް')), 0, 0)
  const marksOf = (slice: Slice) => slice.content.content.map((node) => annotationOf(node)?.attrs['key'] as unknown)

  state = select(state, 6, 8)
  expect(marksOf(pastedSlice(plain, state, { place: placeAt(state.doc.content.size - 2) }))).toEqual([undefined])
  expect(marksOf(pastedSlice(plain, select(state, 30, 30), { place: placeAt(3) }))).toEqual([outer])

  const footnote = new Slice(Fragment.from(state.doc.nodeAt(4)), 0, 0)
  expect(marksOf(footnote)).toEqual([outer])
  const moved = { isMoved: true, place: placeAt(state.doc.content.size - 2) }
  expect(marksOf(pastedSlice(footnote, select(state, 4, 5), moved))).toEqual([undefined])
  expect(marksOf(pastedSlice(footnote, select(state, 4, 5), { isMoved: true, place: placeAt(8) }))).toEqual([outer])
})

test.each([
  [['2013/HC-A/80'], '2013/HC-A/80'],
  [['2013/HC-A/80', 'ދެން'], undefined],
])('the whole text %j is marked as a case number when it is one line', (lines, number) => {
  const state = stateOf(docOf(lines))
  const all = state.apply(state.tr.setSelection(new AllSelection(state.doc)))
  const [mark] = run(all, toggleCaseNumber).doc.firstChild?.firstChild?.marks ?? []
  expect(mark?.attrs['number']).toBe(number)
})
