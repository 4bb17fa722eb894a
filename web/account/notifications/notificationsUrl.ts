import { limits } from '#shared/limits.ts'

/** The filter and the page of the notifications screen. */
export type NotificationsView = { only: 'all' | 'unread'; page: number }
type NotificationsParams = { only?: 'unread'; page?: number }

/** Parses the query string, which is untrusted: invalid values are dropped. */
export function parseView(params: Readonly<Record<string, unknown>>): NotificationsView {
  const page = Number(params['page'])
  return {
    only: params['only'] === 'unread' ? 'unread' : 'all',
    page: Number.isInteger(page) && page >= 1 && page <= limits.list.max_page ? page : 1,
  }
}

/** The query string without default values. */
export const formatView = ({ only, page }: NotificationsView): NotificationsParams => ({
  ...(only === 'unread' && { only }),
  ...(page !== 1 && { page }),
})

export const tidyNotifications = (params: Readonly<Record<string, unknown>>) => formatView(parseView(params))
