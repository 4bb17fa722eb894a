import { getSchema } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import type { Delta, Op } from '#shared/delta/delta.ts'
import { toProseMirror } from '#shared/delta/prosemirror.ts'
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
  expect(deltaOf(typed.doc).content).toContainEqual({ insert: '2013/HC-A/801', attributes: { case_number: '2013/HC-A/801' } }) // prettier-ignore
})
