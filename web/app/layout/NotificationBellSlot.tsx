import { Suspense, useState } from 'react'
import { notificationSettings } from '#web/account/notifications/settings.ts'
import { useSession } from '#web/platform/session/session.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.ts'
import { useNetworkIdle } from '#web/ui/useNetworkIdle.ts'

const Bell = lazyWithRetry(() => import('#web/account/notifications/Bell.tsx'), 'Bell')

/** The notification bell, for signed-in users only. */
export function NotificationBellSlot() {
  const session = useSession()
  return notificationSettings.enabled && session.at === 'signed-in' ? <LazyBell /> : null
}

/** Lazy loading: a placeholder icon until the network is idle or the user presses it. */
function LazyBell() {
  const { entries } = useStrings()
  const isIdle = useNetworkIdle()
  const [isRequested, setRequested] = useState(false)
  const placeholder = (
    <IconButton
      on="chrome"
      icon="bell"
      label={entries.notifications}
      aria-haspopup="dialog"
      onClick={() => setRequested(true)}
    />
  )
  if (!isIdle && !isRequested) return placeholder
  return (
    <Suspense fallback={placeholder}>
      <Bell isOpenAtFirst={isRequested} />
    </Suspense>
  )
}
