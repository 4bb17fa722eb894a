import { useSyncExternalStore } from 'react'
import { currentSession, subscribeToSession } from '#web/platform/session/session.ts'
import { toggleUser, isThaanaOn } from './keyboardPreferences.ts'

/**
 * Whether keys write Thaana: a preference of each user of this browser, off by default. Another tab follows at its next
 * render.
 */
const key = 'thaanaTyping'
const listeners = new Set<() => void>()
let stored = readStored()

export const isTypingThaana = () => isThaanaOn(stored, currentEmail())

export function toggleTyping() {
  stored = toggleUser(stored, currentEmail())
  try {
    localStorage.setItem(key, stored)
  } catch {
    // A browser may refuse storage; the preference then lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

/** Whether keys write Thaana, as a hook. */
export const useTypingThaana = () => useSyncExternalStore(subscribe, isTypingThaana)

function subscribe(listener: () => void) {
  listeners.add(listener)
  const unsubscribe = subscribeToSession(listener)
  return () => {
    unsubscribe()
    listeners.delete(listener)
  }
}

function currentEmail() {
  const session = currentSession()
  return session.at === 'signed-in' ? session.decoded.user.email : ''
}

function readStored() {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}
