import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { socketId } from '#shared/calls/live.ts'
import type { Row } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { filtersOf } from './channels.ts'

type LiveEvent = 'Created' | 'Updated' | 'Deleted'

type RowChange = {
  resource: Resource
  event: LiveEvent
  id: number
  /** The row before the change, so that the lists it leaves are notified. */
  before?: Row | undefined
}

/** The call that makes the change: its transaction, and the browser that must not be notified of its own change. */
type EventSource = { db: Db; socketId: string | undefined; session: { id: string } | undefined }

/**
 * Transactional outbox: writes a live event in the transaction of the caller. A rolled-back change emits nothing; a
 * committed one is delivered even if this process dies.
 */
export async function announce(
  { db, session, socketId: requestSocketId }: EventSource,
  { resource, event, id, before }: RowChange,
) {
  const from = socketId.safeParse(requestSocketId).data ?? null
  const previousFilters = before && resource.filters ? JSON.stringify(filtersOf(resource, before)) : null
  await sql`
    -- prepared: announce
    insert into live_events (resource, row_id, event, previous_filters, from_socket, from_session)
    values (${resource.name}, ${id}, ${event}, ${previousFilters}::jsonb, ${from}, ${session?.id ?? null})`.execute(db)
}
