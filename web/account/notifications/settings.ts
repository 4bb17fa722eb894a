import { limits } from '#shared/limits.ts'
import { routes } from '#web/platform/paths.ts'

type NotificationSettings = {
  enabled: boolean
  enableViewAll: boolean
  notificationPage: string
  height: number
}

/** A setting of this installation, which the server writes into a `meta` tag. */
const settingOf = (name: string) => document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? undefined

/** The specification's settings of notifications. */
export const notificationSettings: NotificationSettings = {
  /** Whether there is a bell. */
  enabled: settingOf('notifications') !== 'off',
  /** Whether the panel links to the page of all notifications. */
  enableViewAll: settingOf('notifications') !== 'panel',
  notificationPage: settingOf('notifications-page') ?? routes.notifications,
  /** The height of the panel's list in pixels. */
  height: Number(settingOf('notifications-height') ?? limits.notification.panel_height_px),
}
