import type { SessionUser } from '#shared/calls/auth.ts'
import { onItemChange, readItem, removeItem, writeItem } from '#web/platform/safeStorage.ts'

/** The last signed-in user, for the card on the login page. */
export type SavedUser = Pick<SessionUser, 'email' | 'name' | 'avatar'>

const tokenKey = 'authToken'
const userKey = 'authUser'

/** With "remember me" the token outlives the browser; without, it is removed with the last tab. */
export const readToken = () => readItem('localStorage', tokenKey) ?? readItem('sessionStorage', tokenKey)
export const isTokenRemembered = () => readItem('localStorage', tokenKey) !== null

export function writeToken(token: string, { remember }: { remember: boolean }) {
  writeItem(remember ? 'localStorage' : 'sessionStorage', tokenKey, token)
  removeItem(remember ? 'sessionStorage' : 'localStorage', tokenKey)
}

export function removeToken() {
  removeItem('localStorage', tokenKey)
  removeItem('sessionStorage', tokenKey)
}

export function readUser(): SavedUser | undefined {
  return parseUser(readItem('localStorage', userKey))
}

/** Stores the user for the card of the login page. */
export function writeUser(user: SessionUser, options: { remember: boolean }) {
  const next = userToStore(readUser(), user, options)
  if (next) writeItem('localStorage', userKey, JSON.stringify(next))
}

/**
 * With "remember me", or where this browser has stored the same user before: who registers on a shared computer did not ask
 * to be remembered there.
 */
export function userToStore(
  previous: SavedUser | undefined,
  { email, name, avatar }: SavedUser,
  { remember }: { remember: boolean },
): SavedUser | undefined {
  const same = previous?.email === email ? previous : undefined
  if (!remember && !same) return undefined
  return { email, name, avatar: lastingAvatar(avatar, same?.avatar ?? null) }
}

export const removeUser = () => removeItem('localStorage', userKey)

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
export const onTokenChange = (changed: () => void) => onItemChange(tokenKey, changed)

/** A link to an avatar expires: the stored data URL stays. */
const lastingAvatar = (avatar: string | null, stored: string | null) =>
  avatar === null || avatar.startsWith('data:') ? avatar : stored

/**
 * Fetches a picture as a data URL. Links expire after minutes and with the session, but the layout shows the picture
 * for hours and the login card after the session. Undefined when it cannot be fetched.
 */
export async function fetchAsDataUrl(link: string): Promise<string | undefined> {
  if (link.startsWith('data:')) return link
  try {
    const response = await fetch(link)
    return response.ok ? await dataUrlOf(await response.blob()) : undefined
  } catch {
    return undefined
  }
}

const dataUrlOf = (blob: Blob) =>
  new Promise<string | undefined>((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : undefined)
    reader.onerror = () => resolve(undefined)
    reader.readAsDataURL(blob)
  })
