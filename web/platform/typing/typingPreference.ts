import { useSyncExternalStore } from 'react'
import type { SessionUser } from '#shared/calls/auth.ts'
import { onItemChange, readItem, writeItem } from '#web/platform/safeStorage.ts'
import { currentSession, subscribeToSession } from '#web/platform/session/session.ts'

/** Whether keys write Thaana: a preference of each user of this browser, in all of its tabs; off by default. */
const key = 'thaanaTyping'
const listeners = new Set<() => void>()
let stored = readItem('localStorage', key) ?? ''

onItemChange(key, (text) => change(text ?? ''))

function change(text: string) {
  stored = text
  for (const listener of listeners) listener()
}

export const isTypingThaana = () => isThaanaOn(stored, currentUser())

export function toggleTyping() {
  // Another tab may have changed it for another user.
  const text = toggleUser(readItem('localStorage', key) ?? stored, currentUser())
  writeItem('localStorage', key, text)
  change(text)
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

/** Undefined for a guest. */
type User = Pick<SessionUser, 'id' | 'email'> | undefined

function currentUser(): User {
  const session = currentSession()
  return session.at === 'signed-in' ? session.decoded.user : undefined
}

/**
 * The users who type Thaana in this browser, as comma-separated hashes: the next user of the browser cannot read an
 * address out of them. Earlier versions stored the hash of the e-mail address, which changes.
 */
export const isThaanaOn = (stored: string, user: User) =>
  hashesOf(user).some((hash) => stored.split(',').includes(hash))

export function toggleUser(stored: string, user: User): string {
  const hashes = hashesOf(user)
  const otherUsers = stored.split(',').filter((entry) => entry !== '' && !hashes.includes(entry))
  return (isThaanaOn(stored, user) ? otherUsers : [...hashes.slice(0, 1), ...otherUsers].slice(0, max_users)).join()
}

/** The number of users that a browser remembers. */
const max_users = 20

const hashesOf = (user: User) => (user ? [String(user.id), user.email] : ['']).map(hashOf)

/** 32-bit FNV-1a. */
function hashOf(text: string) {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  return hash.toString(36)
}
