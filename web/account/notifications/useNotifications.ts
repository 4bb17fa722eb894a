import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NotificationsAnswer, Notification, NotificationKind } from '#shared/calls/notifications.ts'
import { limits } from '#shared/limits.ts'
import type { Language } from '#shared/messages.ts'
import { formatDay } from '#shared/text/format/dates.ts'
import { post } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { useChannel } from '#web/platform/live/useChannel.ts'
import { showAnswer } from '#web/platform/toasts/toasts.tsx'
import { paths } from '#web/platform/paths.ts'
import { notificationStrings } from '#web/platform/strings/notificationStrings.ts'
import type { IconName } from '#web/ui/icons.tsx'
import type { NotificationsView } from './notificationsUrl.ts'

const root = ['notifications']

/** The newest notifications and the number of unread ones, for the bell. */
export function useNewest() {
  return useQuery({
    queryKey: [...root, 'newest'],
    queryFn: async ({ signal }) =>
      unwrapAnswer(await post('notifications/get', { PageSize: limits.notification.panel_rows }, { signal })),
  })
}

export function useNotificationsPage({ only, page }: NotificationsView) {
  return useQuery({
    queryKey: [...root, only, page],
    queryFn: async ({ signal }) =>
      unwrapAnswer(await post('notifications/get', { Page: page, Unread: only === 'unread' }, { signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** Fetches again on a live event: a new notification, or one read on another device. */
export function useLiveNotifications(channel: string | undefined) {
  const queries = useQueryClient()
  const refresh = () => void queries.invalidateQueries({ queryKey: root })
  useChannel(channel, refresh, refresh)
}

type MarkReadInput = { ids: number[] } | { until: number }

/** Returns a function that marks as read, and resolves to whether it did: optimistically in the cache, then on the server, which notifies the other devices. */
export function useMarkRead() {
  const queries = useQueryClient()
  return async (input: MarkReadInput) => {
    queries.setQueriesData<NotificationsAnswer>({ queryKey: root }, (answer) => answer && withRead(answer, input))
    const answer = 'ids' in input ? await post('notifications/read', input) : await post('notifications/readAll', input)
    await queries.invalidateQueries({ queryKey: root })
    if (answer.Status === 'error') showAnswer(answer)
    return answer.Status === 'success'
  }
}

function withRead(answer: NotificationsAnswer, input: MarkReadInput): NotificationsAnswer {
  const isSelected = (id: number) => ('ids' in input ? input.ids.includes(id) : id <= input.until)
  const newlyRead = answer.data.filter(({ id, read }) => !read && isSelected(id)).length
  return {
    ...answer,
    data: answer.data.map((one) => (isSelected(one.id) ? { ...one, read: true } : one)),
    unread: 'ids' in input ? answer.unread - newlyRead : 0,
  }
}

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
