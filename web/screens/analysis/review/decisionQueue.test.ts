import { expect, test } from 'vitest'
import type { Answer, Failure } from '#shared/calls/answer.ts'
import type { PlacedCorrection, Review } from '#shared/calls/review.ts'
import { createDecisionQueue, type Pending } from './decisionQueue.ts'

const reviewAt = (version: number) => ({ version }) as Review
const stored = (version: number) => ({ Status: 'success', Message: '', data: reviewAt(version) }) as const
const failure = (code: string): Failure => ({ Status: 'error', Message: code, code, payload: { errors: {} } })
const shown: Pending = { act: 'one', corrections: [{ after: 'ރަނގަޅު' } as PlacedCorrection] }

/** A queue whose server gives these answers, one after the other. */
function buildQueue({ signsIn = true, loaded = 7 } = {}) {
  let shownReview = reviewAt(1)
  const seen: { versions: number[]; failures: string[]; waits: number; signIns: number } = {
    versions: [],
    failures: [],
    waits: 0,
    signIns: 0,
  }
  const queue = createDecisionQueue({
    review: () => shownReview,
    load: () => Promise.resolve(stored(loaded)),
    store: (review) => (shownReview = review),
    showFailure: ({ code }) => void seen.failures.push(code),
    reauthenticate: () => Promise.resolve(((seen.signIns += 1), signsIn)),
    waitForConnection: () => Promise.resolve(void (seen.waits += 1)),
  })
  const answering =
    (...answers: Answer<{ data?: Review | undefined }>[]) =>
    ({ version }: Review) => {
      seen.versions.push(version)
      return Promise.resolve(answers.shift() ?? failure('broken'))
    }
  return { queue, seen, answering }
}

test('a decision that the network lost is shown and sent again with the same version until it is stored', async () => {
  const { queue, seen, answering } = buildQueue()
  const states: boolean[] = []
  queue.subscribe(() => states.push(queue.state().isInterrupted))
  const sent = queue.send(answering(failure('network'), failure('unavailable'), stored(2)), { shown })
  expect(queue.state()).toMatchObject({ waiting: 1, pending: [shown] })
  expect(await sent).toBe(true)
  expect(seen).toMatchObject({ versions: [1, 1, 1], failures: [], waits: 2 })
  expect(states).toContain(true)
  expect(queue.state()).toEqual({ waiting: 0, isInterrupted: false, pending: [] })
})

test('a decision of an ended session is sent when its user has signed in again, and not when they have not', async () => {
  const again = buildQueue()
  expect(await again.queue.send(again.answering(failure('no-session'), stored(2)))).toBe(true)
  expect(again.seen).toMatchObject({ signIns: 1, versions: [1, 1], failures: [] })

  const gone = buildQueue({ signsIn: false })
  expect(await gone.queue.send(gone.answering(failure('no-session'), stored(2)))).toBe(false)
  expect(gone.seen).toMatchObject({ versions: [1], failures: ['no-session'] })
})

test('a decision after a change by another user is sent again with their version, three times at most', async () => {
  const { queue, seen, answering } = buildQueue()
  expect(await queue.send(answering(failure('changed-elsewhere'), stored(8)))).toBe(true)
  expect(seen).toMatchObject({ versions: [1, 7], failures: [] })
  const conflict = failure('changed-elsewhere')
  expect(await queue.send(answering(conflict, conflict, conflict, stored(9)))).toBe(false)
  expect(seen).toMatchObject({ versions: [1, 7, 8, 7, 7], failures: ['changed-elsewhere'] })
})

test('decisions are sent in their order, and a refused one does not hold the next', async () => {
  const { queue, seen, answering } = buildQueue()
  const first = queue.send(answering(failure('wrong-status')), { shown })
  const second = queue.send(answering(stored(9)))
  expect(await first).toBe(false)
  expect(queue.state().pending).toEqual([])
  expect(await second).toBe(true)
  expect(seen).toMatchObject({ versions: [1, 7], failures: ['wrong-status'] })
})

test('a final decision is sent after those that wait, and not when one of them is refused', async () => {
  const { queue, seen, answering } = buildQueue()
  void queue.send(answering(stored(2)))
  expect(await queue.send(answering({ Status: 'success', Message: '' }), { isFinal: true })).toBe(true)
  expect(seen.versions).toEqual([1, 2])

  void queue.send(answering(failure('wrong-status')))
  void queue.send(answering(stored(8)))
  expect(await queue.send(answering(stored(9)), { isFinal: true })).toBe(false)
  expect(seen).toMatchObject({ versions: [1, 2, 2, 7], failures: ['wrong-status'] })
  expect(await queue.send(answering(stored(9)), { isFinal: true })).toBe(true)
})
