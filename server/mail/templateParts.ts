import type { Codes } from '#server/security/codes.ts'
import type { EmailContent, EmailKind, Email } from './kinds.ts'
import type { EmailStrings, MailStrings } from '#server/mail/strings/strings.ts'
import { limits } from '#shared/limits.ts'
import type { Language } from '#shared/messages.ts'
import { formatMoment } from '#shared/text/format/dates.ts'
import { parseUserAgent } from '#shared/text/format/device.ts'

type TemplateContext = {
  strings: MailStrings
  language: Language
  /** Where the web is, without a slash at its end. */
  address: string
  open: Codes['open']
}

/** The variable parts of an e-mail: a code or password to type, the target of the button, a table of facts. */
type TemplateParts = {
  strings: EmailStrings
  name?: string
  values?: Record<string, string | number>
  code?: string
  password?: string
  link?: string
  facts?: [label: string, value: string][]
}

/** One function per kind of e-mail. */
const partBuilders: { [K in EmailKind]: (content: EmailContent[K], context: TemplateContext) => TemplateParts } = {
  code: ({ for: purpose, code }, { strings, open }) => ({
    strings: strings.emails[`code-${purpose}`],
    values: { minutes: limits.code.minutes },
    code: open(code),
  }),
  reset: ({ reference }, { strings, address, open }) => ({
    strings: strings.emails.reset,
    values: { minutes: limits.code.reset_minutes },
    link: `${address}/forgot-password?ref=${open(reference)}`,
  }),
  'new-account': ({ name }, { strings, address }) => ({ strings: strings.emails['new-account'], name, link: address }),
  'already-registered': (_nothing, { strings, address }) => ({
    strings: strings.emails['already-registered'],
    link: `${address}/login`,
  }),
  'password-changed': ({ name, at, address }, { strings, language }) => ({
    strings: strings.emails['password-changed'],
    name,
    facts: [
      [strings.facts.at, formatMoment(at, language)],
      [strings.facts.address, address],
    ],
  }),
  'new-sign-in': ({ name, at, address, user_agent }, { strings, language }) => ({
    strings: strings.emails['new-sign-in'],
    name,
    facts: [
      [strings.facts.at, formatMoment(at, language)],
      [strings.facts.device, describeDevice(user_agent, strings)],
      [strings.facts.address, address],
    ],
  }),
  'session-ended': ({ name, address, user_agent }, { strings }) => ({
    strings: strings.emails['session-ended'],
    name,
    values: { most: limits.session.per_user },
    facts: [
      [strings.facts.device, describeDevice(user_agent, strings)],
      [strings.facts.address, address],
    ],
  }),
  'sign-in-changed': ({ name, at, address, change }, { strings, language }) => ({
    strings: strings.emails['sign-in-changed'],
    name,
    facts: [
      [strings.facts.change, strings.signInChanges[change]],
      [strings.facts.at, formatMoment(at, language)],
      [strings.facts.address, address],
    ],
  }),
  'role-changed': ({ name, roles }, { strings }) => ({
    strings: strings.emails['role-changed'],
    name,
    facts: [[strings.facts.roles, roles.join(' · ') || strings.noRoles]],
  }),
  locked: ({ name, until, address }, { strings, language }) => ({
    strings: strings.emails.locked,
    name,
    facts: [
      [strings.facts.until, formatMoment(until, language)],
      [strings.facts.address, address],
    ],
  }),
  'email-confirm': ({ name, reference }, { strings, address, open }) => ({
    strings: strings.emails['email-confirm'],
    name,
    values: { hours: limits.code.email_hours },
    link: `${address}/confirm-email?ref=${open(reference)}`,
  }),
  'email-change': (content, context) => ({
    ...revertParts(content, context),
    strings: context.strings.emails['email-change'],
  }),
  'email-changed': (content, context) => ({
    ...revertParts(content, context),
    strings: context.strings.emails['email-changed'],
  }),
  'first-password': ({ name, password }, { strings, address, open }) => ({
    strings: strings.emails['first-password'],
    name,
    values: { hours: limits.code.first_password_hours },
    password: open(password),
    link: `${address}/login`,
  }),
}

const revertParts = (
  { name, email, reference }: EmailContent['email-changed'],
  { strings, address, open }: TemplateContext,
) => ({
  name,
  values: { hours: limits.code.email_hours },
  facts: [[strings.facts.email, email]] satisfies TemplateParts['facts'],
  link: `${address}/revert-email?ref=${open(reference)}`,
})

/** Throws when the secret was not sealed by this installation. */
export function buildParts(email: Pick<Email, 'kind' | 'content'>, context: TemplateContext): TemplateParts {
  // The table has one function per kind, which the compiler cannot follow through the union.
  const build = partBuilders[email.kind] as (content: Email['content'], context: TemplateContext) => TemplateParts
  return build(email.content, context)
}

function describeDevice(userAgent: string, strings: MailStrings) {
  const { browser, system } = parseUserAgent(userAgent)
  if (browser === undefined || system === undefined) return browser ?? system ?? strings.unknownDevice
  return strings.device.replace('{browser}', browser).replace('{system}', system)
}
