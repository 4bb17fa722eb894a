import type { Notification, NotificationKind } from '#shared/calls/notifications.ts'
import type { Language } from '#shared/messages.ts'
import { formatDay } from '#shared/text/format/dates.ts'
import { paths } from '#web/platform/paths.ts'
import { notificationStrings } from '#web/platform/strings/notificationStrings.ts'
import type { IconName } from '#web/ui/icons.tsx'

/** A notification in the shape of the specification, ready to be shown. */
export type Notice = {
  id: number
  title: string
  desc: string
  link: string | undefined
  createdAt: string
  read: boolean
  avatar: { type: 'icon'; path: IconName; bg: Tone }
}
type Tone = 'good' | 'bad' | 'note' | 'caution'

type NoticeIcon = { icon: IconName; tone: Tone }

const icons: Record<NotificationKind, NoticeIcon> = {
  'analysis-finished': { icon: 'chart', tone: 'good' },
  'analysis-failed': { icon: 'alert', tone: 'bad' },
  'case-changed': { icon: 'pencil', tone: 'note' },
  'case-deleted': { icon: 'trash', tone: 'bad' },
  'roles-changed': { icon: 'shield', tone: 'note' },
  'role-changed': { icon: 'shield', tone: 'note' },
  'subscription-ending': { icon: 'card', tone: 'caution' },
  mentioned: { icon: 'note', tone: 'good' },
  'error-reported': { icon: 'alert', tone: 'caution' },
  'session-ended': { icon: 'logout', tone: 'caution' },
}

/** The texts, icon, and link of a notification. */
export function noticeOf(notification: Notification, language: Language): Notice {
  const { id, kind, createdAt, read } = notification
  const { icon, tone } = icons[kind]
  return {
    ...textsOf(notification, language),
    id,
    createdAt,
    read,
    link: linkOf(notification),
    avatar: { type: 'icon', path: icon, bg: tone },
  }
}

function textsOf(notification: Notification, language: Language) {
  const { kinds } = notificationStrings[language]
  if (notification.kind === 'subscription-ending')
    return kinds[notification.kind]({ ...notification.data, ends_on: formatDay(notification.data.ends_on, language) })
  // Each kind has its own data; the compiler cannot correlate the union with the table.
  const format = kinds[notification.kind] as (data: Notification['data']) => { title: string; desc: string }
  return format(notification.data)
}

type RecordKind = Exclude<NotificationKind, 'error-reported'>

const links: { [Kind in RecordKind]?: (id: number) => string } = {
  'analysis-finished': (id) => paths.record('/analysis', id),
  'analysis-failed': (id) => paths.record('/analysis', id),
  'case-changed': (id) => paths.record('/caseFiles', id),
  mentioned: (id) => paths.record('/caseFiles', id),
  'roles-changed': () => paths.account(),
  'role-changed': () => paths.account(),
  'subscription-ending': () => paths.account(),
  'session-ended': () => paths.account(),
}

function linkOf(notification: Notification) {
  if (notification.kind !== 'error-reported')
    return links[notification.kind]?.('id' in notification.data ? notification.data.id : 0)
  const { reference, paragraph } = notification.data
  return paths.case({ ref: reference, tab: 'text', p: paragraph })
}
