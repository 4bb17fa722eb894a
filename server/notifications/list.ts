import { sql } from 'kysely'
import { utc } from '#server/db/utc.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { pageOutOfRange } from '#server/endpoint/apiError.ts'
import { type Notification, type NotificationsAnswer, notificationKinds } from '#shared/calls/notifications.ts'
import { limits } from '#shared/limits.ts'

type Owner = Pick<SessionContext, 'db' | 'session'>
type ListOptions = { Page?: number | undefined; PageSize?: number | undefined; Unread?: boolean | undefined }

/** A page of the user's own notifications, newest first. Throws `page-past-end`. */
export async function listNotifications({ db, session }: Owner, options: ListOptions): Promise<NotificationsAnswer> {
  const { Page = 1, PageSize = limits.list.page_size, Unread = false } = options
  const { all, unread } = await countOwn({ db, session })
  const count = Unread ? unread : all
  const pages = Math.max(1, Math.ceil(count / PageSize))
  if (Page > pages) throw pageOutOfRange(pages)

  const { rows } = await sql<Notification>`
    select id, kind, data, read_at is not null as read,
           ${utc('created_at')} as "createdAt"
      from notifications
     where ${ownCondition(session)}
       and (not ${Unread} or read_at is null)
     order by id desc
     limit ${PageSize}
    offset ${(Page - 1) * PageSize}`.execute(db)
  return { data: rows, count, unread, page: Page, pages, channel: `private-User.${session.user_id}` }
}

/** Marks the given notifications as read, or all up to one; returns how many are unread. */
export async function markRead({ db, session }: Owner, selection: { ids: readonly number[] } | { until: number }) {
  await sql`
    update notifications
       set read_at = now()
     where ${ownCondition(session)}
       and read_at is null
       and ${'ids' in selection ? sql`id = any(${selection.ids})` : sql`id <= ${selection.until}`}`.execute(db)
  const { unread } = await countOwn({ db, session })
  return { unread }
}

async function countOwn({ db, session }: Owner) {
  const { rows } = await sql<{ all: number; unread: number }>`
    select count(*) as all, count(*) filter (where read_at is null) as unread
      from notifications
     where ${ownCondition(session)}`.execute(db)
  return rows[0] ?? { all: 0, unread: 0 }
}

/** Restricts to the notifications of the user, of kinds that they may still see. */
function ownCondition({ user_id, abilities }: SessionContext['session']) {
  const visibleKinds = Object.entries(notificationKinds).flatMap(([kind, { needs }]: [string, { needs?: string }]) =>
    needs === undefined || abilities.includes(needs) ? [kind] : [],
  )
  return sql`user_id = ${user_id} and kind = any(${visibleKinds})`
}
