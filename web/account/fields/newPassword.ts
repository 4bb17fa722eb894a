import { limits } from '#shared/limits.ts'
import type { Strings } from '#web/platform/strings/types.ts'

export type NewPassword = { Password: string; Password_confirmation: string }
type NewPasswordProblem = 'needed' | 'short' | 'long' | 'differ'

/** As the server counts: each letter and each sign above or below it is one. */
export const lettersOf = (password: string) => Array.from(password).length

/** What can be told before the server is asked; what is common or too much like the name is the server's to know. */
export function problemsOf({
  Password,
  Password_confirmation,
}: NewPassword): Partial<Record<keyof NewPassword, NewPasswordProblem>> {
  const own = problemOf(Password)
  const differs = Password !== Password_confirmation
  return {
    ...(own && { Password: own }),
    ...(Password_confirmation === ''
      ? { Password_confirmation: 'needed' as const }
      : differs && { Password_confirmation: 'differ' as const }),
  }
}

function problemOf(password: string): NewPasswordProblem | undefined {
  const letters = lettersOf(password)
  if (letters === 0) return 'needed'
  if (letters < limits.password.min) return 'short'
  if (letters > limits.password.max) return 'long'
  return undefined
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
