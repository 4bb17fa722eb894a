import { sql } from 'kysely'
import type { Context } from '#server/endpoint/context.ts'

type AuditEvent = {
  action: string
  resource: string
  row_id?: number
  row_version?: number
  actor_id?: number
  before?: object
  after?: object
}

/** A request, or a job or a script, which have no address. */
type AuditSource = Pick<Context, 'db' | 'session'> & { address?: string | null }

/** Writes to the audit log, in the transaction of the action. */
export async function record({ db, session, address }: AuditSource, event: AuditEvent) {
  await sql`
    -- prepared: record_audit
    insert into audit (actor_id, session_id, address, action, resource, row_id, row_version, before, after)
    values (${event.actor_id ?? session?.user_id ?? null}, ${session?.id ?? null}, ${address ?? null}, ${event.action},
            ${event.resource}, ${event.row_id ?? null}, ${event.row_version ?? null}, ${json(event.before)}, ${json(event.after)})`.execute(
    db,
  )
}

const json = (value: object | undefined) => (value ? JSON.stringify(value) : null)
