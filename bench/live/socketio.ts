import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'

/** The socket.io peer: clients join channels, and the parent process sends the rows to emit. */
const web = createServer((_request, response) => response.end('{}'))
const io = new Server(web, { transports: ['websocket'], perMessageDeflate: false })
io.on('connection', (socket) =>
  socket.on('join', (channel: string, done: () => void) => {
    void socket.join(channel)
    done()
  }),
)

process.on('message', ({ names }: { names: [channel: string, names: string[]][] }) => {
  for (const [channel, rows] of names)
    for (const [id, name] of rows.entries())
      io.to(channel).emit('CourtEvents', {
        sequence: id,
        event: 'Updated',
        data: { id, version: 1, name },
        group: '',
        from: null,
      })
})
process.on('disconnect', () => process.exit())
web.listen(0, '127.0.0.1', () => process.send?.({ port: (web.address() as AddressInfo).port }))
