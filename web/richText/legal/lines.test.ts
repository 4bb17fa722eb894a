import { getSchema } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import { type Command, EditorState, TextSelection } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import type { LineAttrs } from './attributes.ts'
import {
  clearFormatting,
  indentBy,
  joinBackward,
  lineAttrs,
  setHeader,
  splitLine,
  splitUnnumbered,
  toggleList,
  toggleParagraphNumber,
} from './lines.ts'
import { schema as extensions } from './schema.ts'

const schema = getSchema(extensions)
type Written = Partial<LineAttrs> & { text?: string }

/** A text with the caret at the end of its last line, or at its start. */
function stateOf(lines: readonly Written[], at: 'end' | 'start' = 'end') {
  const doc = Node.fromJSON(schema, {
    type: 'doc',
    content: lines.map(({ text = '', ...attrs }) => ({
      type: 'line',
      attrs,
      content: text === '' ? [] : [{ type: 'text', text }],
    })),
  })
  const end = doc.content.size - 1
  const caret = at === 'end' ? end : end - (doc.lastChild?.content.size ?? 0)
  return EditorState.create({ doc, selection: TextSelection.create(doc, caret) })
}

/** The lines after a command, with the attributes that they have. */
function linesAfter(state: EditorState, ...commands: Command[]): Written[] {
  let next = state
  for (const command of commands) command(next, (tr) => (next = next.apply(tr)))
  return next.doc.children.map((line) => ({
    ...(line.textContent && { text: line.textContent }),
    ...Object.fromEntries(Object.entries(lineAttrs(line)).filter(([, value]) => value !== null)),
  }))
}

test('Enter continues a list, a quotation and the number of a paragraph', () => {
  expect(linesAfter(stateOf([{ text: 'a', list: 'letters', indent: 2 }]), splitLine)).toEqual([
    { text: 'a', list: 'letters', indent: 2 },
    { list: 'letters', indent: 2 },
  ])
  expect(linesAfter(stateOf([{ text: 'a', blockquote: true }]), splitLine)[1]).toEqual({ blockquote: true })
  expect(linesAfter(stateOf([{ text: 'a', paragraph: 7 }]), splitLine)[1]).toEqual({ paragraph: 8 })
})

test('Enter on an empty item leaves the list level by level, and Shift+Enter adds a line without a number', () => {
  const item = stateOf([{ list: 'bullet', indent: 1 }])
  expect(linesAfter(item, splitLine)).toEqual([{ list: 'bullet' }])
  expect(linesAfter(item, splitLine, splitLine)).toEqual([{}])
  expect(linesAfter(stateOf([{ text: 'a', paragraph: 7 }]), splitUnnumbered)[1]).toEqual({})
})

test('Enter after a heading begins a paragraph, and within it splits the heading', () => {
  expect(linesAfter(stateOf([{ text: 'a', header: 1 }]), splitLine)[1]).toEqual({})
  expect(linesAfter(stateOf([{ text: 'a', header: 1 }], 'start'), splitLine)[1]).toEqual({ text: 'a', header: 1 })
})

test('Backspace at the start of a line removes indentation, list and number, one after the other', () => {
  const state = stateOf([{ text: 'a' }, { text: 'b', list: 'ordered', indent: 1, paragraph: 3 }], 'start')
  expect(linesAfter(state, joinBackward)[1]).toEqual({ text: 'b', list: 'ordered', paragraph: 3 })
  expect(linesAfter(state, joinBackward, joinBackward)[1]).toEqual({ text: 'b', paragraph: 3 })
  expect(linesAfter(state, joinBackward, joinBackward, joinBackward)[1]).toEqual({ text: 'b' })
})

test('Backspace after an empty line removes that line', () => {
  expect(linesAfter(stateOf([{ paragraph: 1 }, { text: 'b', header: 2 }], 'start'), joinBackward)).toEqual([
    { text: 'b', header: 2 },
  ])
})

test('a line is a heading, an item or a numbered paragraph, never two of them', () => {
  const state = stateOf([{ text: 'a' }])
  expect(linesAfter(state, toggleParagraphNumber, toggleList('letters'))).toEqual([{ text: 'a', list: 'letters' }])
  expect(linesAfter(state, toggleList('letters'), setHeader(1))).toEqual([{ text: 'a', header: 1 }])
  expect(linesAfter(state, setHeader(1), toggleParagraphNumber)).toEqual([{ text: 'a', paragraph: 1 }])
})

test('numbering goes on from the last number before', () => {
  const state = stateOf([{ text: 'a', paragraph: 12 }, { text: 'b' }, { text: 'c' }])
  expect(linesAfter(state, toggleParagraphNumber)[2]).toEqual({ text: 'c', paragraph: 13 })
  expect(linesAfter(state, toggleParagraphNumber, toggleParagraphNumber)[2]).toEqual({ text: 'c' })
})

test('Tab indents items only, at most eight levels', () => {
  expect(indentBy(1)(stateOf([{ text: 'a' }]))).toBe(false)
  expect(indentBy(1)(stateOf([{ text: 'a', list: 'bullet', indent: 8 }]))).toBe(false)
  expect(linesAfter(stateOf([{ text: 'a', list: 'bullet' }]), indentBy(1))).toEqual([
    { text: 'a', list: 'bullet', indent: 1 },
  ])
})

test('clear formatting keeps the number of a paragraph', () => {
  const state = stateOf([{ text: 'a', paragraph: 4, align: 'center', direction: 'ltr', blockquote: true }])
  expect(linesAfter(state, clearFormatting)).toEqual([{ text: 'a', paragraph: 4 }])
})
