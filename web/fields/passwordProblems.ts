import { limits } from '#shared/limits.ts'
import type { Strings } from '#web/strings/strings.ts'
import { type NewPasswordProblem, problemsOf } from './newPassword.ts'

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
