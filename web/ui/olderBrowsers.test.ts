import { expect, test } from 'vitest'
import { whenIdle } from './olderBrowsers.ts'

/** Node, like Safari, has no idle callbacks. */

test('work for an idle moment runs where there are no idle callbacks, unless it is cancelled', async () => {
  const done: string[] = []
  whenIdle(() => done.push('cancelled'), 1000)()
  await new Promise<void>((resolve) => {
    whenIdle(() => {
      done.push('run')
      resolve()
    }, 1000)
    expect(done).toEqual([])
  })
  expect(done).toEqual(['run'])
})
