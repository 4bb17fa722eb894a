import { expect, test } from 'vitest'
import { layoutNotes } from './layoutNotes.ts'

const note = (anchor: number, height = 100) => ({ anchor, height })

test('notes with enough space are next to their text', () => {
  expect(layoutNotes([note(0), note(300), note(900)], { gap: 10 })).toEqual([0, 300, 900])
})

test('a note without enough space is below the one before it', () => {
  expect(layoutNotes([note(50), note(60), note(70)], { gap: 10 })).toEqual([50, 160, 270])
})

test('the active note is exactly next to its text, and the others move away', () => {
  expect(layoutNotes([note(250), note(260), note(270)], { gap: 10, active: 1 })).toEqual([150, 260, 370])
  expect(layoutNotes([note(250), note(260), note(270)], { gap: 10, active: 2 })).toEqual([50, 160, 270])
})

test('no note moves above the top of the margin, not even for the active one', () => {
  expect(layoutNotes([note(50), note(60), note(70)], { gap: 10, active: 2 })).toEqual([0, 110, 220])
})

test('notes without overlap stay in place when another becomes active', () => {
  expect(layoutNotes([note(0), note(500), note(510)], { gap: 10, active: 2 })).toEqual([0, 400, 510])
})

test('an empty list and an unknown active note are accepted', () => {
  expect(layoutNotes([], { gap: 10 })).toEqual([])
  expect(layoutNotes([note(5)], { gap: 10, active: 7 })).toEqual([5])
})
