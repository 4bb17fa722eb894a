import { type NewPasswordProblem, problemsOf } from '#web/fields/newPassword.ts'
import type { Strings } from '#web/strings/strings.ts'
import { limits } from '#shared/limits.ts'
import type { Person } from './registration.ts'

type Checked = Pick<Person, 'Fullname' | 'Password' | 'Password_confirmation' | 'Terms'>

/** What is wrong with the last step, field by field, before the server is asked. */
export function personProblems(person: Checked, words: Strings): Partial<Record<keyof Checked, string>> {
  return {
    ...(person.Fullname.trim() === '' && { Fullname: words.register.nameNeeded }),
    ...passwordProblems(person, words, { isFirst: true }),
    ...(!person.Terms && { Terms: words.register.termsNeeded }),
  }
}

/** The sentences of a new password that was typed twice. */
export function passwordProblems(
  passwords: Parameters<typeof problemsOf>[0],
  { login, newPassword }: Strings,
  { isFirst = false } = {},
) {
  const sentences: Record<NewPasswordProblem, string> = {
    needed: isFirst ? login.passwordNeeded : newPassword.needed,
    short: newPassword.short(limits.password.min),
    long: newPassword.long(limits.password.max),
    differ: newPassword.differ,
  }
  const problems = Object.entries(problemsOf(passwords)).map(([field, problem]) => [field, sentences[problem]] as const)
  return Object.fromEntries(problems) as Partial<Record<keyof typeof passwords, string>>
}
