import type { SessionUser } from '#shared/calls/auth.ts'

/** Who signed in here last, for the card on the login page. */
export type SavedUser = Pick<SessionUser, 'email' | 'name' | 'avatar'>

const tokenKey = 'authToken'
const userKey = 'authUser'

/** With "remember me" the token outlives the browser; without, it goes with the last tab. */
export const readToken = () => read(localStorage, tokenKey) ?? read(sessionStorage, tokenKey)
export const isTokenRemembered = () => read(localStorage, tokenKey) !== null

export function writeToken(token: string, { remember }: { remember: boolean }) {
  write(remember ? localStorage : sessionStorage, tokenKey, token)
  remove(remember ? sessionStorage : localStorage, tokenKey)
}

export function forgetToken() {
  remove(localStorage, tokenKey)
  remove(sessionStorage, tokenKey)
}

export function readUser(): SavedUser | undefined {
  return parseUser(read(localStorage, userKey))
}

/** Kept on request, or where this browser keeps a user already. */
export function writeUser({ email, name, avatar }: SessionUser, { remember }: { remember: boolean }) {
  const before = readUser()
  if (!remember && !before) return
  const same = before?.email === email ? before.avatar : null
  write(localStorage, userKey, JSON.stringify({ email, name, avatar: lasting(avatar, same) }))
}

/** A link to a picture ends: the picture that is kept already outlives it. */
const lasting = (avatar: string | null, kept: string | null) =>
  avatar === null || avatar.startsWith('data:') ? avatar : kept

export const forgetUser = () => remove(localStorage, userKey)

/** Whatever stands in the storage, as a user or nothing. */
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

/** Tells when another tab has changed the token that is remembered. */
export function watchToken(changed: () => void) {
  const listen = (event: StorageEvent) => {
    // A storage that was emptied names no key.
    if (event.key === tokenKey || event.key === null) changed()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

// A browser may refuse storage altogether; the session then lasts as long as the page.
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
    // Kept in memory only.
  }
}

function remove(storage: Storage, key: string) {
  try {
    storage.removeItem(key)
  } catch {
    // There was nothing to remove.
  }
}
