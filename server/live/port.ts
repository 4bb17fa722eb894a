import { createServer, type Server } from 'node:http'

/** A port for sockets alone: whoever asks for a page there is told that there is none. Throws when it cannot be opened. */
export async function openPort({ port, host }: { port: number; host: string }) {
  const server: Server = createServer((_request, response) => response.writeHead(404).end())
  await new Promise<void>((settle, fail) => {
    server.once('error', fail)
    server.listen(port, host, settle)
  })
  return { server, close: () => new Promise<void>((settle) => server.close(() => settle())) }
}
