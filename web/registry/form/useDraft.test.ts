import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { debounceDraft } from './useDraft.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const countRuns = () => {
  let runs = 0
  return { runs: () => runs, debounced: debounceDraft(() => (runs += 1)) }
}

test('a draft is stored each second while the user types without a pause', () => {
  const { runs, debounced } = countRuns()
  for (let keys = 0; keys < 30; keys++) {
    debounced.schedule()
    vi.advanceTimersByTime(100)
  }
  expect(runs()).toBe(3)
})

test('a draft is stored once when the user pauses, and not again until they type', () => {
  const { runs, debounced } = countRuns()
  debounced.schedule()
  vi.advanceTimersByTime(400)
  expect(runs()).toBe(1)
  vi.advanceTimersByTime(5000)
  expect(runs()).toBe(1)
})

test('flush stores a pending draft immediately, and does nothing if none is pending', () => {
  const { runs, debounced } = countRuns()
  debounced.flush()
  expect(runs()).toBe(0)
  debounced.schedule()
  debounced.flush()
  expect(runs()).toBe(1)
  vi.advanceTimersByTime(5000)
  expect(runs()).toBe(1)
})

test('a canceled draft is not stored later', () => {
  const { runs, debounced } = countRuns()
  debounced.schedule()
  debounced.cancel()
  vi.advanceTimersByTime(5000)
  expect(runs()).toBe(0)
})
