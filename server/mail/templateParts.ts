import type { Codes } from '#server/security/codes.ts'
import type { Content, Kind, Letter } from './kinds.ts'
import type { LetterWords, Words } from '#server/mail/strings/strings.ts'
import { limits } from '#shared/limits.ts'
import type { Language } from '#shared/messages.ts'
import { formatMoment } from '#shared/text/format/dates.ts'
import { parseUserAgent } from '#shared/text/format/device.ts'

/** What the parts of a letter are made with. */
export type Desk = {
  words: Words
  language: Language
  /** Where the web is, without a slash at its end. */
  address: string
  open: Codes['open']
}

/** What stands between the words of a letter: a secret to type, where the button leads, what happened. */
export type Parts = {
  words: LetterWords
  name?: string
  values?: Record<string, string | number>
  secret?: string
  link?: string
  facts?: [label: string, value: string][]
}

/** One for each kind of letter. */
const writers: { [K in Kind]: (content: Content[K], desk: Desk) => Parts } = {
  code: ({ for: purpose, code }, { words, open }) => ({
    words: words.letters[`code-${purpose}`],
    values: { minutes: limits.code.minutes },
    secret: open(code),
  }),
  reset: ({ reference }, { words, address, open }) => ({
    words: words.letters.reset,
    values: { minutes: limits.code.reset_minutes },
    link: `${address}/forgot-password?ref=${open(reference)}`,
  }),
  'new-account': ({ name }, { words, address }) => ({ words: words.letters['new-account'], name, link: address }),
  'already-registered': (_nothing, { words, address }) => ({
    words: words.letters['already-registered'],
    link: `${address}/login`,
  }),
  'password-changed': ({ name, at, address }, { words, language }) => ({
    words: words.letters['password-changed'],
    name,
    facts: [
      [words.facts.at, formatMoment(at, language)],
      [words.facts.address, address],
    ],
  }),
  'new-sign-in': ({ name, at, address, user_agent }, { words, language }) => ({
    words: words.letters['new-sign-in'],
    name,
    facts: [
      [words.facts.at, formatMoment(at, language)],
      [words.facts.device, describeDevice(user_agent, words)],
      [words.facts.address, address],
    ],
  }),
  'role-changed': ({ name, roles }, { words }) => ({
    words: words.letters['role-changed'],
    name,
    facts: [[words.facts.roles, roles.join(' · ') || words.noRoles]],
  }),
  locked: ({ name, until, address }, { words, language }) => ({
    words: words.letters.locked,
    name,
    facts: [
      [words.facts.until, formatMoment(until, language)],
      [words.facts.address, address],
    ],
  }),
  'first-password': ({ name, password }, { words, address, open }) => ({
    words: words.letters['first-password'],
    name,
    values: { hours: limits.code.first_password_hours },
    secret: open(password),
    link: `${address}/login`,
  }),
}

/** The parts of a letter. Throws when its secret was not sealed by this installation. */
export function partsOf(letter: Pick<Letter, 'kind' | 'content'>, desk: Desk): Parts {
  // The table has one writer for each kind, which the compiler cannot follow through the union.
  const write = writers[letter.kind] as (content: Letter['content'], desk: Desk) => Parts
  return write(letter.content, desk)
}

function describeDevice(userAgent: string, words: Words) {
  const { browser, system } = parseUserAgent(userAgent)
  if (browser === undefined || system === undefined) return browser ?? system ?? words.unknownDevice
  return words.device.replace('{browser}', browser).replace('{system}', system)
}
