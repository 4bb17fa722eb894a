import { useSyncExternalStore } from 'react'
import type { Answer } from '#shared/calls/answer.ts'
import type { DecodedToken, LoginAnswer } from '#shared/calls/auth.ts'
import { permission } from '#shared/resource/names.ts'
import { get, post } from '#web/api/client.ts'
import { beginLife, type Life, readStoredToken, type Session, verdictOf } from './decisions.ts'
import { lastingPicture } from './picture.ts'
import { forgetToken, isTokenRemembered, readToken, watchToken, writeToken, writeUser } from './storage.ts'
import { buildTabs } from './tabs.ts'

/** The session of this tab. There is one, as there is one person in front of it. */
let session: Session = { at: 'unknown' }
let life: Life | undefined
const listeners = new Set<() => void>()
const tabs = buildTabs()

export const currentSession = () => session
export const currentToken = () => (session.at === 'signed-in' && !session.hasLapsed ? session.token : undefined)
export const hasLapsed = () => session.at === 'signed-in' && session.hasLapsed === true
export const currentLife = () => life

export function subscribeToSession(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSession = (): Session => useSyncExternalStore(subscribeToSession, currentSession)

/** Whether the session may do this: `useCan('update', courts)`. Whatever asks is drawn anew when the session changes. */
export function useCan(action: string, section: Parameters<typeof permission>[1]) {
  return holds(useSession(), permission(action, section))
}

export const holds = (of: Session, name: string) => of.at === 'signed-in' && of.decoded.abilities.includes(name)

function change(next: Session, nextLife?: Life) {
  session = next
  life = nextLife
  for (const listener of listeners) listener()
}

/** Finds out who is here: from the token that was stored, or from another tab. */
export async function restoreSession() {
  const stored = readStoredToken(readToken() ?? (await tabs.ask()) ?? null, Date.now())
  if (stored.is === 'none') {
    leave()
    return
  }

  const isFresh = stored.is === 'expired'
  // A token that has expired opens nothing, but its session may be renewable.
  const answer = await get(isFresh ? 'auth/refresh' : 'auth/me', { token: stored.token })
  const verdict = verdictOf(answer)
  if (verdict.is === 'unclear') {
    // Whoever is signed in stays so: the trouble passes.
    if (session.at !== 'signed-in') change({ at: 'unreachable', message: verdict.message })
    return
  }
  settle(answer, { isFresh })
}

/** Takes up the session of an answer, or ends the one there is. True when there is one. */
function settle(answer: Parameters<typeof verdictOf>[0], { isFresh }: { isFresh: boolean }) {
  const verdict = verdictOf(answer)
  if (verdict.is === 'unclear') return false
  if (verdict.is === 'ended') {
    end()
    return false
  }
  const { token, decoded } = verdict
  const { remember } = decoded
  writeToken(token, { remember })
  writeUser(decoded.user, { remember })
  change({ at: 'signed-in', token, decoded }, beginLife(decoded, { isFresh, now: Date.now() }))
  if (isFresh && !remember) tabs.tell(token)
  void keepPicture(token, decoded)
  return true
}

/** The picture comes as a link that soon ends. */
async function keepPicture(token: string, decoded: DecodedToken) {
  if (decoded.user.avatar === null) return
  const avatar = await lastingPicture(decoded.user.avatar)
  if (avatar === undefined || currentToken() !== token) return
  const user = { ...decoded.user, avatar }
  writeUser(user, decoded)
  change({ at: 'signed-in', token, decoded: { ...decoded, user } }, life)
}

/** After an answer to a log-in. False when it asks for something else first. */
export const signIn = (answer: Answer<LoginAnswer>) =>
  verdictOf(answer).is === 'session' && settle(answer, { isFresh: true })

let renewal: Promise<void> | undefined

/** Gives the session a new token; several at once are one. */
export function renewSession(): Promise<void> {
  renewal ??= renew().finally(() => (renewal = undefined))
  return renewal
}

async function renew() {
  if (session.at !== 'signed-in' || !life) return
  life = { ...life, triedAt: Date.now() }
  const { token } = session
  const answer = await get('auth/refresh', { token })
  // Meanwhile the person may have left, or another tab may have renewed.
  if (currentToken() === token) settle(answer, { isFresh: true })
}

/** A sign of the person: a pointer or a key. */
export function noteActivity(now: number) {
  if (life) life = { ...life, activeAt: now }
}

/** Ends the session on the server, then here; the page starts afresh. A failure is for the caller to show. */
export async function signOut(): Promise<Answer> {
  const answer = await post('auth/logout', {})
  if (answer.Status === 'success' || answer.code === 'no-session') {
    // What is shown stays until the new page is there.
    forget({ tellOthers: true })
    window.location.replace('/')
  }
  return answer
}

/** The server no longer knows this token. True where the page goes with it, for the first to hear of it. */
export function sessionEnded(token: string): boolean {
  if (currentToken() !== token) return false
  end({ tellOthers: true })
  return !hasLapsed()
}

let typing = 0

/** While somebody types into what holds it, the page outlives its session. Answers a function that lets go. */
export function holdPage() {
  typing += 1
  return () => {
    typing -= 1
  }
}

/** A session that is over takes its page with it, unless something is being typed there. */
function end(options: Telling = {}) {
  forget(options)
  change(session.at === 'signed-in' && typing > 0 ? { ...session, hasLapsed: true } : { at: 'guest' })
}

/** The person of a session that has lapsed does not want to come back. */
export function leaveLapsed() {
  if (hasLapsed()) leave()
}

function leave(options: Telling = {}) {
  forget(options)
  change({ at: 'guest' })
}

type Telling = { tellOthers?: boolean }

/** Tabs that share a remembered token hear of it by the storage. */
function forget({ tellOthers = false }: Telling) {
  const wasRemembered = isTokenRemembered()
  forgetToken()
  if (tellOthers && !wasRemembered) tabs.tellGone()
}

/** Tabs follow each other: by the storage when the token is remembered, else by what they tell each other. */
export function followOtherTabs() {
  watchToken(follow)
  tabs.listen({
    asked: () => (isTokenRemembered() ? undefined : currentToken()),
    token: (token) => {
      if (isTokenRemembered() || token === currentToken() || session.at === 'unknown') return
      writeToken(token, { remember: false })
      follow()
    },
    gone: () => {
      if (currentToken() !== undefined && !isTokenRemembered()) end()
    },
  })
}

function follow() {
  const stored = readToken()
  if (stored === null) {
    if (currentToken() !== undefined) end()
    return
  }
  if (stored !== currentToken()) void restoreSession()
}
