import { useSyncExternalStore } from 'react'
import type { Failure } from '#shared/calls/answer.ts'
import type { LiveMessage, Present } from '#shared/calls/live.ts'
import { post } from '#web/api/client.ts'
import { isPassing } from '#web/session/decisions.ts'
import { currentSession, currentToken, subscribeToSession } from '#web/session/session.ts'
import { noteRecord, noteRecords } from './atRecords.ts'
import { buildBook, type Listener } from './book.ts'
import type { LiveConnection } from './connection.ts'
import type { House, LiveState } from './house.ts'
import { buildSignal } from './signal.ts'

/** The live connection of this tab. There is one, as there is one person in front of it. */
const book = buildBook()
const changed = buildSignal()
const membersChanged = buildSignal()
const doings = new Map<string, Present['doing']>()

const house: House = {
  book,
  isHere: () => currentToken() !== undefined,
  async findPlace() {
    const answer = await post('broadcasting/place', {})
    if (answer.Status === 'error') return troubleOf(answer)
    const isSecure = answer.tls ?? location.protocol === 'https:'
    const port = answer.port ?? (Number(location.port) || (isSecure ? 443 : 80))
    return { key: answer.key, host: answer.host ?? location.hostname, port, isSecure, isOutside: answer.host !== null }
  },
  async askTicket(socket_id, channel_name, since) {
    const doing = doings.get(channel_name)
    const asked = { socket_id, channel_name, ...(since !== undefined && { since }), ...(doing && { doing }) }
    const answer = await post('broadcasting/auth', asked)
    if (answer.Status === 'error') return troubleOf(answer)
    const { auth, channel_data } = answer
    return { auth, ...(channel_data !== undefined && { channel_data }) }
  },
  async askUser(socket_id) {
    const answer = await post('broadcasting/user', { socket_id })
    return answer.Status === 'error' ? troubleOf(answer) : { auth: answer.auth, user_data: answer.user_data }
  },
  sayHere(socket_id, records) {
    const at = records.map((channel_name) => ({ channel_name, doing: doings.get(channel_name) ?? ('View' as const) }))
    void post('broadcasting/here', { socket_id, at })
  },
  async findMissed(channel_name, since) {
    const answer = await post('broadcasting/missed', { channel_name, ...(since !== undefined && { since }) })
    return answer.Status === 'error' ? troubleOf(answer) : answer
  },
  onState: (state) => {
    document.documentElement.dataset['live'] = state
    changed.tell()
  },
  onMembers: membersChanged.tell,
  onRecord: noteRecord,
  onRecords: noteRecords,
}

const troubleOf = ({ code }: Failure) => (isPassing(code) ? 'later' : 'refused')

let connection: LiveConnection | undefined
let coming: Promise<void> | undefined

/** Opens the connection. The code of it comes when it is first wanted: a page that listens to nothing has none. */
async function open() {
  if (!connection && book.wanted().length === 0) return
  coming ??= import('./connection.ts').then(({ buildConnection }) => {
    connection = buildConnection(house)
  })
  try {
    await coming
    await connection?.open()
  } catch {
    // The code did not come: the network is asked again when it is back, or somebody listens to something else.
    coming = undefined
  }
}

/** Listens to a channel, by its whole name on the wire. Answers a function that stops it. */
export function listen(channel: string, listener: Listener, doing?: Present['doing']): () => void {
  if (doing) doings.set(channel, doing)
  const isFirst = !book.isWanted(channel)
  book.listen(channel, listener)
  if (state() !== 'connected') void open()
  else if (isFirst) connection?.join(channel)
  return () => {
    book.leave(channel, listener)
    if (!book.isWanted(channel)) connection?.leave(channel)
  }
}

/** The socket that calls are made beside, so that what they change is not told to this tab as news. */
export const currentSocketId = () => connection?.socketId()

/** Whether a change was made in this very tab. */
export const isOwn = (message: LiveMessage) => connection?.isOwn(message) === true

/** Does not wait for the next try. */
export const retryNow = () => connection?.hurry()

const state = (): LiveState => connection?.state() ?? 'off'

export const useLiveState = (): LiveState => useSyncExternalStore(changed.subscribe, state)

export const subscribeToMembers = membersChanged.subscribe
export const membersOf = (channel: string) => connection?.membersOf(channel) ?? {}

/** Longer than a hidden tab is held back by its browser: then the machine slept. */
const asleep_ms = 150_000
const look_ms = 5000

/** Follows the session, the network and the sleep of the machine. Answers a function that stops it. */
export function keepLive() {
  let lookedAt = Date.now()
  const look = () => {
    const slept = Date.now() - lookedAt > asleep_ms
    lookedAt = Date.now()
    if (!slept) return
    connection?.drop()
    connection?.hurry()
  }
  const seen = () => {
    if (document.visibilityState !== 'visible') return
    look()
    connection?.hurry()
  }
  const online = () => {
    if (connection) connection.hurry()
    else void open()
  }
  const offline = () => connection?.drop()
  const timer = setInterval(look, look_ms)
  window.addEventListener('online', online)
  window.addEventListener('offline', offline)
  document.addEventListener('visibilitychange', seen)
  const stop = followSession()
  return () => {
    clearInterval(timer)
    stop()
    window.removeEventListener('online', online)
    window.removeEventListener('offline', offline)
    document.removeEventListener('visibilitychange', seen)
    connection?.close()
  }
}

/** Whoever comes after another begins with nothing known. */
function followSession() {
  let before: string | undefined
  return subscribeToSession(() => {
    const session = currentSession()
    if (session.at === 'unknown' || session.at === 'unreachable') return
    const email = session.at === 'signed-in' ? session.decoded.user.email : undefined
    if (before !== undefined && email !== before) {
      book.forget()
      connection?.close()
    }
    before = email
    connection?.rejoin()
    void open()
  })
}
