import { useEffect, useSyncExternalStore } from 'react'
import type { Answer, Failure } from '#shared/calls/answer.ts'
import type { LoginAnswer, SessionUser } from '#shared/calls/auth.ts'
import { permission } from '#shared/resource/names.ts'
import { get, post } from '#web/platform/api/client.ts'
import { beforeTimeLimit } from '#web/platform/safeStorage.ts'
import {
  createReloader,
  isNewerToken,
  readStoredToken,
  type Session,
  sessionOutcomeOf,
  shareRuns,
  startLifetime,
  type TokenLifetime,
} from './decisions.ts'
import {
  fetchAsDataUrl,
  isTokenRemembered,
  onTokenChange,
  readToken,
  removeToken,
  writeToken,
  writeUser,
} from './storage.ts'
import { buildTabs } from './tabs.ts'

/** The session of this tab, as module state: a tab has one user. */
let session: Session = { at: 'unknown' }
let lifetime: TokenLifetime | undefined
const listeners = new Set<() => void>()
const tabs = buildTabs()

export const currentSession = () => session
export const currentToken = () => (session.at === 'signed-in' && !session.isExpired ? session.token : undefined)
export const isExpired = () => session.at === 'signed-in' && session.isExpired === true
export const currentLifetime = () => lifetime

export function subscribeToSession(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSession = (): Session => useSyncExternalStore(subscribeToSession, currentSession)

const abilitiesOf = (of: Session): readonly string[] => (of.at === 'signed-in' ? of.decoded.abilities : [])
export const hasPermission = (of: Session, name: string) => abilitiesOf(of).includes(name)

/** The permissions of the session; none without one. The component renders again when the session changes. */
export const useAbilities = () => abilitiesOf(useSession())

/** Whether the session has a permission: `useCan('update', courts)`. */
export const useCan = (action: string, section: Parameters<typeof permission>[1]) =>
  useAbilities().includes(permission(action, section))

function setSession(next: Session, nextLifetime?: TokenLifetime) {
  session = next
  lifetime = nextLifetime
  for (const listener of listeners) listener()
}

let position: number | undefined

/** The sequence of the last live change before this page fetched anything; undefined if the session began here. */
export const livePosition = () => position

/** Restores the session from the stored token or from another tab. */
export const restoreSession = shareRuns(restore)

async function restore() {
  const stored = readToken()
  const newest = tabs.newestToken(stored)
  // A tab that is alone waits for the others only with a token that has expired: one that they have renewed is a replay.
  await openToken(readStoredToken(stored, Date.now()).is === 'usable' ? stored : await newest, newest)
  // For some seconds the server accepts the token before the newest one too. The user may have signed in meanwhile.
  const opened = currentToken()
  void newest.then((token) => {
    if (token !== null && opened !== undefined && currentToken() === opened && isNewerToken(token, opened))
      void openToken(token)
  })
}

/** Opens the session of a token; where the server rejects it, that of the newest token. Returns the failure. */
async function openToken(text: string | null, newest?: Promise<string | null>): Promise<Failure | undefined> {
  const before = currentToken()
  const stored = readStoredToken(text, Date.now())
  if (stored.is === 'none') leaveSession({ at: 'guest' })
  if (stored.is === 'none') return undefined
  const isFresh = stored.is === 'expired'
  const answer = isFresh ? await get('auth/refresh', { token: stored.token }) : await readSession(stored.token)
  const outcome = sessionOutcomeOf(answer)
  const other = outcome.is === 'ended' && newest ? await newest : text
  if (other !== text) return openToken(other)
  // Meanwhile the user may have signed in or out, or another tab may have renewed the token.
  if (currentToken() !== before) return undefined
  if (outcome.is !== 'unclear') applyAnswer(answer, { isFresh })
  // A transient error does not sign out.
  else if (session.at !== 'signed-in') setSession({ at: 'unreachable', message: outcome.message })
  return answer.Status === 'error' ? answer : undefined
}

async function readSession(token?: string) {
  const answer = await get('auth/me', token === undefined ? {} : { token })
  if (answer.Status === 'success') position ??= answer.position
  return answer
}

/** Applies the session of an answer, or ends the current one. True when there is a session. */
function applyAnswer(answer: Parameters<typeof sessionOutcomeOf>[0], { isFresh }: { isFresh: boolean }) {
  const outcome = sessionOutcomeOf(answer)
  if (outcome.is === 'ended') endSession()
  if (outcome.is !== 'session') return false
  const { token, decoded } = outcome
  writeToken(token, decoded)
  writeUser(decoded.user, decoded)
  setSession({ at: 'signed-in', token, decoded }, startLifetime(decoded, { isFresh, now: Date.now() }))
  if (isFresh && !decoded.remember) tabs.shareToken(token)
  void inlineAvatar(token, decoded.user.avatar)
  return true
}

/** Replaces the avatar's link, which soon expires, by a data URL. Permissions may change while it loads. */
async function inlineAvatar(token: string, link: string | null) {
  const avatar = link === null ? undefined : await fetchAsDataUrl(link)
  if (avatar === undefined || session.at !== 'signed-in' || currentToken() !== token) return
  const decoded = { ...session.decoded, user: { ...session.decoded.user, avatar } }
  writeUser(decoded.user, decoded)
  setSession({ ...session, decoded }, lifetime)
}

/** Applies the answer to a login. False when another step is required first. */
export const signIn = (answer: Answer<LoginAnswer>) =>
  sessionOutcomeOf(answer).is === 'session' && applyAnswer(answer, { isFresh: true })

/** Renews the token. Returns the failure, if it was not renewed. */
export const renewSession = shareRuns(renew)

async function renew(): Promise<Failure | undefined> {
  if (session.at !== 'signed-in' || !lifetime) return undefined
  lifetime = { ...lifetime, triedAt: Date.now() }
  const { token } = session
  const newest = await tabs.newestToken(token)
  if (newest !== null && newest !== token) return openToken(newest)
  const answer = await get('auth/refresh', { token })
  // Meanwhile the user may have signed out, or another tab may have renewed the token.
  if (currentToken() === token) applyAnswer(answer, { isFresh: true })
  return answer.Status === 'error' ? answer : undefined
}

/**
 * Renews the token if it has expired, or if it is this one, which the server rejected: only a renewal shows whether the
 * session has ended too, or the token expired while the machine slept. Returns the failure of the renewal.
 */
export async function renewToken(rejected?: string): Promise<Failure | undefined> {
  const isOutdated = rejected === undefined ? lifetime && lifetime.expiresAt <= Date.now() : rejected === currentToken()
  return isOutdated ? renewSession() : undefined
}

/** Records user activity: a pointer or a key. */
export function recordActivity(now: number) {
  if (lifetime) lifetime = { ...lifetime, activeAt: now }
}

let isSigningOut = false
const signOutListeners = new Set<(user: SessionUser) => Promise<void>>()

/** Calls back when the user has signed out, in this or another tab, to erase their data here; not for a lost session. */
export function onSignOut(erase: (user: SessionUser) => Promise<void>) {
  signOutListeners.add(erase)
}

const currentUser = () => (session.at === 'signed-in' ? session.decoded.user : undefined)

/** The id of the signed-in user; undefined for a guest. */
export const currentUserId = () => currentUser()?.id

/** Whether unsaved text may be stored in this browser: a lost session leaves it there, a sign-out does not. */
export const mayStoreUnsaved = () => session.at === 'signed-in' && !isSigningOut

/** Ends the session on the server, then here, and loads the page again. The caller shows a failure. */
export async function signOut(): Promise<Answer> {
  const user = currentUser()
  const answer = await post('auth/logout', {})
  if (answer.Status === 'success' || answer.code === 'no-session') {
    // The screen stays until the new page is loaded.
    isSigningOut = true
    clearToken()
    if (user) {
      tabs.shareSignOut(user.id)
      await beforeTimeLimit(eraseDataOf(user))
    }
    window.location.replace('/')
  }
  return answer
}

/** Reads the permissions and the subscription of the session again, after a change. */
export const reloadPermissions = createReloader(readPermissions)

/** False where the answer is unclear. */
async function readPermissions() {
  const user = currentUserId()
  if (currentToken() === undefined) return true
  const outcome = sessionOutcomeOf(await readSession())
  if (session.at !== 'signed-in' || session.isExpired || user !== currentUserId()) return true
  if (outcome.is !== 'session') return outcome.is !== 'unclear'
  const { abilities, user: read } = outcome.decoded
  if (abilities.join() !== session.decoded.abilities.join())
    setSession({ ...session, decoded: { ...session.decoded, abilities } }, lifetime)
  updateSubscription(read.subscription)
  return true
}

/** Takes over the user's subscription where the server has answered another one: whether they may copy is part of it. */
export function updateSubscription(subscription: SessionUser['subscription']) {
  if (session.at !== 'signed-in') return
  const { user } = session.decoded
  if (JSON.stringify(subscription) === JSON.stringify(user.subscription)) return
  setSession({ ...session, decoded: { ...session.decoded, user: { ...user, subscription } } }, lifetime)
}

const eraseDataOf = (user: SessionUser) => Promise.all(Array.from(signOutListeners, (erase) => erase(user)))

/** The user signed out in another tab: nothing of theirs stays here, not even an open form. */
function followSignOut(user_id: number) {
  const user = currentUser()
  if (user?.id !== user_id) return
  leaveSession()
  void eraseDataOf(user)
}

/** The server rejected this token. True for the first caller, where the page is left. */
export function sessionEnded(token: string): boolean {
  if (currentToken() !== token) return false
  endSession({ notifyTabs: true })
  return !isExpired()
}

let openEditors = 0

/** Keeps the page after the session expires, while an editor is open or files are uploaded. Returns a function that releases it. */
export function keepPageOnExpiry() {
  openEditors += 1
  return () => {
    openEditors -= 1
  }
}

/** Ends the session. The page goes with it, unless an editor is open. */
function endSession(options: { notifyTabs?: boolean } = {}) {
  clearToken(options)
  setSession(session.at === 'signed-in' && openEditors > 0 ? { ...session, isExpired: true } : endedSession)
}

/** The user does not sign in again after the session has expired. */
export function dropExpiredSession() {
  if (isExpired()) leaveSession()
}

const endedSession: Session = { at: 'guest', hasEnded: true }

function leaveSession(next = endedSession) {
  clearToken()
  setSession(next)
}

function clearToken({ notifyTabs = false }: { notifyTabs?: boolean } = {}) {
  removeToken()
  if (notifyTabs) tabs.shareSessionEnd()
}

/**
 * Keeps the session in step with other tabs: by the storage when the token is remembered, else by messages. `onEnd`: another tab
 * was the first to learn that the session has ended.
 */
export function syncTabs(onEnd: () => void) {
  onTokenChange(syncFromStorage)
  tabs.listen({
    onTokenRequest: () => (isTokenRemembered() ? undefined : currentToken()),
    onToken: (token) => {
      if (isTokenRemembered() || !isNewerToken(token, currentToken()) || session.at === 'unknown') return
      writeToken(token, { remember: false })
      syncFromStorage()
    },
    onSessionEnd: () => {
      if (currentToken() !== undefined && !isTokenRemembered()) endSession()
      if (session.at === 'guest' && session.hasEnded) onEnd()
    },
    onSignOut: followSignOut,
  })
}

function syncFromStorage() {
  const stored = readToken()
  if (stored === null && currentToken() !== undefined) endSession()
  else if (stored !== null && stored !== currentToken()) void openToken(stored)
}

/** For forms and editors: while mounted, an expired session asks to sign in again over the page. */
export const useReauthInPlace = () => useEffect(keepPageOnExpiry, [])
