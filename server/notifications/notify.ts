import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { type NotificationContents, type NotificationKind, notificationKinds } from '#shared/calls/notifications.ts'

type Telling<Kind extends NotificationKind> = {
  /** Whom it may concern; whoever made it, is gone, or may not see what it is about is left out. */
  people: readonly number[]
  /** Who made it: nobody is told what he did himself. */
  by?: number
  kind: Kind
  data: NotificationContents[Kind]
  /** The record it is about: what was not read of the same before is of no interest any more. */
  about?: string
}

/**
 * Tells people of something, in the transaction in which it happens: what is taken back was never told. Their devices
 * hear of it at the commit.
 */
export async function notify<Kind extends NotificationKind>(
  db: Db,
  { people, by, kind, data, about }: Telling<Kind>,
): Promise<void> {
  if (people.length === 0) return
  const { needs }: { needs?: string } = notificationKinds[kind]
  if (about !== undefined)
    await sql`
      delete from notifications
       where user_id = any(${people})
         and user_id is distinct from ${by ?? null}
         and subject = ${about}
         and read_at is null`.execute(db)
  await sql`
    insert into notifications (user_id, kind, subject, data)
    select users.id, ${kind}, ${about ?? null}, ${JSON.stringify(data)}::jsonb
      from users
     where id = any(${people})
       and id is distinct from ${by ?? null}
       and active
       and deleted_at is null
       and (${needs ?? null}::text is null or ${mayDo(needs)})
     order by id`.execute(db)
}

/** Whether a row of `users` holds a permission. */
const mayDo = (permission: string | undefined) => sql`
  exists (
    select from user_roles
      join role_permissions on role_permissions.role_id = user_roles.role_id
      join permissions on permissions.id = permission_id
     where user_roles.user_id = users.id
       and permissions.name = ${permission ?? null})`
