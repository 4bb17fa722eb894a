import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { NotificationsAnswer } from '#shared/calls/notifications.ts'
import { limits } from '#shared/limits.ts'
import { post } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { useChannel } from '#web/platform/live/useChannel.ts'
import { showAnswer } from '#web/platform/toasts/toasts.ts'
import type { Looking } from './notificationsUrl.ts'

const root = ['notifications']

/** The newest ones, and how many are unread: what the bell shows. */
export function useNewest() {
  return useQuery({
    queryKey: [...root, 'newest'],
    queryFn: async ({ signal }) =>
      unwrapAnswer(await post('notifications/get', { PageSize: limits.notification.panel_rows }, { signal })),
  })
}

export function useNotificationsPage({ only, page }: Looking) {
  return useQuery({
    queryKey: [...root, only, page],
    queryFn: async ({ signal }) =>
      unwrapAnswer(await post('notifications/get', { Page: page, Unread: only === 'unread' }, { signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** Follows what is new, and what was read on another device. */
export function useLiveNotifications(channel: string | undefined) {
  const queries = useQueryClient()
  const refresh = () => void queries.invalidateQueries({ queryKey: root })
  useChannel(channel, refresh, refresh)
}

type Which = { ids: number[] } | { until: number }

/** Marks as read: at once here, and on every device when the server has heard of it. */
export function useMarkRead() {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const markRead = async (which: Which) => {
    setBusy(true)
    queries.setQueriesData<NotificationsAnswer>({ queryKey: root }, (answer) => answer && readIn(answer, which))
    const answer = 'ids' in which ? await post('notifications/read', which) : await post('notifications/readAll', which)
    await queries.invalidateQueries({ queryKey: root })
    setBusy(false)
    if (answer.Status === 'error') showAnswer(answer)
  }
  return { busy, markRead }
}

function readIn(answer: NotificationsAnswer, which: Which): NotificationsAnswer {
  const isMeant = (id: number) => ('ids' in which ? which.ids.includes(id) : id <= which.until)
  const news = answer.data.filter(({ id, read }) => !read && isMeant(id)).length
  return {
    ...answer,
    data: answer.data.map((one) => (isMeant(one.id) ? { ...one, read: true } : one)),
    unread: 'ids' in which ? answer.unread - news : 0,
  }
}
