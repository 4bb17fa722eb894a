import type { Options } from 'pusher-js'
import { join, type Line } from './line.ts'
import { waitBefore } from './waiting.ts'

/** A ticket that only the network kept from us is asked for again. */
export const ticketsFor = (line: Line): NonNullable<Options['channelAuthorization']> => ({
  customHandler: ({ socketId, channelName }, done) => {
    const { book } = line
    void line.askTicket(socketId, channelName, book.since(channelName)).then((ticket) => {
      if (typeof ticket === 'object') done(null, ticket)
      else done(new Error(ticket), null)
      if (ticket === 'later') setTimeout(() => join(line, channelName), waitBefore(2))
      if (ticket === 'refused') book.refused(channelName)
    })
  },
})

/** Says to a broadcaster outside whose the socket is. */
export const userOf = (line: Line, onNobody: () => void): NonNullable<Options['userAuthentication']> => ({
  customHandler: ({ socketId }, done) =>
    void line.askUser(socketId).then((user) => {
      if (typeof user === 'object') done(null, user)
      else onNobody()
    }),
})
