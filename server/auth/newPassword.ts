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

/** Ours and those of our work: whoever guesses tries them first. */
const wordsOfTheHouse = [
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

/** A new password as it was typed: nothing is trimmed, folded or cut. */
export const newPassword = z
  .string()
  .min(1)
  .refine((password) => lettersOf(password) >= min, { error: 'password-short', params: { minimum: min } })
  .refine((password) => lettersOf(password) <= max, { error: 'password-long', params: { maximum: max } })
  .refine((password) => !isCommon(password), { error: 'password-common' })

type Typed = { Password: string; Password_confirmation: string }

/** For the input of a call: the password must be typed the same way twice. Asked even when other fields are wrong. */
export const typedTwice = {
  check: ({ Password, Password_confirmation }: Typed) => Password === Password_confirmation,
  settings: {
    error: 'passwords-differ',
    path: ['Password_confirmation'],
    when: ({ value }: { value: unknown }) => typed.safeParse(value).success,
  },
}
const typed = z.object({ Password: z.string(), Password_confirmation: z.string() })

export type Owner = { email: string; name: string; productName: string | undefined }

/** Throws `invalid` for a password that says no more than who its owner is, or that is the one before. */
export function refuseOwn(password: string, owner: Owner, { same = false } = {}) {
  const problems: FieldProblem[] = []
  if (isOwn(password, owner)) problems.push({ code: 'password-own' })
  if (same) problems.push({ code: 'password-same' })
  if (problems.length > 0) throw new ApiError('invalid', { fields: { Password: problems } })
}

/** Signs of Thaana count like letters: this is about what can be guessed, not about what is read. */
const lettersOf = (password: string) => Array.from(password).length

/** Among the most used, or one of them over and over, as in `123412341234`. */
export function isCommon(password: string) {
  const small = password.toLowerCase()
  return common.has(small) || common.has(repeatedPart(small)) || lettersOf(repeatedPart(small)) < 3
}

/** `abcabcab` → `abc`; what repeats nothing comes back whole. */
function repeatedPart(text: string) {
  for (let length = 1; length <= text.length / 2; length += 1) {
    const part = text.slice(0, length)
    if (part.repeat(Math.ceil(text.length / length)).startsWith(text)) return part
  }
  return text
}

/** Is nothing left once the words of its owner and of the house, and what is no letter, are taken out? */
export function isOwn(password: string, { email, name, productName = '' }: Owner) {
  const words = [...wordsOfTheHouse, email, ...email.split(/[@.]/), name, productName]
    .flatMap((word) => [onlyLetters(word), ...word.split(/[^\p{L}\p{M}]+/u).map(onlyLetters)])
    .filter((word) => lettersOf(word) >= 3)
    .sort((one, other) => other.length - one.length)
  let left = onlyLetters(password)
  if (left === '') return false
  for (const word of words) left = left.replaceAll(word, '')
  return left === ''
}

const onlyLetters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{M}]+/gu, '')
