import { Suspense, useState } from 'react'
import { notificationSettings } from '#web/notifications/settings.ts'
import { useSession } from '#web/session/session.ts'
import { useStrings } from '#web/strings/strings.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { later } from '#web/ui/later.ts'
import { useRest } from './useRest.ts'

const Bell = later(() => import('#web/notifications/Bell.tsx'), 'Bell')

/** Where the bell is. Nobody but whoever is signed in has notifications. */
export function BellPlace() {
  const session = useSession()
  return notificationSettings.enabled && session.at === 'signed-in' ? <OwnBell /> : null
}

/** Until the page is at rest, or somebody asks, there is its picture alone. */
function OwnBell() {
  const { entries } = useStrings()
  const isAtRest = useRest()
  const [isAsked, setAsked] = useState(false)
  const picture = (
    <IconButton
      on="chrome"
      icon="bell"
      label={entries.notifications}
      aria-haspopup="dialog"
      onClick={() => setAsked(true)}
    />
  )
  if (!isAtRest && !isAsked) return picture
  return (
    <Suspense fallback={picture}>
      <Bell isOpenAtFirst={isAsked} />
    </Suspense>
  )
}
