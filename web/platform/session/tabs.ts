import { isNewerToken } from './decisions.ts'
import { isTokenRemembered, readToken } from './storage.ts'

/**
 * A token that is not remembered is in the storage of one tab. The tabs of a browser share it by messages, so that a
 * case can be opened in another tab; it is gone when the last of them closes.
 */
type Message = { is: 'asked' } | { is: 'token'; token: string } | { is: 'gone' } | { is: 'signed-out'; user_id: number }

type Listener = {
  onTokenRequest: () => string | undefined
  onToken: (token: string) => void
  onSessionEnd: () => void
  onSignOut: (user_id: number) => void
}

const timeout_ms = 150

export function buildTabs() {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('hukum-session')
  const send = (message: Message) => channel?.postMessage(message)

  return {
    shareToken: (token: string) => send({ is: 'token', token }),
    shareSessionEnd: () => send({ is: 'gone' }),
    shareSignOut: (user_id: number) => send({ is: 'signed-out', user_id }),

    /** The newest token of the session: this one, or the one that another tab renewed while this tab was closed or frozen. */
    newestToken: async (token: string | null) => {
      if (isTokenRemembered()) return readToken()
      const other = await requestToken(channel)
      return other !== undefined && isNewerToken(other, token) ? other : token
    },

    /** Responds to other tabs, and follows their changes. */
    listen: (on: Listener) => {
      channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
        if (data.is === 'token') on.onToken(data.token)
        else if (data.is === 'gone') on.onSessionEnd()
        else if (data.is === 'signed-out') on.onSignOut(data.user_id)
        else {
          const token = on.onTokenRequest()
          if (token !== undefined) send({ is: 'token', token })
        }
      })
    },
  }
}

/** The token of another tab, if one responds in time. */
const requestToken = (channel: BroadcastChannel | undefined) =>
  new Promise<string | undefined>((resolve) => {
    if (!channel) {
      resolve(undefined)
      return
    }
    const onMessage = ({ data }: MessageEvent<Message>) => {
      if (data.is === 'token') done(data.token)
    }
    const timer = setTimeout(() => done(undefined), timeout_ms)
    const done = (token: string | undefined) => {
      clearTimeout(timer)
      channel.removeEventListener('message', onMessage)
      resolve(token)
    }
    channel.addEventListener('message', onMessage)
    channel.postMessage({ is: 'asked' } satisfies Message)
  })
