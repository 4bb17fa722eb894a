import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLineReporter } from './usePresence.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function openReporter() {
  const sent: (number | null)[] = []
  return { sent, ...createLineReporter((line) => sent.push(line)) }
}

test('the first line is reported at once, and then the last one of each interval', () => {
  const { sent, report } = openReporter()
  for (const line of [1, 2, 3]) report(line)
  expect(sent).toEqual([1])
  vi.advanceTimersByTime(2000)
  expect(sent).toEqual([1, 3])
  report(3)
  vi.advanceTimersByTime(10_000)
  expect(sent).toEqual([1, 3])
  report(4)
  expect(sent).toEqual([1, 3, 4])
})

test('a new connection gets the line again, and the end of the form takes it back', () => {
  const { sent, report, repeat, stop } = openReporter()
  report(5)
  vi.advanceTimersByTime(5000)
  repeat()
  expect(sent).toEqual([5, 5])
  stop()
  vi.advanceTimersByTime(5000)
  expect(sent).toEqual([5, 5, null])
})
