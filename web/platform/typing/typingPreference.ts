import { useSyncExternalStore } from 'react'
import { currentSession, subscribeToSession } from '#web/platform/session/session.ts'

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

/**
 * The users who type Thaana in this browser, as comma-separated hashes: the next user of the browser cannot read an
 * address out of them.
 */
export const isThaanaOn = (stored: string, email: string) => stored.split(',').includes(hashOf(email))

export function toggleUser(stored: string, email: string): string {
  const hash = hashOf(email)
  const otherUsers = stored.split(',').filter((entry) => entry !== '' && entry !== hash)
  return (isThaanaOn(stored, email) ? otherUsers : [hash, ...otherUsers].slice(0, max_users)).join()
}

/** The number of users that a browser remembers. */
const max_users = 20

/** 32-bit FNV-1a. */
function hashOf(email: string) {
  let hash = 0x811c9dc5
  for (let index = 0; index < email.length; index += 1)
    hash = Math.imul(hash ^ email.charCodeAt(index), 0x01000193) >>> 0
  return hash.toString(36)
}
