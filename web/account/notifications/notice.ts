import type { Notification, NotificationKind } from '#shared/calls/notifications.ts'
import type { Language } from '#shared/messages.ts'
import { formatDay } from '#shared/text/format/dates.ts'
import { paths } from '#web/platform/paths.ts'
import { notificationsWords } from '#web/platform/strings/notificationsWords.ts'
import type { IconName } from '#web/ui/icons.tsx'

/** A notification as the specification has it: drawn, and opened where it leads to something. */
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

type Look = { icon: IconName; tone: Tone }

const looks: Record<NotificationKind, Look> = {
  'analysis-finished': { icon: 'chart', tone: 'good' },
  'analysis-failed': { icon: 'alert', tone: 'bad' },
  'case-changed': { icon: 'pencil', tone: 'note' },
  'case-deleted': { icon: 'trash', tone: 'bad' },
  'roles-changed': { icon: 'shield', tone: 'note' },
  'role-changed': { icon: 'shield', tone: 'note' },
  'subscription-ending': { icon: 'card', tone: 'caution' },
  mentioned: { icon: 'note', tone: 'good' },
}

/** What a notification says in a language, and where it leads. */
export function noticeOf(told: Notification, language: Language): Notice {
  const { id, kind, createdAt, read } = told
  const { icon, tone } = looks[kind]
  return {
    ...sentenceOf(told, language),
    id,
    createdAt,
    read,
    link: linkOf(told),
    avatar: { type: 'icon', path: icon, bg: tone },
  }
}

function sentenceOf(told: Notification, language: Language) {
  const { kinds } = notificationsWords[language]
  if (told.kind === 'subscription-ending')
    return kinds[told.kind]({ ...told.data, ends_on: formatDay(told.data.ends_on, language) })
  // Each kind comes with its own data, which the compiler cannot follow through a table.
  const say = kinds[told.kind] as (data: Notification['data']) => { title: string; desc: string }
  return say(told.data)
}

const links: { [Kind in NotificationKind]?: (id: number) => string } = {
  'analysis-finished': (id) => paths.record('/analysis', id),
  'analysis-failed': (id) => paths.record('/analysis', id),
  'case-changed': (id) => paths.record('/caseFiles', id),
  mentioned: (id) => paths.record('/caseFiles', id),
  'roles-changed': () => paths.account(),
  'role-changed': () => paths.account(),
  'subscription-ending': () => paths.account(),
}

const linkOf = ({ kind, data }: Notification) => links[kind]?.('id' in data ? data.id : 0)
