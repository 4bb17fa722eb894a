import { randomBytes } from 'node:crypto'
import { setImmediate as afterAnswers } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { SearchType } from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'
import { foldText } from '#shared/text/fold.ts'
import { maskPersonal } from './mask.ts'

/** What is kept of a search. Nothing says whose it was. */
export type Searched = {
  type: SearchType
  /** As it was typed; what looks personal is masked before it is written. */
  query: string
  /** Ids and days, never names. */
  filters: object
  count: number
  ms: number
  /** Did it lead straight to a case? */
  redirected: boolean
}

export type Traces = {
  /** Answers the name under which a click can be told, at once; the row is written afterwards. Null when too many wait. */
  keep: (searched: Searched) => string | null
  /** Resolves once everything kept before the call has been written, or given up. */
  written: () => Promise<void>
}

type Options = {
  /** Told once when traces cannot be written, and again after they could. */ onTrouble?: (error: Error) => void
}
type Row = ReturnType<typeof rowOf>

/** Keeps traces of searches off the path of their answers: a search neither waits nor fails for its trace. */
export function openTraces(db: Db, { onTrouble }: Options = {}): Traces {
  let waiting: Row[] = []
  let writing = Promise.resolve()
  let troubled = false

  async function writeWaiting() {
    await afterAnswers()
    const rows = waiting
    waiting = []
    try {
      await writeRows(db, rows)
      troubled = false
    } catch (error) {
      if (!troubled) onTrouble?.(error instanceof Error ? error : new Error(String(error)))
      troubled = true
    }
  }
  return {
    keep: (searched) => {
      if (waiting.length >= limits.traces.waiting) return null
      const row = rowOf(searched)
      waiting.push(row)
      // The first that waits orders the write; those that come until it begins go with it.
      if (waiting.length === 1) writing = writing.then(writeWaiting)
      return row.trace
    },
    written: () => writing,
  }
}

function rowOf({ type, query, filters, count, ms, redirected }: Searched) {
  const masked = maskPersonal(query).replace(/\s+/g, ' ').trim()
  return {
    trace: randomBytes(16).toString('base64url'),
    type,
    query: masked,
    folded: foldText(masked),
    filters,
    count,
    ms: Math.round(ms),
    clicked_position: redirected ? 0 : null,
    at: new Date().toISOString(),
  }
}

/** With every write the oldest are forgotten, as many as one write may bring. */
async function writeRows(db: Db, rows: readonly Row[]) {
  await sql`
    insert into search_traces (trace, type, query, folded, filters, count, ms, clicked_position, at)
    select trace, type, query, folded, filters, count, ms, clicked_position, at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows (
           trace text, type text, query text, folded text, filters jsonb, count bigint, ms integer, clicked_position integer, at timestamptz)`.execute(
    db,
  )
  await sql`
    delete from search_traces
     where id in (
           select id
             from search_traces
            where at < now() - make_interval(days => ${limits.traces.kept_days})
            order by at
            limit ${limits.traces.waiting})`.execute(db)
}

/** The first click of a search is kept. A trace that is not known, or a place past its results, changes nothing. */
export async function noteClick(db: Db, { trace, position }: { trace: string; position: number }) {
  await sql`
    update search_traces
       set clicked_position = ${position}
     where trace = ${trace}
       and clicked_position is null
       and ${position} <= count`.execute(db)
}
