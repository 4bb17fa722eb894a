import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { id } from './record.ts'

/** The data of each kind of notification; the web has the sentences. Dates are YYYY-MM-DD, ids are record ids. */
export type NotificationContents = {
  'analysis-finished': { id: number; name: string }
  'analysis-failed': { id: number; name: string }
  /** `by`: the name of the user who did it. */
  'case-changed': { id: number; name: string; by: string }
  'case-deleted': { name: string; by: string }
  /** The current roles of the user. */
  'roles-changed': { roles: string[] }
  /** The permissions of one of the user's roles changed. */
  'role-changed': { role: string }
  /** `ends_on`: the last day of the subscription. */
  'subscription-ending': { name: string; ends_on: string }
  mentioned: { id: number; name: string; by: string }
  /** A reader reported an error in the text of a case, at a block of it. */
  'error-reported': { reference: string; paragraph: number; name: string; by: string }
  /** The oldest session was ended because the user has `most`. `device`: its browser and system, if they are known. */
  'session-ended': { device: string | null; most: number }
}
export type NotificationKind = keyof NotificationContents

/** The permission that a kind needs; a user without it no longer sees earlier notifications of that kind. */
export const notificationKinds = {
  'analysis-finished': { needs: 'read-analysis' },
  'analysis-failed': { needs: 'read-analysis' },
  'case-changed': { needs: 'read-caseFiles' },
  'case-deleted': { needs: 'read-caseFiles' },
  'roles-changed': {},
  'role-changed': {},
  'subscription-ending': {},
  mentioned: { needs: 'read-caseFiles' },
  'error-reported': { needs: 'update-caseFiles' },
  'session-ended': {},
} as const satisfies Record<NotificationKind, { needs?: string }>

export const notificationsInput = z.strictObject({
  Page: z.int().min(1).max(limits.list.max_page).optional(),
  PageSize: z.int().min(1).max(limits.list.max_page_size).optional(),
  /** Only unread notifications. */
  Unread: z.boolean().optional(),
})
/** Ids of other users' notifications are ignored. */
export const readInput = z.strictObject({ ids: z.array(id).min(1).max(limits.notification.read_batch) })
/** `until`: the newest notification that the user saw, so that later ones stay unread. */
export const readAllInput = z.strictObject({ until: id })

type NotificationContent = {
  [Kind in NotificationKind]: { kind: Kind; data: NotificationContents[Kind] }
}[NotificationKind]

/** A notification on the wire; `createdAt` is an ISO 8601 time. */
export type Notification = NotificationContent & { id: number; createdAt: string; read: boolean }

export type NotificationsAnswer = {
  data: Notification[]
  count: number
  /** Unread notifications on all pages. */
  unread: number
  page: number
  pages: number
  /** The live channel that notifies this user of new and read notifications. */
  channel: string
}
export type UnreadAnswer = { unread: number }
