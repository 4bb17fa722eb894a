import { isRenewalDue, untilNextLook } from './decisions.ts'
import { currentLife, noteActivity, renewSession, subscribeToSession } from './session.ts'

/** Keeps the session alive while the person is here. Answers a function that stops it. */
export function keepSession() {
  let timer: ReturnType<typeof setTimeout> | undefined

  const look = () => {
    clearTimeout(timer)
    const life = currentLife()
    if (!life) return
    const now = Date.now()
    if (isRenewalDue(life, now)) void renewSession().then(look)
    else timer = setTimeout(look, untilNextLook(life, now))
  }
  const wake = () => {
    const life = currentLife()
    if (!life) return
    const isFirstSign = life.activeAt <= life.renewedAt
    noteActivity(Date.now())
    if (isFirstSign || isRenewalDue(life, Date.now())) look()
  }
  // A machine that slept kept no time: look when the page is seen again.
  const seen = () => {
    if (document.visibilityState === 'visible') look()
  }

  const stop = subscribeToSession(look)
  window.addEventListener('pointerdown', wake, { passive: true })
  window.addEventListener('keydown', wake, { passive: true })
  document.addEventListener('visibilitychange', seen)
  look()

  return () => {
    clearTimeout(timer)
    stop()
    window.removeEventListener('pointerdown', wake)
    window.removeEventListener('keydown', wake)
    document.removeEventListener('visibilitychange', seen)
  }
}
