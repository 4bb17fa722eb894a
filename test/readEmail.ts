import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EmailKind, PendingEmail } from '#server/mail/kinds.ts'

/** An e-mail as the recipient sees it. */
export type ReceivedEmail = {
  kind: EmailKind
  language: PendingEmail['language']
  recipient: string
  subject: string
  /** The text without markup. */
  text: string
  html: string
  /** The six-digit code, when there is one. */
  code: string
  /** The address of the button. */
  link: string
  /** The value of `?ref=` in the link. */
  reference: string
}

/** The columns of a sent e-mail that name its file. */
export type SentEmail = { id: number; kind: EmailKind; language: PendingEmail['language']; recipient: string }

/** Reads an e-mail that was written to the mail folder. */
export async function readEmail(folder: string, { id, kind, language, recipient }: SentEmail): Promise<ReceivedEmail> {
  const names = await readdir(folder)
  const name = names.find((one) => one.endsWith(`-${id}-${kind}.html`)) ?? `no file of the sent e-mail ${id}`
  const html = await readFile(join(folder, name), 'utf8')
  const body = html.replace(/^[\s\S]*<body/, '<body')
  const text = body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  const link = /href="([^"]+)"/.exec(body)?.[1] ?? ''
  return {
    kind,
    language,
    recipient,
    html,
    text,
    subject: /<title>(.*)<\/title>/.exec(html)?.[1] ?? '',
    code: /\b\d{6}\b/.exec(text)?.[0] ?? '',
    link,
    reference: /[?&]ref=([\w-]+)/.exec(link)?.[1] ?? '',
  }
}
