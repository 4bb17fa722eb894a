import type { SessionUser } from '#shared/calls/auth.ts'
import { lastingAvatar } from './avatar.ts'

/** The last signed-in user, for the card on the login page. */
export type SavedUser = Pick<SessionUser, 'email' | 'name' | 'avatar'>

const tokenKey = 'authToken'
const userKey = 'authUser'

/** With "remember me" the token outlives the browser; without, it is removed with the last tab. */
export const readToken = () => read(localStorage, tokenKey) ?? read(sessionStorage, tokenKey)
export const isTokenRemembered = () => read(localStorage, tokenKey) !== null

export function writeToken(token: string, { remember }: { remember: boolean }) {
  write(remember ? localStorage : sessionStorage, tokenKey, token)
  remove(remember ? sessionStorage : localStorage, tokenKey)
}

export function removeToken() {
  remove(localStorage, tokenKey)
  remove(sessionStorage, tokenKey)
}

export function readUser(): SavedUser | undefined {
  return parseUser(read(localStorage, userKey))
}

/** Stores the user with "remember me", or where this browser has stored a user before. */
export function writeUser({ email, name, avatar }: SessionUser, { remember }: { remember: boolean }) {
  const previous = readUser()
  if (!remember && !previous) return
  const storedAvatar = previous?.email === email ? previous.avatar : null
  write(localStorage, userKey, JSON.stringify({ email, name, avatar: lastingAvatar(avatar, storedAvatar) }))
}

export const removeUser = () => remove(localStorage, userKey)

/** Parses stored text as a user, or undefined. */
export function parseUser(text: string | null): SavedUser | undefined {
  try {
    const user: unknown = JSON.parse(text ?? '')
    if (typeof user !== 'object' || user === null || !('email' in user) || !('name' in user)) return undefined
    const { email, name } = user
    if (typeof email !== 'string' || typeof name !== 'string' || email === '') return undefined
    const avatar = 'avatar' in user && typeof user.avatar === 'string' ? user.avatar : null
    return { email, name: name || email, avatar }
  } catch {
    return undefined
  }
}

/** Calls back when another tab changes the remembered token. */
export function onTokenChange(changed: () => void) {
  const onStorage = (event: StorageEvent) => {
    // A cleared storage names no key.
    if (event.key === tokenKey || event.key === null) changed()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

// A browser may refuse storage; the session then lasts as long as the page.
function read(storage: Storage, key: string) {
  try {
    return storage.getItem(key)
  } catch {
    return null
  }
}

function write(storage: Storage, key: string, value: string) {
  try {
    storage.setItem(key, value)
  } catch {
    // The value is in memory only.
  }
}

function remove(storage: Storage, key: string) {
  try {
    storage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}
