import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type * as mailer from 'nodemailer'
import type { SendMailOptions, Transporter } from 'nodemailer'
import type { Message } from './compose.ts'
import type { Kind } from './kinds.ts'

/** A message on its way. `key` names the letter for ever: a copy of it can be recognised. */
export type Outgoing = Message & { key: string; kind: Kind; recipient: string }

export type Post = {
  /** Settles once the letter has been accepted. */
  deliver: (outgoing: Outgoing) => Promise<void>
  close: () => void
}

type Options = {
  smtpUrl: string | undefined
  from: string
  /** Where letters are put when there is nobody to send them. */
  folder: string
  /** Says what was put there. */
  say: (sentence: string) => void
}

/** The way out for letters: an SMTP server, or without one a folder. */
export const openPost = ({ smtpUrl, ...options }: Options): Post =>
  smtpUrl === undefined ? openFolder(options) : openSmtp(smtpUrl, options)

/** A letter that waits for a server that hangs holds its row. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

function openSmtp(url: string, { from }: Pick<Options, 'from'>): Post {
  const transport = openLater(({ createTransport }) => createTransport({ url, ...patience }))
  return {
    deliver: async (outgoing) => {
      await (await transport.open()).sendMail(mailOf(outgoing, from))
    },
    close: transport.close,
  }
}

/** What sends letters is loaded for the first one: it takes memory that most servers need for sockets. */
function openLater<Info>(make: (from: Mailer) => Transporter<Info>) {
  let opened: Transporter<Info> | undefined
  return {
    open: async () => (opened ??= make(await import('nodemailer'))),
    close: () => opened?.close(),
  }
}

type Mailer = typeof mailer

function openFolder({ from, folder, say }: Omit<Options, 'smtpUrl'>): Post {
  const transport = openLater(({ createTransport }) => createTransport({ streamTransport: true, buffer: true }))
  return {
    deliver: async (outgoing) => {
      const { message } = await (await transport.open()).sendMail(mailOf(outgoing, from))
      const file = join(folder, `${outgoing.key}-${outgoing.kind}`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(`${file}.eml`, message as Buffer, { mode: 0o600 })
      await writeFile(`${file}.html`, outgoing.html, { mode: 0o600 })
      say(
        `A letter to ${outgoing.recipient}: ${outgoing.subject}${outgoing.gist && ` ${outgoing.gist}`} (${file}.html)`,
      )
    },
    close: () => transport.close(),
  }
}

const mailOf = ({ key, recipient, subject, text, html }: Outgoing, from: string): SendMailOptions => ({
  from,
  to: { name: '', address: recipient },
  subject,
  text,
  html,
  messageId: `<${key}@${/@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'}>`,
  textEncoding: 'base64',
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** Has the other side said that it will never take this letter? */
export function isForGood(problem: unknown): boolean {
  if (!(problem instanceof Error)) return false
  const { code, responseCode } = problem as Error & { code?: unknown; responseCode?: unknown }
  return typeof responseCode === 'number' && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}
