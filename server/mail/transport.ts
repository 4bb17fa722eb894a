import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as mailer from 'nodemailer'
import type { SendMailOptions, Transporter } from 'nodemailer'
import type { ComposedEmail } from './compose.ts'
import type { EmailKind } from './kinds.ts'

/** `key` identifies the e-mail in its Message-ID and stays the same in every attempt, so that mail servers recognize a copy. */
type OutgoingEmail = ComposedEmail & { key: string; kind: EmailKind; recipient: string }

export type MailTransport = {
  /** Resolves once the e-mail is accepted. */
  deliver: (outgoing: OutgoingEmail) => Promise<void>
  close: () => void
}

type Options = {
  smtpUrl: string | undefined
  from: string
  /** Without an SMTP server, e-mails are written to this folder. */
  folder: string
  /** Called for each e-mail that was written to the folder. */
  onWritten: (email: WrittenEmail) => void
}

/** An e-mail in a file, whose content is secret. */
export type WrittenEmail = Pick<OutgoingEmail, 'recipient' | 'subject' | 'codeOrLink' | 'kind'> & { file: string }

/** Delivers to an SMTP server, or without one to a folder. */
export const openMailTransport = ({ smtpUrl, ...options }: Options): MailTransport =>
  smtpUrl === undefined ? openFolderTransport(options) : openSmtpTransport(smtpUrl, options)

/** A server may scan an e-mail for a minute before it accepts it: one that is given up too early is sent twice. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 120_000 }
/** For all phases together: the row of the e-mail stays locked while a server does not respond. */
export const deliveryTimeout_ms = 180_000

function openSmtpTransport(url: string, { from }: Pick<Options, 'from'>): MailTransport {
  const transport = lazyTransport(({ createTransport }) => createTransport({ url, ...timeouts }))
  return {
    deliver: async (outgoing) => {
      const sending = (await transport.open()).sendMail(mailOptions(outgoing, from))
      await withDeadline(sending, deliveryTimeout_ms)
    },
    close: transport.close,
  }
}

async function withDeadline(sending: Promise<unknown>, deadline_ms: number) {
  const timer = new AbortController()
  const late = sleep(deadline_ms, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw new Error('The mail server took too long.')
  })
  try {
    await Promise.race([sending, late])
  } finally {
    timer.abort()
  }
}

/** nodemailer is loaded for the first e-mail: until then its memory is free for sockets. */
function lazyTransport<Info>(create: (from: Mailer) => Transporter<Info>) {
  let opened: Transporter<Info> | undefined
  return {
    open: async () => (opened ??= create(await import('nodemailer'))),
    close: () => opened?.close(),
  }
}

type Mailer = typeof mailer

function openFolderTransport({ from, folder, onWritten }: Omit<Options, 'smtpUrl'>): MailTransport {
  const transport = lazyTransport(({ createTransport }) => createTransport({ streamTransport: true, buffer: true }))
  return {
    deliver: async (outgoing) => {
      const { message } = await (await transport.open()).sendMail(mailOptions(outgoing, from))
      const file = join(folder, `${outgoing.key}-${outgoing.kind}`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(`${file}.eml`, message as Buffer, { mode: 0o600 })
      await writeFile(`${file}.html`, outgoing.html, { mode: 0o600 })
      onWritten({ ...outgoing, file: `${file}.html` })
    },
    close: () => transport.close(),
  }
}

const mailOptions = ({ key, recipient, subject, text, html }: OutgoingEmail, from: string): SendMailOptions => ({
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

/** SMTP 5xx about the recipient: the server will never accept this e-mail. About the sender or the content, the setting may be wrong. */
export function isPermanentFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { command, responseCode } = error as Error & { command?: unknown; responseCode?: unknown }
  return typeof responseCode === 'number' && responseCode >= 500 && command === 'RCPT TO'
}
