import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NotificationsAnswer } from '#shared/calls/notifications.ts'
import { limits } from '#shared/limits.ts'
import { post } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { useChannel } from '#web/platform/live/useChannel.ts'
import { showAnswer } from '#web/platform/toasts/toasts.tsx'
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
