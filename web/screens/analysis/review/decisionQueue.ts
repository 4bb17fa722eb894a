import { backoff } from '#shared/backoff.ts'
import type { Answer, Failure } from '#shared/calls/answer.ts'
import type { PlacedCorrection, Review } from '#shared/calls/review.ts'

type ReviewAnswer = Answer<{ data: Review }>
/** Sends a decision for the newest review that is known. The answer has the review after it, unless that is not shown. */
export type Send = (newest: Review) => Promise<Answer<{ data?: Review | undefined }>>
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
  /** The review that is shown; undefined before it is loaded. */
  review: () => Review | undefined
  load: () => Promise<ReviewAnswer>
  store: (review: Review) => void
  showFailure: (answer: Failure) => void
  /** Waits while the user is asked to sign in again. Resolves with whether they have. */
  reauthenticate: () => Promise<boolean>
  waitForConnection: (delay_ms: number) => Promise<void>
}

type SendOptions = {
  /** What the decision changes. */
  shown?: Pending
  /** It is sent only when all that wait before it are stored. */
  isFinal?: boolean
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
  /** Whether all waiting decisions were stored. */
  let all: Promise<boolean> = Promise.resolve(true)

  const change = (changes: Partial<QueueState>) => {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }
  const send = async (call: Send, { shown, isFinal = false }: SendOptions = {}): Promise<boolean> => {
    const before = state.waiting === 0 ? Promise.resolve(true) : all
    change({ waiting: state.waiting + 1, pending: shown ? [...state.pending, shown] : state.pending })
    const sent = before
      .then((areStored) =>
        isFinal && !areStored ? false : sendNow(dependencies, call, () => change({ isInterrupted: true })),
      )
      .catch(() => false)
    all = Promise.all([before, sent]).then((stored) => stored.every(Boolean))
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
    /** Sends a decision after those before it. Resolves with whether it was stored. */
    send,
  }
}

/** How often a decision is sent while other users change the analysis. */
const attempts = 3

/** Sends a decision with the newest version. A refusal is shown, and the review is loaded again. */
async function sendNow(dependencies: Dependencies, call: Send, onInterrupted: () => void): Promise<boolean> {
  const load = async () => {
    const loaded = await untilAnswered(dependencies, dependencies.load, onInterrupted)
    if (loaded.Status === 'success') dependencies.store(loaded.data)
    return loaded
  }
  let newest = dependencies.review()
  for (let attempt = 1; ; attempt += 1) {
    const loaded = newest ? undefined : await load()
    const seen = loaded?.Status === 'success' ? loaded.data : newest
    const answer = seen ? await untilAnswered(dependencies, () => call(seen), onInterrupted) : undefined
    if (answer?.Status === 'success') {
      if (answer.data) dependencies.store(answer.data)
      return true
    }
    newest = undefined
    if (answer?.code === 'changed-elsewhere' && attempt < attempts) continue
    const refusal = answer ?? loaded
    if (refusal?.Status === 'error') dependencies.showFailure(refusal)
    if (answer) await load()
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

async function untilAnswered<Success extends object>(
  { reauthenticate, waitForConnection }: Dependencies,
  call: () => Promise<Answer<Success>>,
  onInterrupted: () => void,
): Promise<Answer<Success>> {
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
