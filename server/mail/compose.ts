import type { Codes } from '#server/security/codes.ts'
import type { WaitingLetter } from '#server/mail/kinds.ts'
import { drawPages, type Page, subjectOf } from './htmlPage.ts'
import { partsOf } from './templateParts.ts'
import { dv } from '#server/mail/strings/dv.ts'
import { en } from '#server/mail/strings/en.ts'
import { fill, type Language } from '#shared/messages.ts'

/** A letter as it is sent. */
export type Message = {
  subject: string
  text: string
  html: string
  /** The code or link alone; empty when there is none. */
  gist: string
}

type Sender = {
  /** Where the web is, without a slash at its end. */
  address: string
  productName: string | undefined
  open: Codes['open']
}

/** Writes a letter out in the language of its reader, as text and as HTML; in both, where that is not known. */
export function compose(letter: WaitingLetter, sender: Sender): Message {
  const languages = letter.language === 'both' ? (['dv', 'en'] as const) : [letter.language]
  const pages = languages.map((language) => write(letter, language, sender))
  const [{ secret, button } = { secret: undefined, button: undefined }] = pages
  return {
    subject: subjectOf(pages),
    text: pages.map(asText).join('\n'),
    html: drawPages(pages),
    gist: secret ?? button?.link ?? '',
  }
}

function write(letter: WaitingLetter, language: Language, { address, productName, open }: Sender): Page {
  const words = language === 'en' ? en : dv
  const parts = partsOf(letter, { words, language, address, open })
  const product = productName ?? words.product
  const say = (sentence: string) => fill(sentence, { ...parts.values, product })
  const { subject, lead, button, care } = parts.words

  return {
    language,
    product,
    subject: say(subject),
    greeting: parts.name ? fill(words.greeting, { name: onOneLine(parts.name) }) : words.greetingWithoutName,
    lead: lead.map(say),
    secret: parts.secret,
    facts: (parts.facts ?? []).map(([label, value]) => [label, onOneLine(value)]),
    button:
      button !== undefined && parts.link !== undefined
        ? { label: say(button), link: parts.link, byHand: words.linkByHand }
        : undefined,
    care: say(care),
    sentBy: say(words.sentBy),
  }
}

/** What somebody typed once makes no lines of its own and turns no text around. */
const onOneLine = (text: string) => text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()

function asText({ subject, greeting, lead, secret, facts, button, care, sentBy }: Page): string {
  const paragraphs = [
    subject,
    greeting,
    ...lead,
    ...(secret === undefined ? [] : [secret]),
    ...(facts.length === 0 ? [] : [facts.map(([label, value]) => `${label}: ${isolate(value)}`).join('\n')]),
    ...(button ? [`${button.label}:\n${button.link}`] : []),
    care,
    `-- \n${sentBy}`,
  ]
  return `${paragraphs.join('\n\n')}\n`
}

/** Between marks that keep the direction of a value apart from that of its line. */
const isolate = (text: string) => `\u2068${text}\u2069`
