import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { debounceDraft } from './debounceDraft.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const counted = () => {
  let runs = 0
  return { runs: () => runs, pace: debounceDraft(() => (runs += 1)) }
}

test('whoever types on without a pause has what he wrote kept each second', () => {
  const { runs, pace } = counted()
  for (let letters = 0; letters < 30; letters++) {
    pace.ask()
    vi.advanceTimersByTime(100)
  }
  expect(runs()).toBe(3)
})

test('whoever pauses has it kept once, and no more until he writes again', () => {
  const { runs, pace } = counted()
  pace.ask()
  vi.advanceTimersByTime(400)
  expect(runs()).toBe(1)
  vi.advanceTimersByTime(5000)
  expect(runs()).toBe(1)
})

test('whoever leaves has it kept at once, and nothing where nothing is waiting', () => {
  const { runs, pace } = counted()
  pace.flush()
  expect(runs()).toBe(0)
  pace.ask()
  pace.flush()
  expect(runs()).toBe(1)
  vi.advanceTimersByTime(5000)
  expect(runs()).toBe(1)
})

test('what may be forgotten is not kept later', () => {
  const { runs, pace } = counted()
  pace.ask()
  pace.cancel()
  vi.advanceTimersByTime(5000)
  expect(runs()).toBe(0)
})
