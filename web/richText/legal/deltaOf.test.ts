import { getSchema } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import { EditorState, TextSelection } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import type { Delta, Op } from '#shared/delta/delta.ts'
import { toProseMirror } from '#shared/delta/prosemirror.ts'
import { runs } from '#test/nightly.ts'
import { buildText, editText, seededRandom } from '#test/textEdits.ts'
import { changeInto, deltaOf } from './deltaOf.ts'
import { keysPlugin } from './keys.ts'
import { markerEdits } from './markerEdits.ts'
import { schema as extensions } from './schema.ts'

const schema = getSchema(extensions)
const ofLines = (...lines: Op[][]): Delta => ({
  content: lines.flatMap((line): Op[] => [...line, { insert: '\n' }]),
  footnotes: [],
  annotations: [],
})
const stateOf = (text: Delta) =>
  EditorState.create({
    doc: Node.fromJSON(schema, toProseMirror(text)),
    plugins: [keysPlugin(), markerEdits()],
  })

test('a marker in a text that is taken over keeps its number, also where the detector reads another one', () => {
  const state = stateOf(ofLines([{ insert: 'ޙުކުމް' }]))
  const text = ofLines(
    [{ insert: 'ޙުކުމް' }],
    [{ insert: 'mismatch of the court', attributes: { case_number: '55/SC-A/2011' } }],
    [{ insert: 'ހައިކޯޓުގެ 2013 ވަނަ އަހަރުގެ ގަޒިއްޔާ ނަންބަރު 80', attributes: { case_number: '2013/HC-A/80' } }],
  )
  expect(deltaOf(state.apply(changeInto(state, text)).doc)).toEqual(text)
})

test('a marker that is dropped keeps its number, and one that is typed into follows its text', () => {
  const state = stateOf(ofLines([{ insert: 'ޙުކުމް ' }]))
  const marker = { insert: '2013/HC-A/80', attributes: { case_number: '55/SC-A/2011' } }
  const { content } = Node.fromJSON(schema, toProseMirror(ofLines([marker]))).child(0)
  const dropped = state.apply(state.tr.insert(8, content).setMeta('uiEvent', 'drop'))
  expect(deltaOf(dropped.doc).content).toContainEqual(marker)
  const typed = dropped.apply(dropped.tr.insertText('1', 20))
  expect(deltaOf(typed.doc).content).toContainEqual({
    insert: '2013/HC-A/801',
    attributes: { case_number: '2013/HC-A/801' },
  })
})

test('a selection between changed paragraphs keeps its words when another text is taken over', () => {
  const lines = (first: string, middle: string, last: string) =>
    ofLines([{ insert: first }], [{ insert: middle }], ...[last, 'ނިންމުން'].map((insert) => [{ insert }]))
  const before = stateOf(lines('ކޯޓުގެ ބަޔާން', 'ދަޢުވާގެ މައްސަލަ', 'ޙުކުމް'))
  const state = before.apply(before.tr.setSelection(TextSelection.create(before.doc, 16, 23)))
  const wordsAfter = (text: Delta) => {
    const { doc, selection } = state.apply(changeInto(state, text))
    expect(deltaOf(doc)).toEqual(text)
    return doc.textBetween(selection.from, selection.to)
  }
  const words = state.doc.textBetween(16, 23)
  expect(wordsAfter(lines('ކޯޓުގެ އައު ބަޔާން', 'ދަޢުވާގެ މައްސަލަ', 'އައު ޙުކުމް'))).toBe(words)
  expect(wordsAfter(lines('ކޯޓުގެ އައު ބަޔާން', 'މި ދަޢުވާގެ މައްސަލަ', 'އައު ޙުކުމް'))).toBe(words)
  expect(wordsAfter(ofLines([{ insert: 'ކުރިން' }], [{ insert: 'ދަޢުވާގެ މައްސަލަ' }]))).toBe(words)
})

function placesOf(doc: Node, text: string): [number, ...number[]] {
  const places: number[] = []
  doc.descendants((node, position) => {
    if (node.text === text) places.push(position)
  })
  return [places[0] ?? 0, ...places.slice(1)]
}

const cells = (...texts: string[]): Op[] =>
  texts.flatMap((insert, index): Op[] => [
    { insert },
    { insert: '\n', attributes: { table: `r${index >> 1}`, cell: `c${index}` } },
  ])

test('a selection in a cell keeps its words when other cells of the table are changed', () => {
  const ofCells = (...texts: string[]): Delta => ({ ...ofLines(), content: [{ insert: 'ތާވަލު\n' }, ...cells(...texts)] })
  const before = stateOf(ofCells('one', 'two', 'three', 'four'))
  const [from] = placesOf(before.doc, 'three')
  const state = before.apply(before.tr.setSelection(TextSelection.create(before.doc, from, from + 5)))
  const after = state.apply(changeInto(state, ofCells('one of theirs', 'two', 'three', 'four of theirs')))
  expect(after.doc.textBetween(after.selection.from, after.selection.to)).toBe('three')
})

test('a document that is changed into another text is that text', () => {
  for (let seed = 0; seed < runs(30, 3000); seed += 1) {
    const random = seededRandom(seed)
    const before = buildText(random, 6)
    const edits = Array.from({ length: 1 + Math.floor(random() * 8) })
    const after = edits.reduce<Delta>((text, _, index) => editText(text, random, `x${index}`), before)
    for (const [one, other] of [
      [before, after],
      [after, before],
      [after, buildText(random, 2)],
      [ofLines(), after],
      [after, ofLines()],
    ] as const) {
      const state = stateOf(one)
      const doc = Node.fromJSON(schema, toProseMirror(other))
      expect(changeInto(state, other).doc.eq(doc), `seed ${seed}`).toBe(true)
    }
  }
})

test('a document of 1,200 lines that is changed into a text without a common line is that text', () => {
  const ofCount = (count: number, text: string) =>
    ofLines(...Array.from({ length: count }, (_, index) => [{ insert: `${text} ${index}` }]))
  const state = stateOf(ofCount(1200, 'ކުރިން'))
  const other = ofCount(1300, 'ދެން')
  expect(deltaOf(changeInto(state, other).doc)).toEqual(other)
})
