import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { type NotificationContents, type NotificationKind, notificationKinds } from '#shared/calls/notifications.ts'

type NewNotification<Kind extends NotificationKind> = {
  /**
   * The recipients. The user who caused it and users who are inactive, deleted, or without the permission of its kind
   * are skipped.
   */
  userIds: readonly number[]
  /** The user who caused it: no user is notified of their own actions. */
  by?: number
  kind: Kind
  data: NotificationContents[Kind]
  /** The subject: unread notifications of the same subject are replaced. */
  subject?: string
}

/**
 * Notifies users in the transaction of the cause: a rollback notifies no user. Their devices get a live event at
 * commit.
 */
export async function notify<Kind extends NotificationKind>(
  db: Db,
  { userIds, by, kind, data, subject }: NewNotification<Kind>,
): Promise<void> {
  if (userIds.length === 0) return
  const { needs }: { needs?: string } = notificationKinds[kind]
  await sql`
    with replaced as (
      delete from notifications
       where user_id = any(${userIds})
         and user_id is distinct from ${by ?? null}
         and subject = ${subject ?? null}
         and read_at is null)
    insert into notifications (user_id, kind, subject, data)
    select users.id, ${kind}, ${subject ?? null}, ${JSON.stringify(data)}::jsonb
      from users
     where id = any(${userIds})
       and id is distinct from ${by ?? null}
       and active
       and deleted_at is null
       and (${needs ?? null}::text is null or ${hasPermission(needs)})
     order by id`.execute(db)
}

/** Whether a row of `users` holds a permission. */
const hasPermission = (permission: string | undefined) => sql`
  exists (
    select from user_roles
      join role_permissions on role_permissions.role_id = user_roles.role_id
      join permissions on permissions.id = permission_id
     where user_roles.user_id = users.id
       and permissions.name = ${permission ?? null})`
