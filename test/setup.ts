import { afterEach, expect, vi } from 'vitest'

// A message on the console in a test is an error that would go unnoticed.
const consoleSpies = (['error', 'warn'] as const).map((level) => vi.spyOn(console, level))

afterEach(() => {
  for (const spy of consoleSpies.filter(({ mock }) => mock.calls.length > 0)) {
    const calls = [...spy.mock.calls]
    spy.mockClear()
    expect(calls, 'the console was written to').toEqual([])
  }
})

declare module 'vitest' {
  export interface TaskMeta {
    cpuSeconds?: number
  }
}

// What the file costs, for the budget (`testReporter.ts`): processor time does not depend on what else the machine does.
const before = process.cpuUsage()
afterEach(({ task }) => {
  const { user, system } = process.cpuUsage(before)
  task.file.meta.cpuSeconds = (user + system) / 1_000_000
})
