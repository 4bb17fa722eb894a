import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { socketId } from '#shared/calls/live.ts'
import type { Row } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { filtersOf } from './channels.ts'

export type LiveEvent = 'Created' | 'Updated' | 'Deleted'

type RowChange = {
  resource: Resource
  event: LiveEvent
  id: number
  /** The row as it was, so that the lists it leaves hear of it. */
  before?: Row | undefined
}

/** The call that makes the change: its transaction, and the browser that must not be notified of its own change. */
type EventSource = { db: Db; socketId: string | undefined; session: { id: string } | undefined }

/**
 * Says what happened to a row, in the transaction in which it happens: nothing is told of what was taken back, and
 * what was committed is told, also when this process does not live to tell it.
 */
export async function announce(
  { db, session, socketId: socket }: EventSource,
  { resource, event, id, before }: RowChange,
) {
  const from = socketId.safeParse(socket).data ?? null
  const previousFilters = before && resource.filters ? JSON.stringify(filtersOf(resource, before)) : null
  await sql`
    insert into live_events (resource, row_id, event, previous_filters, from_socket, from_session)
    values (${resource.name}, ${id}, ${event}, ${previousFilters}::jsonb, ${from}, ${session?.id ?? null})`.execute(db)
}
