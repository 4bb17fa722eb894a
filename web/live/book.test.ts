import { expect, test } from 'vitest'
import type { LiveMessage } from '#shared/calls/live.ts'
import { buildBook } from './book.ts'

const told = (sequence: number): LiveMessage => ({ sequence, event: 'Updated', data: { id: 1 }, group: '', from: null })

function listening(channel: string, book = buildBook()) {
  const heard: number[] = []
  let reloads = 0
  const listener = {
    onEvent: ({ sequence }: LiveMessage) => void heard.push(sequence),
    onReload: () => void (reloads += 1),
  }
  book.listen(channel, listener)
  return { book, heard, listener, reloads: () => reloads }
}

test('who joins without knowing any change is told to look anew, as it may have changed meanwhile', () => {
  const { book, reloads } = listening('private-Court-Primary')
  expect(book.since('private-Court-Primary')).toBeUndefined()
  book.joined('private-Court-Primary', { sequence: 7 })
  expect(reloads()).toBe(1)
  expect(book.since('private-Court-Primary')).toBe(7)
})

test('who listens to another channel later asks for what came after the last change that he knows', () => {
  const { book } = listening('private-User.1')
  book.joined('private-User.1', { sequence: 7 })
  book.heard('private-User.1', told(9))
  const other = listening('private-Court-Primary', book)
  expect(book.since('private-Court-Primary')).toBe(9)
  book.joined('private-Court-Primary', { sequence: 12 })
  expect(other.reloads()).toBe(0)
  book.heard('private-Court-Primary', told(11))
  expect(other.heard).toEqual([11])
})

test('what is told again after a broken connection is heard once, in its order', () => {
  const { book, heard, reloads } = listening('private-Court-Primary')
  book.joined('private-Court-Primary', { sequence: 1 })
  for (const sequence of [2, 3]) book.heard('private-Court-Primary', told(sequence))
  book.joined('private-Court-Primary', { sequence: 5 })
  for (const sequence of [3, 4, 5, 6]) book.heard('private-Court-Primary', told(sequence))
  expect(heard).toEqual([2, 3, 4, 5, 6])
  expect(reloads()).toBe(1)
})

test('too much to be told again is looked at anew', () => {
  const { book, reloads } = listening('private-Court-Primary')
  book.joined('private-Court-Primary', { sequence: 1 })
  book.joined('private-Court-Primary', { sequence: 900, reload: true })
  expect(reloads()).toBe(2)
  expect(book.since('private-Court-Primary')).toBe(900)
})

test('a channel that nobody listens to any more is not wanted', () => {
  const { book, listener } = listening('private-Court-Primary')
  expect(book.wanted()).toEqual(['private-Court-Primary'])
  book.leave('private-Court-Primary', listener)
  expect(book.wanted()).toEqual([])
})

test('whose channel is shut asks what has become of what it was about', () => {
  const { book, heard, reloads } = listening('private-Case.abc')
  book.joined('private-Case.abc', { sequence: 3 })
  book.refused('private-Case.abc')
  book.refused('private-Case.another')
  expect(reloads()).toBe(2)
  expect(heard).toEqual([])
})
