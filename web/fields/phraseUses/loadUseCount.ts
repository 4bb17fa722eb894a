import type { CountUsesAnswer } from '#shared/calls/phraseUses.ts'
import { limits } from '#shared/limits.ts'
import { postPath } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'

type Counts = Promise<ReadonlyMap<number, number>>

/** The delay in which the rows of a list that opens are asked for in one request. */
const batch_ms = 30

const waiting = new Map<string, { ids: number[]; counts: Counts }>()

/** How often the case with a case number contains a phrase; null for one that the user may not read. Requests are batched. */
export async function loadUseCount(phrase: string, id: number): Promise<number | null> {
  const batch = batchOf(phrase)
  batch.ids.push(id)
  return (await batch.counts).get(id) ?? null
}

function batchOf(phrase: string) {
  const open = waiting.get(phrase)
  if (open && open.ids.length < limits.list.choices) return open
  const ids: number[] = []
  const batch = { ids, counts: sendLater(phrase, ids) }
  waiting.set(phrase, batch)
  return batch
}

async function sendLater(phrase: string, ids: number[]): Counts {
  await new Promise((resolve) => setTimeout(resolve, batch_ms))
  if (waiting.get(phrase)?.ids === ids) waiting.delete(phrase)
  const answer = await postPath<CountUsesAnswer>('phrases/countUses', { Phrase: phrase, CaseNumbers: ids })
  return new Map(unwrapAnswer(answer).data.map(({ id, count }) => [id, count]))
}
