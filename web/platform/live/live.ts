import { useSyncExternalStore } from 'react'
import type { Failure } from '#shared/calls/answer.ts'
import { backoff } from '#shared/backoff.ts'
import type { LiveMessage, Viewer } from '#shared/calls/live.ts'
import { permissionsDigest } from '#shared/permissionsDigest.ts'
import { post } from '#web/platform/api/client.ts'
import { isTransientError } from '#web/platform/session/decisions.ts'
import {
  currentSession,
  currentToken,
  livePosition,
  reloadPermissions,
  subscribeToSession,
} from '#web/platform/session/session.ts'
import { setRecordViewers, replaceRecordViewers } from './recordPresence.ts'
import { createSubscriptionRegistry, type Listener } from './subscriptionRegistry.ts'
import type { LiveConnection } from './connection.ts'
import type { ConnectionCallbacks, LiveState } from './connectionState.ts'
import { buildSignal } from './signal.ts'

/** The live connection of this tab. A tab has one session, and so one connection. */
const subscriptions = createSubscriptionRegistry(livePosition)
const stateChanged = buildSignal()
const membersChanged = buildSignal()
const activities = new Map<string, Viewer['doing']>()

const callbacks: ConnectionCallbacks = {
  subscriptions,
  isSignedIn: () => currentToken() !== undefined,
  backoff,
  async fetchServerAddress() {
    const answer = await post('broadcasting/place', {})
    if (answer.Status === 'error') return connectionFailureOf(answer)
    const isSecure = answer.tls ?? location.protocol === 'https:'
    const port = answer.port ?? (Number(location.port) || (isSecure ? 443 : 80))
    return { key: answer.key, host: answer.host ?? location.hostname, port, isSecure, isExternal: answer.host !== null }
  },
  async authorizeChannel(socket_id, channel_name, since) {
    const doing = activities.get(channel_name)
    const session = currentSession()
    const input = {
      socket_id,
      channel_name,
      ...(since !== undefined && { since }),
      ...(doing && { doing }),
      ...(session.at === 'signed-in' && { permissions: permissionsDigest(session.decoded.abilities) }),
    }
    const answer = await post('broadcasting/auth', input)
    if (answer.Status === 'error') return connectionFailureOf(answer)
    const { auth, channel_data } = answer
    return { auth, ...(channel_data !== undefined && { channel_data }) }
  },
  async authenticateUser(socket_id) {
    const answer = await post('broadcasting/user', { socket_id })
    return answer.Status === 'error' ? connectionFailureOf(answer) : { auth: answer.auth, user_data: answer.user_data }
  },
  sendHeartbeat(socket_id, records) {
    const at = records.map((channel_name) => ({
      channel_name,
      doing: activities.get(channel_name) ?? ('View' as const),
    }))
    void post('broadcasting/here', { socket_id, at })
  },
  async fetchMissed(channel_name, since) {
    const answer = await post('broadcasting/missed', { channel_name, ...(since !== undefined && { since }) })
    return answer.Status === 'error' ? connectionFailureOf(answer) : answer
  },
  onStateChange: (state) => {
    document.documentElement.dataset['live'] = state
    stateChanged.notify()
  },
  onPermissionsChange: () => void reloadPermissions(),
  onMembersChange: membersChanged.notify,
  onRecordViewers: setRecordViewers,
  onAllRecordViewers: replaceRecordViewers,
}

const connectionFailureOf = ({ code }: Failure) => (isTransientError(code) ? 'transient' : 'refused')

let connection: LiveConnection | undefined
let loading: Promise<void> | undefined

/** Opens the connection. Its code is loaded with the first subscription. */
async function open() {
  if (!connection && subscriptions.channels().length === 0) return
  loading ??= import('./connection.ts').then(({ buildConnection }) => {
    connection = buildConnection(callbacks)
  })
  try {
    await loading
    await connection?.open()
  } catch {
    // The code failed to load: retried when the network is back or another channel is subscribed to.
    loading = undefined
  }
}

/** Subscribes to a channel, by its full name on the wire. Returns the unsubscribe function. */
export function listen(channel: string, listener: Listener, doing?: Viewer['doing']): () => void {
  if (doing) activities.set(channel, doing)
  const isFirst = !subscriptions.isSubscribed(channel)
  subscriptions.listen(channel, listener)
  if (state() !== 'connected') void open()
  else if (isFirst) connection?.join(channel)
  return () => {
    subscriptions.leave(channel, listener)
    if (!subscriptions.isSubscribed(channel)) connection?.leave(channel)
  }
}

/** Lets a later subscriber of a channel receive the changes from now on. */
export const rememberPosition = subscriptions.remember

/** The socket id to send with each call, so that the server does not echo the call's changes to this tab. */
export const currentSocketId = () => connection?.socketId()

/** The socket id to report the line in which the user writes; undefined where the others would not see it. */
export const currentLineSocketId = () => connection?.lineSocketId()

/** Whether a change was made in this tab. */
export const isOwn = (message: LiveMessage) => connection?.isOwn(message) === true

/** Reconnects without waiting for the backoff. */
export const retryNow = () => connection?.reconnectNow()

const state = (): LiveState => connection?.state() ?? 'off'

export const useLiveState = (): LiveState => useSyncExternalStore(stateChanged.subscribe, state)
export const useIsOffline = () => useLiveState() === 'offline'

/** Calls the listener whenever the server is there again. Returns the unsubscribe function. */
export function subscribeToReturn(listener: () => void) {
  let wasOffline = false
  return stateChanged.subscribe(() => {
    const isBack = wasOffline && state() === 'connected'
    wasOffline = state() === 'offline' || (wasOffline && !isBack)
    if (isBack) listener()
  })
}

export const subscribeToMembers = membersChanged.subscribe
export const membersOf = (channel: string) => connection?.membersOf(channel) ?? {}

/** Browsers delay the timers of hidden tabs by less: a longer gap means that the machine slept. */
const sleep_ms = 150_000
const check_interval_ms = 5000
/** pusher-js sends by timers: those that were due during the sleep run first, so that nothing is sent to a closing socket. */
const reconnect_delay_ms = 100

function reconnect() {
  connection?.disconnect()
  connection?.reconnectNow()
}

/** Reconnects after changes of the session, the network, and after sleep. Returns a function that stops it. */
export function maintainLiveConnection() {
  let checkedAt = Date.now()
  const checkSleep = () => {
    const slept = Date.now() - checkedAt > sleep_ms
    checkedAt = Date.now()
    if (slept) setTimeout(reconnect, reconnect_delay_ms)
  }
  const onVisible = () => {
    if (document.visibilityState !== 'visible') return
    checkSleep()
    connection?.reconnectNow()
  }
  const onOnline = () => {
    if (connection) connection.reconnectNow()
    else void open()
  }
  const onOffline = () => connection?.disconnect()
  const timer = setInterval(checkSleep, check_interval_ms)
  window.addEventListener('online', onOnline)
  window.addEventListener('offline', onOffline)
  document.addEventListener('visibilitychange', onVisible)
  const stop = followSession()
  return () => {
    clearInterval(timer)
    stop()
    window.removeEventListener('online', onOnline)
    window.removeEventListener('offline', onOffline)
    document.removeEventListener('visibilitychange', onVisible)
    connection?.close()
  }
}

/** A change of user resets what is known of every channel. */
function followSession() {
  let previousEmail: string | undefined
  return subscribeToSession(() => {
    const session = currentSession()
    if (session.at === 'unknown' || session.at === 'unreachable') return
    const email = session.at === 'signed-in' ? session.decoded.user.email : undefined
    if (previousEmail !== undefined && email !== previousEmail) {
      subscriptions.reset()
      connection?.close()
    }
    previousEmail = email
    connection?.rejoin()
    void open()
  })
}
