import { afterEach, expect, vi } from 'vitest'

// What is written to the console in a test is a mistake that nobody would see.
const wrote = (['error', 'warn'] as const).map((level) => vi.spyOn(console, level))

afterEach(() => {
  for (const spy of wrote) {
    expect(spy.mock.calls, 'the console was written to').toEqual([])
    spy.mockClear()
  }
})
