import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, useEffect, useSyncExternalStore } from 'react'
import type { PlacedCorrection, Review, ReviewItem } from '#shared/calls/review.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { post } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { isOwn } from '#web/platform/live/live.ts'
import { useChannel } from '#web/platform/live/useChannel.ts'
import { registerWork } from '#web/platform/navigation/navigation.ts'
import { currentToken, currentUserId, keepPageOnExpiry } from '#web/platform/session/session.ts'
import { showAnswer } from '#web/platform/toasts/toasts.tsx'
import { reauthentication, waitForConnection } from '#web/platform/upload/upload.ts'
import { randomUuid } from '#web/platform/randomUuid.ts'
import { createDecisionQueue, type DecisionQueue, type Pending } from './decisionQueue.ts'

const key = (id: number, ...rest: readonly (string | number)[]) => ['analysis-review', id, ...rest]

const reviewQuery = (id: number) =>
  queryOptions({
    queryKey: key(id, 'review'),
    queryFn: async ({ signal }) => unwrapAnswer(await post('analysis/review', { id }, { signal })).data,
    staleTime: 0,
    gcTime: 0,
  })

export const pageQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: key(id, 'page', page),
    queryFn: async ({ signal }) => unwrapAnswer(await post('analysis/reviewPage', { id, page }, { signal })).data,
  })

/** The picture of a page of a PDF, which stays as it is: another PDF of the analysis has pictures of its own. */
export const pictureQuery = (id: number, { pdf_file }: Review, page: number) =>
  queryOptions({
    queryKey: key(id, 'picture', pdf_file, page),
    queryFn: async ({ signal }) => {
      const { data } = unwrapAnswer(await post('analysis/pagePicture', { id, page }, { signal }))
      const bytes = Uint8Array.from(atob(data.png), (letter) => letter.charCodeAt(0))
      return new Blob([bytes], { type: 'image/png' })
    },
    staleTime: Infinity,
    gcTime: 60_000,
  })

/**
 * The review of an analysis with the user's decisions, which are shown at once. `written`: texts that were typed and are not
 * stored, by their place: they are offered when the place is opened again. `unchosen`: those of selects, by field.
 */
export function useReview(id: number) {
  const client = useQueryClient()
  const query = useQuery(reviewQuery(id))
  const queue = queueOf(client, id)
  const { pending, waiting, isInterrupted } = useSyncExternalStore(queue.subscribe, queue.state)
  const [written] = useState(() => new Map<string, unknown>())
  const [unchosen] = useState(() => new Map<string, string>())

  const load = () => client.query(reviewQuery(id))
  useChannel(
    `presence-${analysis.model}.${id}`,
    (message) => {
      // A run that has ended replaces the lines, too.
      if (!isOwn(message)) void client.invalidateQueries({ queryKey: key(id), predicate: isText })
    },
    () => void client.invalidateQueries({ queryKey: key(id), predicate: isText }),
  )

  const review = query.data && withPending(query.data, pending)
  return { query, review, isSaving: waiting > 0, isInterrupted, send: queue.send, load, written, unchosen }
}

export type ReviewState = ReturnType<typeof useReview>

export const hasUnsaved = ({ written, unchosen }: ReviewState) => written.size > 0 || unchosen.size > 0

/** They outlast the dialog: what waits is sent after it is closed, too. */
const queues = new Map<number, DecisionQueue>()

function queueOf(client: QueryClient, id: number): DecisionQueue {
  const queue = queues.get(id) ?? createDecisionQueue(dependenciesOf(client, id))
  if (!queues.has(id)) queue.subscribe(keepPage)
  queues.set(id, queue)
  return queue
}

function dependenciesOf(client: QueryClient, id: number): Parameters<typeof createDecisionQueue>[0] {
  const { queryKey } = reviewQuery(id)
  return {
    review: () => client.getQueryData(queryKey),
    load: () => post('analysis/review', { id }),
    store: (review) => {
      client.setQueryData(queryKey, review)
      // What is being fetched may be older.
      if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey })
    },
    showFailure: showAnswer,
    reauthenticate: async () => {
      const user = currentUserId()
      await reauthentication()
      return currentToken() !== undefined && currentUserId() === user
    },
    waitForConnection,
  }
}

const hasWaiting = () => [...queues.values()].some((queue) => queue.state().waiting > 0)
registerWork(hasWaiting)

let releasePage: (() => void) | undefined

/** Decisions would be lost with the page: an expired session asks to sign in again over it. */
function keepPage() {
  if (hasWaiting()) releasePage ??= keepPageOnExpiry()
  else {
    releasePage?.()
    releasePage = undefined
  }
}

/** A text that is typed at a place of the review, until it is stored or discarded. */
export function useWritten<Value>({ written }: ReviewState, place: string, initial: Value) {
  const read = () => (written.has(place) ? (written.get(place) as Value) : initial)
  const [value, setValue] = useState(read)
  return {
    value,
    /** The value with what was written since the last render. */
    read,
    isWritten: written.has(place),
    write: (next: Value) => {
      written.set(place, next)
      setValue(next)
    },
    /** It is discarded, or being stored: a text that is not stored is offered again. */
    finish: (isStored?: Promise<boolean>) => {
      const last = read()
      if (!written.delete(place)) return
      void isStored?.then((stored) => {
        if (!stored && !written.has(place)) written.set(place, last)
      })
    },
  }
}

const isText = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[2] !== 'picture'

/** Later corrections replace those that they overlap. */
function withPending(review: Review, pending: readonly Pending[]): Review {
  if (pending.length === 0) return review
  const added = pending.flatMap(({ corrections }) => corrections)
  const isReplaced = (one: PlacedCorrection) =>
    added.some(
      (other) => other.page === one.page && other.line === one.line && other.start < one.end && one.start < other.end,
    )
  return { ...review, corrections: [...review.corrections.filter((one) => !isReplaced(one)), ...added] }
}

type Change = { item: ReviewItem; after: string; alike?: readonly ReviewItem[] }

/** Accepts a word, or corrects it; with `alike`, those words too. Returns the act, by which it is undone. */
export function sendCorrection({ send }: ReviewState, id: number, { item, after, alike = [] }: Change) {
  const act = randomUuid()
  const { page, line, start, end, text } = item
  const everywhere = alike.length > 1
  const shown = (everywhere ? alike : [item]).map((one): PlacedCorrection => ({
    act,
    page: one.page,
    line: one.line,
    start: one.start,
    end: one.end,
    after,
    kind: after === text ? 'accepted' : 'fixed',
    by: '',
    mine: true,
  }))
  const corrections = [{ page, line, start, end, before: text, after }]
  const stored = send(
    ({ version }) => post('analysis/correct', { id, version, act, corrections, everywhere }, { isSave: true }),
    { shown: { act, corrections: shown } },
  )
  return { act, stored }
}

const revoke_ms = 10_000

/** An address of a blob for as long as the component shows it. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [shown, setShown] = useState<{ blob: Blob; url: string }>()
  useEffect(() => {
    if (!blob) return undefined
    const url = URL.createObjectURL(blob)
    queueMicrotask(() => setShown({ blob, url }))
    // A picture that was shown last may still load it.
    return () => void setTimeout(() => URL.revokeObjectURL(url), revoke_ms)
  }, [blob])
  return shown && shown.blob === blob ? shown.url : undefined
}
