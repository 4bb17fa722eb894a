/**
 * A token that is not remembered lives in the storage of one tab. So that a case can be opened in another tab, the tabs
 * of this browser hand it to each other; when the last of them closes, it is gone.
 */
type Message = { is: 'asked' } | { is: 'token'; token: string } | { is: 'gone' }

const wait = 150

export function buildTabs() {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('hukum-session')
  const send = (message: Message) => channel?.postMessage(message)

  return {
    tell: (token: string) => send({ is: 'token', token }),
    tellGone: () => send({ is: 'gone' }),

    /** The token that another tab holds, if one answers. */
    ask: () =>
      new Promise<string | undefined>((settle) => {
        if (!channel) {
          settle(undefined)
          return
        }
        const answered = ({ data }: MessageEvent<Message>) => {
          if (data.is === 'token') done(data.token)
        }
        const timer = setTimeout(() => done(undefined), wait)
        const done = (token: string | undefined) => {
          clearTimeout(timer)
          channel.removeEventListener('message', answered)
          settle(token)
        }
        channel.addEventListener('message', answered)
        send({ is: 'asked' })
      }),

    /** Answers the other tabs, and follows them. */
    listen: (on: { asked: () => string | undefined; token: (token: string) => void; gone: () => void }) => {
      channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
        if (data.is === 'token') on.token(data.token)
        else if (data.is === 'gone') on.gone()
        else {
          const token = on.asked()
          if (token !== undefined) send({ is: 'token', token })
        }
      })
    },
  }
}
