import type { Codes } from '#server/security/codes.ts'
import type { PendingEmail } from './kinds.ts'
import { renderHtml, type EmailPage, subjectOf } from './htmlPage.ts'
import { buildParts } from './templateParts.ts'
import { dv } from '#server/mail/strings/dv.ts'
import { en } from '#server/mail/strings/en.ts'
import type { Language } from '#shared/messages.ts'
import { fill, isolate } from '#shared/text/format/isolate.ts'

export type ComposedEmail = {
  subject: string
  text: string
  html: string
  /** Printed where the server runs when there is no mail server; empty when the e-mail has neither. Never a password. */
  codeOrLink: string
}

type ComposeOptions = {
  /** Where the web is, without a slash at its end. */
  address: string
  productName: string | undefined
  open: Codes['open']
}

/** Renders an e-mail as text and as HTML in the language of its recipient; in both, where that is not known. */
export function compose(email: PendingEmail, options: ComposeOptions): ComposedEmail {
  const languages = email.language === 'both' ? (['dv', 'en'] as const) : [email.language]
  const pages = languages.map((language) => buildPage(email, language, options))
  const { code, link = '' } = buildParts(email, { ...options, strings: en, language: 'en' })
  return {
    subject: subjectOf(pages),
    text: pages.map(asText).join('\n'),
    html: renderHtml(pages),
    codeOrLink: code ?? link,
  }
}

function buildPage(email: PendingEmail, language: Language, { address, productName, open }: ComposeOptions): EmailPage {
  const strings = language === 'en' ? en : dv
  const parts = buildParts(email, { strings, language, address, open })
  const product = productName ?? strings.product
  const fillIn = (sentence: string) => fill(sentence, { ...parts.values, product })
  const { subject, lead, button, advice } = parts.strings

  return {
    language,
    product,
    subject: fillIn(subject),
    greeting: parts.name ? fill(strings.greeting, { name: toSingleLine(parts.name) }) : strings.greetingWithoutName,
    lead: lead.map(fillIn),
    secret: parts.code ?? parts.password,
    facts: (parts.facts ?? []).map(([label, value]) => [label, toSingleLine(value)]),
    button:
      button !== undefined && parts.link !== undefined
        ? { label: fillIn(button), link: parts.link, copyHint: strings.linkCopyHint }
        : undefined,
    advice: fillIn(advice),
    sentBy: fillIn(strings.sentBy),
  }
}

/** Removes line breaks and direction marks from text that a user typed. */
const toSingleLine = (text: string) => text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()

function asText({ subject, greeting, lead, secret, facts, button, advice, sentBy }: EmailPage): string {
  const paragraphs = [
    subject,
    greeting,
    ...lead,
    ...(secret === undefined ? [] : [secret]),
    ...(facts.length === 0 ? [] : [facts.map(([label, value]) => `${label}: ${isolate(value)}`).join('\n')]),
    ...(button ? [`${button.label}:\n${button.link}`] : []),
    advice,
    `-- \n${sentBy}`,
  ]
  return `${paragraphs.join('\n\n')}\n`
}
