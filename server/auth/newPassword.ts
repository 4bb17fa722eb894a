import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type FieldProblem, ApiError } from '#server/endpoint/apiError.ts'
import { dv } from '#server/mail/strings/dv.ts'
import { en } from '#server/mail/strings/en.ts'
import { limits } from '#shared/limits.ts'
import { courts } from '#shared/resources/courts.ts'

const { min, max } = limits.password

/** Most used first; `commonPasswords.LICENSE` says where they come from. */
const common = new Set(
  readFileSync(new URL('commonPasswords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
)

/** Words of the product and its domain, which an attacker tries first. */
const serviceWords = [
  ...[dv.product, en.product, ...Object.values(courts.label.one), ...Object.values(courts.label.many)],
  ...[
    'court',
    'courts',
    'judge',
    'judges',
    'judgment',
    'judgement',
    'justice',
    'law',
    'laws',
    'legal',
    'case',
    'cases',
  ],
  ...['supreme', 'high', 'maldives', 'dhivehi', 'male', 'password', 'admin', 'administrator', 'subscriber'],
]

/** A code point has at most two code units. */
const maxCodeUnits = 2 * max

/**
 * A new password as typed: it is not trimmed, folded, or cut. The length is checked first, and a too long text is read by
 * no other check.
 */
export const newPassword = z
  .string()
  .min(1)
  .refine((password) => password.length <= maxCodeUnits && lengthOf(password) <= max, {
    error: 'password-long',
    params: { maximum: max },
    abort: true,
  })
  .refine((password) => lengthOf(password) >= min, { error: 'password-short', params: { minimum: min } })
  .refine((password) => !isCommon(password), { error: 'password-common' })
  .meta({ maxLength: maxCodeUnits })

type TypedPasswords = { Password: string; Password_confirmation: string }

/** A zod refinement: both passwords must be equal. It runs even when other fields are invalid. */
export const passwordConfirmation = {
  check: ({ Password, Password_confirmation }: TypedPasswords) => Password === Password_confirmation,
  options: {
    error: 'passwords-differ',
    path: ['Password_confirmation'],
    when: ({ value }: { value: unknown }) => typedPasswords.safeParse(value).success,
  },
}
const typedPasswords = z.object({ Password: z.string(), Password_confirmation: z.string() })

type Owner = { email: string; name: string; productName: string | undefined }

/** Throws `invalid` for a password made of its owner's data only, or equal to the current one. */
export function rejectOwnOrSame(password: string, owner: Owner, { same = false } = {}) {
  const problems: FieldProblem[] = []
  if (isOwn(password, owner)) problems.push({ code: 'password-own' })
  if (same) problems.push({ code: 'password-same' })
  if (problems.length > 0) throw new ApiError('invalid', { fields: { Password: problems } })
}

/** In code points: vowel signs of Thaana count, because they make a password harder to guess. */
const lengthOf = (password: string) => Array.from(password).length

/** A common password, or a short text or common password repeated, as in `123412341234`. */
function isCommon(password: string) {
  const lowerCase = password.toLowerCase()
  const part = repeatedPart(lowerCase)
  return common.has(lowerCase) || common.has(part) || lengthOf(part) < 3
}

/**
 * `abcabcab` → `abc`; a text without repetition is returned whole. The length of the part follows from the longest proper
 * prefix that is also a suffix (the failure function of Knuth, Morris and Pratt), in linear time.
 */
function repeatedPart(text: string) {
  const borders = [0]
  for (let at = 1, border = 0; at < text.length; at += 1) {
    while (border > 0 && text[at] !== text[border]) border = borders[border - 1] ?? 0
    if (text[at] === text[border]) border += 1
    borders.push(border)
  }
  const length = text.length - (borders.at(-1) ?? 0)
  return length <= text.length / 2 ? text.slice(0, length) : text
}

/** Whether a password consists only of words of its owner and the service, digits, and punctuation. */
export function isOwn(password: string, { email, name, productName = '' }: Owner) {
  const words = [...serviceWords, email, ...email.split(/[@.]/), name, productName]
    .flatMap((word) => [alphabeticPart(word), ...word.split(/[^\p{L}\p{M}]+/u).map(alphabeticPart)])
    .filter((word) => lengthOf(word) >= 3)
    .sort((one, other) => other.length - one.length)
  let rest = alphabeticPart(password)
  if (rest === '') return false
  for (const word of words) rest = rest.replaceAll(word, '')
  return rest === ''
}

const alphabeticPart = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{M}]+/gu, '')
