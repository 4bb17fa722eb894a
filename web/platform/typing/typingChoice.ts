import { useSyncExternalStore } from 'react'
import { currentSession, subscribeToSession } from '#web/session/session.ts'
import { toggled, wants } from './wishes.ts'

/**
 * Whether keys write Thaana: what each person of this browser last chose, and off until they did. Another tab learns of
 * it when it is drawn the next time.
 */
const key = 'thaanaTyping'
const listeners = new Set<() => void>()
let kept = read()

export const isTypingThaana = () => wants(kept, person())

export function toggleTyping() {
  kept = toggled(kept, person())
  try {
    localStorage.setItem(key, kept)
  } catch {
    // A browser may refuse storage; the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

/** Whether keys write Thaana, for components. */
export const useTypingThaana = () => useSyncExternalStore(subscribe, isTypingThaana)

function subscribe(listener: () => void) {
  listeners.add(listener)
  const leave = subscribeToSession(listener)
  return () => {
    leave()
    listeners.delete(listener)
  }
}

function person() {
  const session = currentSession()
  return session.at === 'signed-in' ? session.decoded.user.email : ''
}

function read() {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}
