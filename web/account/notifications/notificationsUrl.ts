import { limits } from '#shared/limits.ts'

/** Which notifications are looked at, and which page of them. */
export type Looking = { only: 'all' | 'unread'; page: number }
type LookingParams = { only?: 'unread'; page?: number }

/** Reads an address that anyone may have written: what is unknown is dropped. */
export function readLooking(params: Readonly<Record<string, unknown>>): Looking {
  const page = Number(params['page'])
  return {
    only: params['only'] === 'unread' ? 'unread' : 'all',
    page: Number.isInteger(page) && page >= 1 && page <= limits.list.max_page ? page : 1,
  }
}

/** Only what differs from the first look is written. */
export const writeLooking = ({ only, page }: Looking): LookingParams => ({
  ...(only === 'unread' && { only }),
  ...(page !== 1 && { page }),
})

export const tidyNotifications = (params: Readonly<Record<string, unknown>>) => writeLooking(readLooking(params))
