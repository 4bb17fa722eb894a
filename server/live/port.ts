import { createServer, type Server } from 'node:http'
import { createRawErrors } from '#server/http/rawErrors.ts'

type Options = {
  port: number
  host: string
  /** The address that browsers use, when it is configured. */
  publicUrl?: string | undefined
}

/** Opens a port for sockets only; HTTP requests get 404. Throws when the port cannot be opened. */
export async function openPort({ port, host, publicUrl }: Options) {
  const { rejectRequest, rejectBytes, rejectExpectation } = createRawErrors(publicUrl)
  const server: Server = createServer({ requireHostHeader: false }, rejectRequest)
    .on('clientError', rejectBytes)
    .on('checkExpectation', rejectExpectation)
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
