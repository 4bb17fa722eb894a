import { backoff } from '#shared/backoff.ts'
import type { Answer, Failure } from '#shared/calls/answer.ts'
import type { PlacedCorrection, Review } from '#shared/calls/review.ts'

type ReviewAnswer = Answer<{ data: Review }>
export type Send = (version: number) => Promise<ReviewAnswer>
/** What a call will change, shown until it is answered. */
export type Pending = { act: string; corrections: PlacedCorrection[] }

type QueueState = {
  /** How many decisions are not stored yet. */
  waiting: number
  /** The first of them could not be sent, and is sent again. */
  isInterrupted: boolean
  pending: readonly Pending[]
}

type Dependencies = {
  /** The version of the review that is shown; undefined before it is loaded. */
  version: () => number | undefined
  load: () => Promise<ReviewAnswer>
  store: (review: Review) => void
  showFailure: (answer: Failure) => void
  /** Waits while the user is asked to sign in again. Resolves with whether they have. */
  reauthenticate: () => Promise<boolean>
  waitForConnection: (delay_ms: number) => Promise<void>
}

export type DecisionQueue = ReturnType<typeof createDecisionQueue>

/**
 * The decisions about one analysis, sent one after the other, each with the version that the answer before it brought; after
 * a change by another user, again with theirs. While the server cannot be reached, or the session has ended, a decision is
 * sent again until it is answered.
 */
export function createDecisionQueue(dependencies: Dependencies) {
  const listeners = new Set<() => void>()
  let state: QueueState = { waiting: 0, isInterrupted: false, pending: [] }
  let last: Promise<unknown> = Promise.resolve()

  const change = (changes: Partial<QueueState>) => {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }
  const send = async (call: Send, shown?: Pending): Promise<boolean> => {
    change({ waiting: state.waiting + 1, pending: shown ? [...state.pending, shown] : state.pending })
    const sent = last.then(() => sendNow(dependencies, call, () => change({ isInterrupted: true }))).catch(() => false)
    last = sent
    const isStored = await sent
    change({
      waiting: state.waiting - 1,
      isInterrupted: false,
      pending: state.pending.filter((one) => one !== shown),
    })
    return isStored
  }
  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Sends a decision after those before it; `shown` is what it changes. Resolves with whether it was stored. */
    send,
  }
}

/** How often a decision is sent while other users change the analysis. */
const attempts = 3

/** Sends a decision with the newest version. A refusal is shown, and the review is loaded again. */
async function sendNow(dependencies: Dependencies, call: Send, onInterrupted: () => void): Promise<boolean> {
  const repeat = (run: () => Promise<ReviewAnswer>) => untilAnswered(dependencies, run, onInterrupted)
  const load = async () => {
    const loaded = await repeat(dependencies.load)
    if (loaded.Status === 'success') dependencies.store(loaded.data)
    return loaded
  }
  let version = dependencies.version()
  for (let attempt = 1; ; attempt += 1) {
    const loaded = version === undefined ? await load() : undefined
    const sent = loaded?.Status === 'success' ? loaded.data.version : version
    const answer = sent === undefined ? loaded : await repeat(() => call(sent))
    if (answer?.Status === 'success') {
      dependencies.store(answer.data)
      return true
    }
    version = undefined
    if (answer?.code === 'changed-elsewhere' && attempt < attempts) continue
    if (answer) dependencies.showFailure(answer)
    if (!loaded || loaded.Status === 'success') await load()
    return false
  }
}

/** These say nothing about the decision: it is sent again. */
const interruptions: ReadonlySet<string> = new Set([
  'network',
  'timeout',
  'unavailable',
  'too-many',
  'save-in-progress',
])

async function untilAnswered(
  { reauthenticate, waitForConnection }: Dependencies,
  call: () => Promise<ReviewAnswer>,
  onInterrupted: () => void,
): Promise<ReviewAnswer> {
  for (let count = 0; ; count += 1) {
    const answer = await call()
    if (answer.Status === 'success') return answer
    if (answer.code === 'no-session') {
      if (!(await reauthenticate())) return answer
    } else if (interruptions.has(answer.code)) {
      onInterrupted()
      await waitForConnection(backoff(count))
    } else return answer
  }
}
