import { getSchema } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { schema as extensions } from './schema.ts'
import { scanWhile, suggestionPlugin, suggestionsIn } from './suggestionState.ts'

const schema = getSchema(extensions)
const written = ['The case 2013/HC-A/80 is old', 'no number', 'see 5/Cv-C/1901 here', '2014/HC-A/81', '2015/HC-A/82']

const open = (doc: Node) => EditorState.create({ doc, plugins: [suggestionPlugin()] })
const text = Node.fromJSON(schema, {
  type: 'doc',
  content: written.map((line) => ({ type: 'line', content: [{ type: 'text', text: line }] })),
})

/** Reads at most as many new lines as given, at least one; whether all were read, and the state after. */
function slice(state: EditorState, lines = Number.POSITIVE_INFINITY) {
  let left = lines
  const tr = scanWhile(state, () => --left > 0)
  return { isDone: tr !== undefined, next: tr ? state.apply(tr) : state }
}

const shown = (state: EditorState) =>
  suggestionsIn(state).map(({ number, from, to }) => ({ number, from, to, letters: state.doc.textBetween(from, to) }))

/** Where a text starts in the document. */
function placeOf(state: EditorState, words: string) {
  let place = -1
  state.doc.descendants((node, position) => {
    if (node.isText && node.text?.includes(words)) place = position + node.text.indexOf(words)
    return true
  })
  return place
}

test('case numbers are suggested once all lines are read, in as many slices as it takes', () => {
  let state = open(text)
  for (const lines of [1, 2, 1]) {
    const { isDone, next } = slice(state, lines)
    expect(isDone).toBe(false)
    expect(shown(next)).toEqual([])
    state = next
  }
  const { isDone, next } = slice(state, 1)
  expect(isDone).toBe(true)
  expect(shown(next).map(({ letters }) => letters)).toEqual([
    '2013/HC-A/80',
    '5/Cv-C/1901',
    '2014/HC-A/81',
    '2015/HC-A/82',
  ])
  expect(shown(next)).toEqual(shown(slice(open(text)).next))
})

test('each slice reads a line even when there is never time, and lines that were read are not read after an edit', () => {
  const read = (state: EditorState, slices: number) =>
    Array.from({ length: slices }, () => scanWhile(state, () => false) !== undefined)
  expect(read(open(text), written.length)).toEqual([false, false, false, false, true])

  const state = open(text)
  read(state, written.length - 1)
  const edited = state.apply(state.tr.insertText('9', placeOf(state, '82')))
  // What is left is the edited line, and the one that was not read before.
  expect(read(edited, 2).at(-1)).toBe(true)
})

test('suggestions are at their numbers when lines that were read and lines that were not are edited between two slices', () => {
  const edits: ((state: EditorState) => EditorState)[] = [
    (state) => state.apply(state.tr.insertText('7', placeOf(state, '/HC-A/80'))),
    (state) => state.apply(state.tr.insertText('9', placeOf(state, '/HC-A/81'))),
    (state) => state.apply(state.tr.split(placeOf(state, '2013'))),
    (state) => state.apply(state.tr.insertText('1/Cv-C/2020 ', placeOf(state, 'number'))),
    (state) => state.apply(state.tr.delete(placeOf(state, '2015'), placeOf(state, '2015') + '2015/HC-A/82'.length)),
  ]
  for (const lines of [1, 2, 3, 4])
    for (const edit of edits) {
      const edited = edit(slice(open(text), lines).next)
      const sliced = slice(slice(edited, lines).next).next
      const atOnce = slice(open(edited.doc)).next
      expect(shown(sliced)).toEqual(shown(atOnce))
    }
})

test('of a text that was read, only the line that is edited is read again', () => {
  const read = slice(open(text)).next
  const { isDone, next } = slice(read.apply(read.tr.insertText('9', placeOf(read, '82'))), 1)
  expect(isDone).toBe(true)
  expect(shown(next).at(-1)?.letters).toBe('2015/HC-A/982')
})
