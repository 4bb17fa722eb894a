import { randomUUID } from 'node:crypto'
import type { sql } from 'kysely'
import { expect } from 'vitest'
import type { Api, ApiAnswer, Caller } from '#test/api.ts'
import { rowOf } from '#test/signedInApi.ts'
import type { FaultInjection } from './faultInjection.ts'
import type { Changes } from './tableChanges.ts'

type Answer = Pick<ApiAnswer, 'status' | 'retryAfter' | 'body'>
export type Call = () => Promise<Answer>
export type Stage = { api: Api; staff: Caller; faults: FaultInjection; onClose: (close: () => Promise<void>) => void }

/** `again`: how a client repeats the call, where it does not send the same bytes again. */
type Prepared = { call: Call; again?: Call }

export type Action = {
  /** Of the application. */
  options?: { index?: true; env?: Record<string, string> }
  /** Opens what the action needs once. Returns a function that makes what one call of it changes. */
  open: (stage: Stage) => Promise<() => Promise<Prepared>>
  /**
   * What a repetition does whose first call has succeeded. By default it succeeds without an effect. `repeats`: it has its
   * effect again, and the first is replaced or expires by itself. `code-ended`: it is refused with this error.
   */
  secondTime?: 'repeats' | 'code-ended'
  /** What may stay of a failed call, and what all is changed after it was repeated, where that differs from one success. */
  steps?: { after: Changes; total?: Changes }[]
}

/** A save with a key, which is the same when it is repeated. */
export const save = ({ staff }: Stage, path: string, body: object): Prepared => {
  const headers = { 'idempotency-key': randomUUID() }
  return { call: () => staff(path, body, { headers }) }
}

export async function idOf(query: ReturnType<typeof sql<{ id: number }>>, { db }: Api) {
  const { rows } = await query.execute(db)
  return rows[0]?.id ?? 0
}

export async function rowFrom(call: Promise<Answer>) {
  const { status, body } = await call
  expect(status, JSON.stringify(body)).toBe(200)
  return rowOf(body)
}
