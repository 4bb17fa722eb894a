import type { default as Pusher, Options as PusherOptions } from 'pusher-js'
import type {
  AtRecord,
  BroadcastingAuth,
  BroadcastingMissed,
  BroadcastingUser,
  LiveMessage,
} from '#shared/calls/live.ts'
import type { Book } from './book.ts'
import { isAtRecord, isAtRecords } from './told.ts'
import { waitBefore } from './waiting.ts'

/** `off` while nobody is here or nobody listens; `offline` while the server cannot be reached, and is tried again. */
export type LiveState = 'off' | 'connecting' | 'connected' | 'offline'

/** With `isOutside` the sockets are kept by a broadcaster that says only up to which change something is new. */
type Place = { key: string; host: string; port: number; isSecure: boolean; isOutside: boolean }
/** `later` is what may pass by itself; a refusal stays one. */
type Trouble = 'later' | 'refused'

export type House = {
  book: Book
  /** Whether somebody is signed in, whose session lets him ask. */
  isHere: () => boolean
  findPlace: () => Promise<Place | Trouble>
  askTicket: (socketId: string, channel: string, since: number | undefined) => Promise<BroadcastingAuth | Trouble>
  /** Says to a broadcaster outside whose the socket is, so that what is taken from him ends there too. */
  askUser: (socketId: string) => Promise<BroadcastingUser | Trouble>
  /** Says at which records this tab is, where the sockets are kept outside. */
  sayHere: (socketId: string, records: string[]) => void
  /** What came on a channel since a change: for sockets that are kept outside. */
  findMissed: (channel: string, since: number | undefined) => Promise<BroadcastingMissed | Trouble>
  onState: (state: LiveState) => void
  /** Who looks at the record of a presence channel has changed. */
  onMembers: (channel: string) => void
  /** Who is at one record of a list, and who is at all of them. */
  onRecord: (channel: string, told: AtRecord) => void
  onRecords: (channel: string, told: AtRecord[]) => void
}

export type LiveConnection = ReturnType<typeof buildConnection>

/** Where the sockets are kept outside, the server is told so often at which records this tab is. */
const here_ms = 20_000
/** A server that does not answer for so long is tried again later. */
const patience_ms = 5000

/** The one connection of a tab: opened when somebody listens, and opened again whenever it is lost. */
export function buildConnection(house: House) {
  const { book } = house
  const ownIds = new Set<string>()
  let pusher: Pusher | undefined
  let state: LiveState = 'off'
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOpening = false
  let wasHere = false
  let hereTimer: ReturnType<typeof setInterval> | undefined

  const change = (next: LiveState) => {
    if (state === next) return
    state = next
    house.onState(next)
  }

  /** Opens the connection when there is somebody to open it for. Says nothing to one that is open. */
  async function open() {
    clearTimeout(timer)
    if (isOpening || state === 'connected') return
    if (!house.isHere() || book.wanted().length === 0) {
      change('off')
      return
    }
    if (state === 'off') change('connecting')
    isOpening = true
    const [place, library] = await findWay().finally(() => (isOpening = false))
    if (typeof place === 'object' && library) pusher = start(library, place)
    // Who is refused the place has no session any more: the session says so itself.
    else if (place === 'refused') change('off')
    else if (pusher) pusher.connect()
    else tryLater()
  }

  /** Where the sockets are kept, and what speaks with them: its code is asked for again when it did not come. */
  async function findWay() {
    if (pusher) return []
    const place = await house.findPlace()
    if (typeof place !== 'object') return [place] as const
    return [place, await loadPusher().catch(() => undefined)] as const
  }

  function start(library: typeof Pusher, { key, host, port, isSecure, isOutside }: Place) {
    const opened = new library(key, {
      ...optionsOf(host, port, isSecure),
      channelAuthorization: tickets(),
      userAuthentication: { transport: 'ajax', endpoint: '', customHandler: signIn },
    })
    if (isOutside) opened.signin()
    clearInterval(hereTimer)
    hereTimer = isOutside ? setInterval(sayHere, here_ms) : undefined
    opened.connection.bind('connected', ({ socket_id }: { socket_id: string }) => {
      tries = 0
      ownIds.add(socket_id)
      for (const channel of book.wanted()) opened.subscribe(channel)
      change('connected')
    })
    opened.connection.bind('message', ({ event, channel, data }: Told) => {
      if (channel === undefined) return
      if (isOutside) hearOutside(event, channel)
      else hear(event, channel, data)
    })
    // The client would come back every second, together with everybody else.
    const goes = () => queueMicrotask(() => lose(opened))
    opened.connection.bind('connecting_in', goes)
    opened.connection.bind('unavailable', goes)
    opened.connection.bind('failed', goes)
    opened.connection.bind('disconnected', goes)
    opened.connect()
    return opened
  }

  function hear(event: string, channel: string, data: unknown) {
    if (event === 'pusher_internal:subscription_succeeded') {
      const told = data as Joined
      book.joined(channel, told)
      house.onMembers(channel)
      if (isAtRecords(told.records)) house.onRecords(channel, told.records)
    } else if (event === 'pusher:subscription_error') shut(channel)
    else if (event.startsWith('pusher_internal:member')) house.onMembers(channel)
    else if (event === 'Presence' && isAtRecord(data)) house.onRecord(channel, data)
    else if (!event.startsWith('pusher')) book.heard(channel, data as LiveMessage)
  }

  /** The right to it is gone. The library would think that it is still joined, and not ask again when it is wanted anew. */
  function shut(channel: string) {
    pusher?.unsubscribe(channel)
    book.refused(channel)
  }

  /** A broadcaster outside tells nothing itself: what is new is asked of the server. */
  function hearOutside(event: string, channel: string) {
    if (event.startsWith('pusher_internal:')) house.onMembers(channel)
    if (event === 'pusher_internal:subscription_succeeded' && isOfRecord(channel)) sayHere()
    if (event === 'pusher_internal:subscription_succeeded' || event === 'Changed') void catchUp(channel)
  }

  async function catchUp(channel: string) {
    const missed = await house.findMissed(channel, book.since(channel))
    if (missed === 'later') setTimeout(() => void catchUp(channel), waitBefore(2))
    if (missed === 'refused') shut(channel)
    if (typeof missed !== 'object') return
    for (const { data } of missed.messages) book.heard(channel, data as LiveMessage)
    book.joined(channel, missed)
    if (missed.records) house.onRecords(channel, missed.records)
  }

  /** Nothing is said of no record, but that the last one was left. */
  function sayHere() {
    const records = book.wanted().filter(isOfRecord)
    const id = pusher?.connection.socket_id
    if (state === 'connected' && id !== undefined && (records.length > 0 || wasHere)) house.sayHere(id, records)
    wasHere = records.length > 0
  }

  /** A ticket that only the network kept from us is asked for again. */
  const tickets = (): NonNullable<PusherOptions['channelAuthorization']> => ({
    transport: 'ajax',
    endpoint: '',
    customHandler: ({ socketId, channelName }, done) => {
      void house.askTicket(socketId, channelName, book.since(channelName)).then((ticket) => {
        if (typeof ticket === 'object') done(null, ticket)
        else done(new Error(ticket), null)
        if (ticket === 'later') setTimeout(() => join(channelName), waitBefore(2))
        if (ticket === 'refused') book.refused(channelName)
      })
    },
  })

  /** A socket of nobody is not left open: it is opened anew. */
  const signIn: SignIn = ({ socketId }, done) =>
    void house.askUser(socketId).then((user) => {
      if (typeof user === 'object') done(null, user)
      else if (pusher) lose(pusher)
    })

  const join = (channel: string) => {
    if (state === 'connected' && book.isWanted(channel)) pusher?.subscribe(channel)
  }

  function lose(lost: Pusher) {
    if (pusher !== lost) return
    // It ended by a word of the server, or of the network: the next one begins afresh.
    pusher = undefined
    lost.disconnect()
    if (state !== 'off') tryLater()
  }

  function tryLater(wait = waitBefore(tries)) {
    if (house.isHere()) change('offline')
    else change('off')
    tries += 1
    clearTimeout(timer)
    timer = setTimeout(() => void open(), wait)
  }

  return {
    open,
    /** Joins what is wanted and was shut: whoever sits here may have been given a right back. */
    rejoin: () => {
      for (const channel of book.wanted()) join(channel)
    },
    state: () => state,
    socketId: () => (state === 'connected' ? pusher?.connection.socket_id : undefined),
    /** Whether a change was made in this tab. */
    isOwn: ({ from }: LiveMessage) => from !== null && ownIds.has(from),
    /** As the library keeps them: by the number of the person. */
    membersOf: (channel: string): Record<string, unknown> => {
      const found = pusher?.channel(channel)
      return found && 'members' in found ? { ...(found.members as { members: Record<string, unknown> }).members } : {}
    },
    join,
    leave: (channel: string) => {
      pusher?.unsubscribe(channel)
      if (hereTimer !== undefined && isOfRecord(channel)) sayHere()
    },

    /** The network came back, or the machine woke: no reason to wait. */
    hurry: () => {
      if (state !== 'offline') return
      tries = 0
      tryLater(waitBefore(0) / 5)
    },
    /** The network is gone, or time has passed in which nothing was heard. */
    drop: () => {
      if (pusher && state !== 'off') lose(pusher)
    },
    close() {
      clearTimeout(timer)
      clearInterval(hereTimer)
      change('off')
      pusher?.disconnect()
      pusher = undefined
    },
  }
}

type SignIn = Extract<PusherOptions['userAuthentication'], { customHandler: unknown }>['customHandler']
type Told = { event: string; channel?: string; data: unknown }
type Joined = { sequence: number; reload?: boolean; records?: unknown }

const isOfRecord = (channel: string) => channel.startsWith('presence-')

const optionsOf = (host: string, port: number, isSecure: boolean) => ({
  cluster: '',
  wsHost: host,
  wsPort: port,
  wssPort: port,
  forceTLS: isSecure,
  enableStats: false,
  enabledTransports: ['ws' as const],
  unavailableTimeout: patience_ms,
  activityTimeout: 60_000,
  pongTimeout: patience_ms,
})

/** It comes with the first channel that somebody listens to. */
const loadPusher = async () => (await import('pusher-js')).default
