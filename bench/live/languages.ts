import type { LiveKeys } from '#server/live/sign.ts'
import { writeTicket } from '#server/live/tickets.ts'

/** How each of the two is greeted, and how a channel is joined there. */

type Say = (text: string) => void
type Who = { keys: LiveKeys; session: string }

/** One socket's side of it. */
type Greeting = {
  begin: (say: Say) => void
  /** Everything that is no event of a list. */
  hear: (text: string) => void
  /** Resolves when the socket is in; before it is greeted it waits. */
  join: (channel: string) => Promise<void>
}

export type Speaks = keyof typeof greetings

export const greetings = { pusher: greetPusher, 'socket.io': greetSocketIo } as const

function greetPusher({ keys, session: session_id }: Who): Greeting {
  const known = later<string>()
  let say: Say = ignore
  let joined: () => void = ignore
  return {
    begin: (given) => (say = given),
    hear: (text) => {
      const { event, data } = JSON.parse(text) as { event: string; data: string }
      if (event === 'pusher:ping') say('{"event":"pusher:pong","data":{}}')
      if (event === 'pusher:connection_established') known.settle((JSON.parse(data) as { socket_id: string }).socket_id)
      if (event === 'pusher_internal:subscription_succeeded') joined()
      // A socket that is not let in ends the measure.
      if (/error/.test(event)) throw new Error(text)
    },
    join: async (channel) => {
      const isIn = new Promise<void>((settle) => (joined = settle))
      const ticket = writeTicket(keys, await known.come, channel, { session_id })
      say(JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...ticket } }))
      await isIn
    },
  }
}

function greetSocketIo(): Greeting {
  const known = later<true>()
  let say: Say = ignore
  let joined: () => void = ignore
  return {
    begin: (given) => (say = given),
    hear: (text) => {
      if (text.startsWith('0')) say('40')
      if (text === '2') say('3')
      if (text.startsWith('40')) known.settle(true)
      if (text.startsWith('430')) joined()
    },
    join: async (channel) => {
      const isIn = new Promise<void>((settle) => (joined = settle))
      await known.come
      say(`420${JSON.stringify(['join', channel])}`)
      await isIn
    },
  }
}

function ignore() {
  // Nothing is said before there is somebody to say it to.
}

function later<Value>() {
  let settle: (value: Value) => void = ignore
  const come = new Promise<Value>((given) => (settle = given))
  return { come, settle: (value: Value) => settle(value) }
}
