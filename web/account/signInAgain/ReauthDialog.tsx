import { Suspense, useEffect } from 'react'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.ts'
import { isExpired, useSession } from '#web/platform/session/session.ts'

const SignInWindow = lazyWithRetry(() => import('./SignInWindow.tsx'), 'SignInWindow')

/** Signing in over the page, when the session has ended while something was being typed there. */
export function ReauthDialog() {
  const session = useSession()
  useEffect(keepEscape, [])
  if (session.at !== 'signed-in' || !session.isExpired) return null
  return (
    <Suspense>
      <SignInWindow user={session.decoded.user} remember={session.decoded.remember} />
    </Suspense>
  )
}

/** Escape would close the window beneath, and what was typed there would be lost. */
function keepEscape() {
  const keep = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isExpired()) event.stopImmediatePropagation()
  }
  window.addEventListener('keydown', keep, { capture: true })
  return () => window.removeEventListener('keydown', keep, { capture: true })
}
