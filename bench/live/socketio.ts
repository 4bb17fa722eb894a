import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'

/** The peer: everybody in one room, and what is told to it comes from the parent process. */
const web = createServer((_request, response) => response.end('{}'))
const io = new Server(web, { transports: ['websocket'], perMessageDeflate: false })
io.on('connection', (socket) => void socket.join('list'))

process.on('message', ({ names }: { names: string[] }) => {
  for (const [id, name] of names.entries())
    io.to('list').emit('CourtEvents', {
      sequence: id,
      event: 'Created',
      data: { id, version: 1, name },
      group: '',
      from: null,
    })
})
process.on('disconnect', () => process.exit())
web.listen(0, '127.0.0.1', () => process.send?.({ port: (web.address() as AddressInfo).port }))
