import { expect, test, vi } from 'vitest'
import { until } from '#test/live.ts'
import { superviseThread } from './superviseThread.ts'

/** A thread that sends back each message, and ends by an error at the message `fail`. */
const echo = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', (message) => {
      if (message.text === 'fail') throw new Error('it failed')
      parentPort.postMessage(message)
    })`)}`,
)

test('a thread that an error ends is reported and started again', async () => {
  const received: string[] = []
  const errors: string[] = []
  const thread = superviseThread<{ text: string }>(echo, {
    workerData: {},
    onMessage: ({ text }) => received.push(text),
    onLost: ({ message }) => errors.push(message),
    onRestarted: () => thread.post({ text: 'again' }),
  })
  thread.post({ text: 'first' })
  thread.post({ text: 'fail' })
  await until(() => received.length === 2)
  expect([received, errors]).toEqual([['first', 'again'], ['it failed']])
  await thread.stop({ wait_ms: 0 })
  expect(thread.isRunning()).toBe(false)
})

test('a thread that is being started again is not started once it is stopped', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const lost = Promise.withResolvers<Error>()
    const thread = superviseThread(echo, { workerData: {}, onMessage: () => undefined, onLost: lost.resolve })
    thread.post({ text: 'fail' })
    await lost.promise
    // Its own and, with other tests of the process, those of connections that they have left.
    expect(vi.getTimerCount()).toBeGreaterThan(0)
    await thread.stop({ wait_ms: 0 })
    vi.runOnlyPendingTimers()
    expect(thread.isRunning()).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})
