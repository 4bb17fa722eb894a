import { z } from 'zod'
import { limits } from '../limits.ts'

/** What each kind of notification tells; its sentence is the web's. Days are YYYY-MM-DD, ids are those of records. */
export type NotificationContents = {
  'analysis-finished': { id: number; name: string }
  'analysis-failed': { id: number; name: string }
  /** `by`: who did it, by name. */
  'case-changed': { id: number; name: string; by: string }
  'case-deleted': { name: string; by: string }
  /** The roles that the person has now. */
  'roles-changed': { roles: string[] }
  /** What a role of the person may do was changed. */
  'role-changed': { role: string }
  /** `ends_on`: the last day on which it runs. */
  'subscription-ending': { name: string; ends_on: string }
  mentioned: { id: number; name: string; by: string }
}
export type NotificationKind = keyof NotificationContents

/** Whoever has lost the permission to what a kind is about sees those that were made before no more. */
export const notificationKinds = {
  'analysis-finished': { needs: 'read-analysis' },
  'analysis-failed': { needs: 'read-analysis' },
  'case-changed': { needs: 'read-caseFiles' },
  'case-deleted': { needs: 'read-caseFiles' },
  'roles-changed': {},
  'role-changed': {},
  'subscription-ending': {},
  mentioned: { needs: 'read-caseFiles' },
} as const satisfies Record<NotificationKind, { needs?: string }>

const id = z.int().min(1)

export const notificationsInput = z.strictObject({
  Page: z.int().min(1).max(limits.list.max_page).optional(),
  PageSize: z.int().min(1).max(limits.list.max_page_size).optional(),
  /** Only what has not been read yet. */
  Unread: z.boolean().optional(),
})
/** Numbers that are not one's own are no more than numbers. */
export const readInput = z.strictObject({ ids: z.array(id).min(1).max(limits.notification.read_at_once) })
/** `until`: the newest that was seen, so that nothing is read that came a moment later. */
export const readAllInput = z.strictObject({ until: id })

type Told = { [Kind in NotificationKind]: { kind: Kind; data: NotificationContents[Kind] } }[NotificationKind]

/** A notification on its way: `createdAt` is a moment, ISO 8601. */
export type Notification = Told & { id: number; createdAt: string; read: boolean }

export type NotificationsAnswer = {
  data: Notification[]
  count: number
  /** Of all pages. */
  unread: number
  page: number
  pages: number
  /** The live channel on which this person hears that something is new or was read. */
  channel: string
}
export type UnreadAnswer = { unread: number }
