import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type IndexFiles, tryLock } from '#server/search/storage/connection.ts'
import { backoff } from '#shared/backoff.ts'
import type { IndexMessage, IndexRequest, IndexUpdates } from './indexUpdates.ts'
import { superviseThread } from './superviseThread.ts'

type Options = {
  databaseUrl: string
  /** The OpenSearch that has the cases. */
  searchUrl: string | undefined
  /** Whether this process becomes the indexer when no other one of this machine is. */
  mayIndex: boolean
  onError: ((message: string) => void) | undefined
}

/**
 * One process of a machine updates the index: the one that has its lock, the indexer. The others follow it by a socket, over
 * which it passes on what its index thread reports. When it ends, in any way, one of them takes its place; searches go on in
 * the same file meanwhile.
 */
export function openUpdates(
  files: IndexFiles,
  updates: IndexUpdates,
  options: Options,
): { close: () => Promise<void> } {
  const closing = new AbortController()
  const isClosing = () => closing.signal.aborted
  // A folder that cannot be written fails the start.
  const running = run(options.mayIndex ? tryLock(files.lock) : undefined)

  async function run(acquired: (() => void) | undefined) {
    let release = acquired
    for (let attempts = 0; !isClosing(); attempts += 1) {
      if (release) return index(files, updates, { ...options, release, closing: closing.signal })
      if (await follow(files.socket, updates, closing.signal)) attempts = 0
      const pause_ms = backoff(attempts, { first_ms: 20, longest_ms: 500 })
      await sleep(pause_ms, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
      if (options.mayIndex && !isClosing()) release = acquire()
    }
  }

  function acquire() {
    try {
      return tryLock(files.lock)
    } catch (error) {
      options.onError?.(String(error))
      return undefined
    }
  }

  return {
    close: async () => {
      closing.abort()
      await running
    },
  }
}

type Indexing = Options & { release: () => void; closing: AbortSignal }

/** Updates the index, for all processes of the machine, until it is closed. */
async function index(files: IndexFiles, updates: IndexUpdates, options: Indexing) {
  const { databaseUrl, searchUrl, onError, release, closing } = options
  const socketServer = openSocketServer(files.socket, updates, onError)
  const thread = superviseThread<IndexMessage>(new URL('./indexWorker.ts', import.meta.url), {
    workerData: { file: files.file, databaseUrl, searchUrl },
    onMessage: (message) => {
      updates.receive(message)
      // Before, others would take an index that is merely not open yet for one that is being built.
      if (message.ready || message.building) socketServer.listen()
    },
    onLost: ({ message }) => onError?.(message),
    onRestarted: () => updates.connect(thread.post),
  })
  updates.connect(thread.post)
  if (!closing.aborted) await once(closing, 'abort')
  await thread.stop({ message: { stop: true }, wait_ms: 2000 })
  release()
  socketServer.close()
}

/** What a process that does not read, such as a suspended one, may have waiting. */
const maxBacklog_bytes = 1_000_000

function openSocketServer(path: string, updates: IndexUpdates, onError: Options['onError']) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    serveFollower(socket, updates)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('error', ({ message }) => onError?.(`other processes cannot follow the search index: ${message}`))
  return {
    listen: () => {
      if (server.listening) return
      // That of an indexer that was killed.
      if (process.platform !== 'win32') rmSync(path, { force: true })
      // In a process of a cluster, its primary would listen instead.
      server.listen({ path, exclusive: true })
    },
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function serveFollower(socket: Socket, updates: IndexUpdates) {
  const send = (message: IndexMessage) => {
    if (socket.writableLength > maxBacklog_bytes) socket.destroy()
    else socket.write(`${JSON.stringify(message)}\n`)
  }
  // Ids of requests belong to one process: the index thread has those of this one.
  const unsubscribe = updates.subscribe(({ done: _done, error: _error, ...message }) => {
    if (Object.keys(message).length > 0) send(message)
  })
  onLines(socket, (message) => {
    const request = message as IndexRequest
    if ('damaged' in request) updates.rebuild()
    else void updates.waitFor(request.await).then(() => send({ done: request.id }))
  })
  socket.once('close', unsubscribe)
}

/** Follows the indexer until the connection ends. Returns false when there was none. */
async function follow(path: string, updates: IndexUpdates, closing: AbortSignal): Promise<boolean> {
  const socket = connect(path)
  const end = () => socket.destroy()
  closing.addEventListener('abort', end)
  let isConnected = false
  socket.once('connect', () => {
    isConnected = true
    updates.connect((request) => socket.write(`${JSON.stringify(request)}\n`))
  })
  onLines(socket, (message) => updates.receive(message as IndexMessage))
  await new Promise((resolve) => socket.once('close', resolve))
  closing.removeEventListener('abort', end)
  return isConnected
}

/** Reads messages, one a line; the rest of a line whose sender was killed is no message. */
function onLines(socket: Socket, receive: (message: unknown) => void) {
  let rest = ''
  socket.setEncoding('utf8')
  // The connection closes by it.
  socket.on('error', () => undefined)
  socket.on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) receive(JSON.parse(line))
  })
}
