import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A message as an SMTP server receives it. */
type Received = { from: string; to: string[]; raw: string }

export type MailServer = {
  url: string
  received: Received[]
  close: () => Promise<void>
}

type Options = {
  /** Called for each recipient; an error rejects it. */
  refuse?: () => Error | undefined
  /** Called for the sender of each message; an error rejects it. */
  refuseSender?: () => Error | undefined
  /** A message is accepted when this resolves. */
  accept?: (received: Received) => Promise<void>
}

/** A real SMTP server on a port of its own. */
export async function openMailServer({
  refuse,
  refuseSender,
  accept = () => Promise.resolve(),
}: Options = {}): Promise<MailServer> {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    logger: false,
    onMailFrom: (_address, _session, done) => done(refuseSender?.()),
    onRcptTo: (_address, _session, done) => done(refuse?.()),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const message = {
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('latin1'),
        }
        void accept(message).then(() => {
          received.push(message)
          done()
        }, done)
      })
    },
  })
  // Some tests kill the client, which resets the connection.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The headers of a message, unfolded, by their lower-case names. */
export function headersOf({ raw }: Received): Record<string, string> {
  const head = (raw.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ')
  return Object.fromEntries(
    head
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
}

/** The parts of a message by their content type, decoded. */
export function partsOf({ raw }: Received): Record<string, string> {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? ''
  const parts = raw.split(`--${boundary}`).slice(1, -1)
  return Object.fromEntries(
    parts.map((part) => {
      const [head = '', ...body] = part.split('\r\n\r\n')
      return [/content-type: ([^;\r]+)/i.exec(head)?.[1] ?? '', Buffer.from(body.join(''), 'base64').toString('utf8')]
    }),
  )
}

/** Decodes the encoded words `=?UTF-8?B?…?=` and `=?UTF-8?Q?…?=` of a header. */
export function decodeHeader(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_whole, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : Buffer.from(
            text
              .replace(/_/g, ' ')
              .replace(/=([0-9A-F]{2})/gi, (_byte, hex: string) => String.fromCharCode(parseInt(hex, 16))),
            'latin1',
          ).toString('utf8'),
    )
}
