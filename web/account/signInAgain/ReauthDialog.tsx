import { Suspense, useEffect } from 'react'
import { later } from '#web/ui/later.ts'
import { hasLapsed, useSession } from './session.ts'

const SignInWindow = later(() => import('#web/entrance/SignInWindow.tsx'), 'SignInWindow')

/** Signing in over the page, when the session has ended while something was being typed there. */
export function SignInOver() {
  const session = useSession()
  useEffect(keepEscape, [])
  if (session.at !== 'signed-in' || !session.hasLapsed) return null
  return (
    <Suspense>
      <SignInWindow user={session.decoded.user} remember={session.decoded.remember} />
    </Suspense>
  )
}

/** Escape would close the window beneath, and what was typed there would be lost. */
function keepEscape() {
  const keep = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && hasLapsed()) event.stopImmediatePropagation()
  }
  window.addEventListener('keydown', keep, { capture: true })
  return () => window.removeEventListener('keydown', keep, { capture: true })
}
