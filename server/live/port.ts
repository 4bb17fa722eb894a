import { createServer, type Server } from 'node:http'
import { commonHeaders } from '#server/http/headers.ts'

/** Opens a port for sockets only; HTTP requests get 404. Throws when the port cannot be opened. */
export async function openPort({ port, host }: { port: number; host: string }) {
  const server: Server = createServer((_request, response) => response.writeHead(404, commonHeaders).end())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    server,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
