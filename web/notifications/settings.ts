import { limits } from '#shared/limits.ts'
import { routes } from '#web/paths.ts'

type NotificationSettings = {
  enabled: boolean
  enableViewAll: boolean
  notificationPage: typeof routes.notifications
  height: number
}

/** What this installation has decided: the server writes it into the page. */
const decided = document.querySelector('meta[name="notifications"]')?.getAttribute('content')

/** The specification's settings of notifications. */
export const notificationSettings: NotificationSettings = {
  /** Without it there is no bell. */
  enabled: decided !== 'off',
  /** Whether the panel leads to the page with all of them. */
  enableViewAll: decided !== 'panel',
  notificationPage: routes.notifications,
  /** Of the panel's list, in pixels. */
  height: limits.notification.panel_height_px,
}
