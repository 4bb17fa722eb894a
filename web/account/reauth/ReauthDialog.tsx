import { Suspense, useEffect } from 'react'
import { useReturnFocus } from '#web/ui/dialogs/useLazyDialog.ts'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.ts'
import { isExpired, useSession } from '#web/platform/session/session.ts'

const SignInDialog = lazyWithRetry(() => import('./SignInDialog.tsx'), 'SignInDialog')

/** Signs in again in a dialog over the page if the session expires during editing, so that nothing typed is lost. */
export function ReauthDialog() {
  const session = useSession()
  const isOpen = session.at === 'signed-in' && session.isExpired === true
  useEffect(blockEscape, [])
  useReturnFocus(isOpen)
  if (!isOpen) return null
  return (
    <Suspense>
      <SignInDialog user={session.decoded.user} remember={session.decoded.remember} />
    </Suspense>
  )
}

/** Stops Escape while the dialog is open: it would close the form underneath and lose what was typed. */
function blockEscape() {
  const block = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isExpired()) event.stopImmediatePropagation()
  }
  window.addEventListener('keydown', block, { capture: true })
  return () => window.removeEventListener('keydown', block, { capture: true })
}
