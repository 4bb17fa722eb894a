import { expect, test } from 'vitest'
import { stack } from './stack.ts'

const note = (anchor: number, height = 100) => ({ anchor, height })

test('notes with room stand beside what they are about', () => {
  expect(stack([note(0), note(300), note(900)], { gap: 10 })).toEqual([0, 300, 900])
})

test('a note without room stands under the one before it', () => {
  expect(stack([note(50), note(60), note(70)], { gap: 10 })).toEqual([50, 160, 270])
})

test('the active note stands exactly in its place, and the others make room', () => {
  expect(stack([note(250), note(260), note(270)], { gap: 10, active: 1 })).toEqual([150, 260, 370])
  expect(stack([note(250), note(260), note(270)], { gap: 10, active: 2 })).toEqual([50, 160, 270])
})

test('no note leaves the margin at its head, not even for the active one', () => {
  expect(stack([note(50), note(60), note(70)], { gap: 10, active: 2 })).toEqual([0, 110, 220])
})

test('notes that were out of the way stay where they are when another becomes active', () => {
  expect(stack([note(0), note(500), note(510)], { gap: 10, active: 2 })).toEqual([0, 400, 510])
})

test('there may be no notes, and no such active note', () => {
  expect(stack([], { gap: 10 })).toEqual([])
  expect(stack([note(5)], { gap: 10, active: 7 })).toEqual([5])
})
