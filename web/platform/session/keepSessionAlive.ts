import { backoff } from '#shared/backoff.ts'
import { isRenewalDue, msUntilNextCheck } from './decisions.ts'
import {
  currentLifetime,
  currentSession,
  recordActivity,
  renewSession,
  restoreSession,
  subscribeToSession,
} from './session.ts'

/** Renews the token while the user is active. Returns a function that stops it. */
export function keepSessionAlive() {
  let timer: ReturnType<typeof setTimeout> | undefined

  const check = () => {
    clearTimeout(timer)
    const lifetime = currentLifetime()
    if (!lifetime) return
    const now = Date.now()
    if (isRenewalDue(lifetime, now)) void renewSession().then(check)
    else timer = setTimeout(check, msUntilNextCheck(lifetime, now))
  }
  const onActivity = () => {
    const lifetime = currentLifetime()
    if (!lifetime) return
    const isFirstActivity = lifetime.activeAt <= lifetime.renewedAt
    recordActivity(Date.now())
    if (isFirstActivity || isRenewalDue(lifetime, Date.now())) check()
  }
  // Timers stop while a machine sleeps: checks when the page becomes visible.
  const onVisible = () => {
    if (document.visibilityState === 'visible') check()
  }

  const stop = subscribeToSession(check)
  window.addEventListener('pointerdown', onActivity, { passive: true })
  window.addEventListener('keydown', onActivity, { passive: true })
  document.addEventListener('visibilitychange', onVisible)
  check()

  return () => {
    clearTimeout(timer)
    stop()
    window.removeEventListener('pointerdown', onActivity)
    window.removeEventListener('keydown', onActivity)
    document.removeEventListener('visibilitychange', onVisible)
  }
}

/** Restores the session while the server cannot be reached: with backoff, and when the browser is online or the page visible. */
export function restoreWhenReachable() {
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempts = 0

  const isUnreachable = () => currentSession().at === 'unreachable'
  const restore = () => {
    if (isUnreachable()) void restoreSession()
  }
  subscribeToSession(() => {
    clearTimeout(timer)
    if (isUnreachable()) timer = setTimeout(restore, backoff(attempts++))
    else attempts = 0
  })
  window.addEventListener('online', restore)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') restore()
  })
}
