import { limits } from '#shared/limits.ts'
import { routes } from '#web/paths.ts'

type NotificationSettings = {
  enabled: boolean
  enableViewAll: boolean
  notificationPage: typeof routes.notifications
  height: number
}

/** The specification's settings of notifications. */
export const notificationSettings: NotificationSettings = {
  /** Without it there is no bell. */
  enabled: true,
  /** Whether the panel leads to the page with all of them. */
  enableViewAll: true,
  notificationPage: routes.notifications,
  /** Of the panel's list, in pixels. */
  height: limits.notification.panel_height_px,
}
