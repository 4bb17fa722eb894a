import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'

/** The peer: everybody in the rooms he asks for, and what is told to them comes from the parent process. */
const web = createServer((_request, response) => response.end('{}'))
const io = new Server(web, { transports: ['websocket'], perMessageDeflate: false })
io.on('connection', (socket) =>
  socket.on('join', (room: string, done: () => void) => {
    void socket.join(room)
    done()
  }),
)

process.on('message', ({ names }: { names: [room: string, names: string[]][] }) => {
  for (const [room, told] of names)
    for (const [id, name] of told.entries())
      io.to(room).emit('CourtEvents', {
        sequence: id,
        event: 'Updated',
        data: { id, version: 1, name },
        group: '',
        from: null,
      })
})
process.on('disconnect', () => process.exit())
web.listen(0, '127.0.0.1', () => process.send?.({ port: (web.address() as AddressInfo).port }))
