import { isRenewalDue, msUntilNextCheck } from './decisions.ts'
import { currentLifetime, recordActivity, renewSession, subscribeToSession } from './session.ts'

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
