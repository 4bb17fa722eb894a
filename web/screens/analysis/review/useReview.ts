import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, useEffect } from 'react'
import type { Answer } from '#shared/calls/answer.ts'
import type { PlacedCorrection, Review, ReviewItem } from '#shared/calls/review.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { post } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { isOwn } from '#web/platform/live/live.ts'
import { useChannel } from '#web/platform/live/useChannel.ts'
import { showAnswer } from '#web/platform/toasts/toasts.tsx'
import { randomUuid } from '#web/platform/randomUuid.ts'
import { isLineItem } from './reviewModel.ts'

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

export const pictureQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: key(id, 'picture', page),
    queryFn: async ({ signal }) => {
      const { data } = unwrapAnswer(await post('analysis/pagePicture', { id, page }, { signal }))
      const bytes = Uint8Array.from(atob(data.png), (letter) => letter.charCodeAt(0))
      return new Blob([bytes], { type: 'image/png' })
    },
    // The file of an analysis does not change while it is reviewed.
    staleTime: Infinity,
    gcTime: 60_000,
  })

type Send = (version: number) => Promise<Answer<{ data: Review }>>
/** What a call will change, shown until it is answered. */
type Pending = { act: string; corrections: PlacedCorrection[] }

/**
 * The review of an analysis with the user's decisions. They are shown at once and sent one after the other, each with the
 * version that the answer before it brought; after a change by another user, once more with theirs.
 */
export function useReview(id: number) {
  const client = useQueryClient()
  const query = useQuery(reviewQuery(id))
  const [pending, setPending] = useState<readonly Pending[]>([])
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const [waiting, setWaiting] = useState(0)

  const load = () => client.query(reviewQuery(id))
  useChannel(
    `presence-${analysis.model}.${id}`,
    (message) => {
      // A run that has ended replaces the lines, too.
      if (!isOwn(message)) void client.invalidateQueries({ queryKey: key(id), predicate: isText })
    },
    () => void client.invalidateQueries({ queryKey: key(id), predicate: isText }),
  )

  /** Sends a decision after those before it; `shown` is what it changes. Resolves with whether it was stored. */
  function send(call: Send, shown?: Pending): Promise<boolean> {
    if (shown) setPending((all) => [...all, shown])
    setWaiting((count) => count + 1)
    const sent = queue.current
      .then(() => sendNow(client, id, call))
      .catch(() => false)
      .finally(() => {
        setWaiting((count) => count - 1)
        if (shown) setPending((all) => all.filter(({ act }) => act !== shown.act))
      })
    queue.current = sent
    return sent
  }

  return { query, review: query.data && withPending(query.data, pending), isSaving: waiting > 0, send, load }
}

/** Sends a decision with the newest version. A refusal is shown, and the review is loaded again. */
async function sendNow(client: QueryClient, id: number, send: Send): Promise<boolean> {
  const query = reviewQuery(id)
  for (let attempt = 1; ; attempt += 1) {
    const { version } = client.getQueryData(query.queryKey) ?? (await client.query(query))
    const answer = await send(version)
    if (answer.Status === 'success') {
      client.setQueryData(query.queryKey, answer.data)
      return true
    }
    const isRetried = answer.code === 'changed-elsewhere' && attempt < attempts
    if (!isRetried) showAnswer(answer)
    await client.query(query)
    if (!isRetried) return false
  }
}

/** How often a decision is sent while other users change the analysis. */
const attempts = 3

export type ReviewState = ReturnType<typeof useReview>

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

type Change = { item: ReviewItem; after: string; everywhere?: boolean }

/** Accepts a word, or corrects it; with `everywhere`, all alike ones. Returns the act, by which it is undone. */
export function sendCorrection({ review, send }: ReviewState, id: number, { item, after, everywhere = false }: Change) {
  const act = randomUuid()
  const { page, line, start, end, text } = item
  const alike = everywhere ? (review?.items.filter((one) => !isLineItem(one) && one.text === text) ?? []) : []
  const shown = [item, ...alike].map((one): PlacedCorrection => ({
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
  const stored = send((version) => post('analysis/correct', { id, version, act, corrections, everywhere }), {
    act,
    corrections: shown,
  })
  return { act, stored }
}

/** An address of a blob for as long as the component shows it. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [shown, setShown] = useState<{ blob: Blob; url: string }>()
  useEffect(() => {
    if (!blob) return undefined
    const url = URL.createObjectURL(blob)
    queueMicrotask(() => setShown({ blob, url }))
    return () => URL.revokeObjectURL(url)
  }, [blob])
  return shown && shown.blob === blob ? shown.url : undefined
}
