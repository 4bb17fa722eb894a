import { limits } from '#shared/limits.ts'
import { routes } from '#web/platform/paths.ts'

type NotificationSettings = {
  enabled: boolean
  enableViewAll: boolean
  notificationPage: string
  height: number
}

/** What this installation has decided: the server writes it into the page. */
const decided = (name: string) => document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? undefined

/** The specification's settings of notifications. */
export const notificationSettings: NotificationSettings = {
  /** Without it there is no bell. */
  enabled: decided('notifications') !== 'off',
  /** Whether the panel leads to the page with all of them. */
  enableViewAll: decided('notifications') !== 'panel',
  notificationPage: decided('notifications-page') ?? routes.notifications,
  /** Of the panel's list, in pixels. */
  height: Number(decided('notifications-height') ?? limits.notification.panel_height_px),
}
