import { sql } from 'kysely'
import type { SessionContext } from '#server/endpoint/context.ts'
import { pageOutOfRange } from '#server/endpoint/apiError.ts'
import { type Notification, type NotificationsAnswer, notificationKinds } from '#shared/calls/notifications.ts'
import { limits } from '#shared/limits.ts'

type Who = Pick<SessionContext, 'db' | 'session'>
type Wanted = { Page?: number | undefined; PageSize?: number | undefined; Unread?: boolean | undefined }

/** A page of a person's own notifications, the newest first. Refuses `page-past-end`. */
export async function listNotifications({ db, session }: Who, wanted: Wanted): Promise<NotificationsAnswer> {
  const { Page = 1, PageSize = limits.list.page_size, Unread = false } = wanted
  const { all, unread } = await countOwn({ db, session })
  const count = Unread ? unread : all
  const pages = Math.max(1, Math.ceil(count / PageSize))
  if (Page > pages) throw pageOutOfRange(pages)

  const { rows } = await sql<Notification>`
    select id, kind, data, read_at is not null as read,
           to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
      from notifications
     where ${own(session)}
       and (not ${Unread} or read_at is null)
     order by id desc
     limit ${PageSize}
    offset ${(Page - 1) * PageSize}`.execute(db)
  return { data: rows, count, unread, page: Page, pages, channel: `private-User.${session.user_id}` }
}

/** Marks as read what one names, or everything up to one; answers how many are left. */
export async function markRead({ db, session }: Who, which: { ids: readonly number[] } | { until: number }) {
  await sql`
    update notifications
       set read_at = now()
     where ${own(session)}
       and read_at is null
       and ${'ids' in which ? sql`id = any(${which.ids})` : sql`id <= ${which.until}`}`.execute(db)
  const { unread } = await countOwn({ db, session })
  return { unread }
}

async function countOwn({ db, session }: Who) {
  const { rows } = await sql<{ all: number; unread: number }>`
    select count(*) as all, count(*) filter (where read_at is null) as unread
      from notifications
     where ${own(session)}`.execute(db)
  return rows[0] ?? { all: 0, unread: 0 }
}

/** Nobody reaches another's, or those about what he may not see any more. */
function own({ user_id, abilities }: SessionContext['session']) {
  const seen = Object.entries(notificationKinds).flatMap(([kind, { needs }]: [string, { needs?: string }]) =>
    needs === undefined || abilities.includes(needs) ? [kind] : [],
  )
  return sql`user_id = ${user_id} and kind = any(${seen})`
}
