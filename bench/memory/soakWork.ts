import { once } from 'node:events'
import WebSocket from 'ws'
import { demoPassword } from '#db/seed/access.ts'
import { readSecrets } from '#server/config/secrets.ts'
import { liveKeysOf } from '#server/security/signing.ts'
import { apiClient, type ApiClient, signedIn } from '#test/apiClient.ts'
import { uniquePdf } from '#test/files.ts'

type Row = { id: number; version: number }

const saves = 15
const sockets = 10
const uploadSize = 300_000

/** What a minute of use has besides reads. Throws when a call fails or a socket is refused. */
export async function openSoakWork(address: string, folder: string) {
  const { key } = liveKeysOf(readSecrets(folder).token_key)
  const socketAddress = `${address.replace('http', 'ws')}/app/${key}?protocol=7`
  let round = 0
  return {
    /** Returns the number of calls. */
    run: async () => {
      round += 1
      const client = await signedIn(address, 'admin@hukum.test', demoPassword)
      const opened = await Promise.all(Array.from({ length: sockets }, () => subscribe(socketAddress, client)))
      for (let number = 0; number < saves; number += 1) await saveCourt(client, `Soak ${round} ${number}`)
      await upload(client)
      const refused = await apiClient(address, 'no-token').call('courts/get')
      if (refused.status !== 401) throw new Error(`a call with a wrong token was answered by ${refused.status}`)
      await Promise.all(opened.map(close))
      await client.done('auth/logout')
      return 1 + sockets + saves * 3 + 3
    },
  }
}

async function saveCourt(client: ApiClient, name: string) {
  const { data: created } = await client.done('courts/create', { name })
  const { id, version } = created as Row
  const { data: updated } = await client.done('courts/update', { id, version, name: `${name} changed` })
  await client.done('courts/delete', { id, version: (updated as Row).version })
}

/** A file that nothing uses: the sweep of the server deletes it. */
async function upload(client: ApiClient) {
  const { status } = await client.upload('caseFiles.pdf_file', Buffer.from(uniquePdf(uploadSize)), 'a.pdf')
  if (status !== 200) throw new Error(`an upload was answered by ${status}`)
}

/** Opens a socket that receives the changes of the courts. */
async function subscribe(address: string, client: ApiClient) {
  const socket = new WebSocket(address)
  const next = async () => {
    const [bytes] = (await once(socket, 'message')) as [Buffer]
    return JSON.parse(bytes.toString()) as { event: string; data: string }
  }
  const { socket_id } = JSON.parse((await next()).data) as { socket_id: string }
  const channel_name = 'private-Court-Primary'
  const signature = await client.done('broadcasting/auth', { socket_id, channel_name })
  socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel: channel_name, ...signature } }))
  const { event } = await next()
  if (event !== 'pusher_internal:subscription_succeeded') throw new Error(`a socket was answered by ${event}`)
  return socket
}

async function close(socket: WebSocket) {
  const closed = once(socket, 'close')
  socket.close()
  await closed
}
