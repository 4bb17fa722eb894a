import { limits } from '#shared/limits.ts'
import type { Strings } from '#web/platform/strings/types.ts'

export type NewPassword = { Password: string; Password_confirmation: string }
type NewPasswordProblem = 'needed' | 'short' | 'long' | 'differ'

/** Counts code points, as the server does: each letter and each vowel sign is one. */
export const lengthOf = (password: string) => Array.from(password).length

/** Client-side validation of a new password. Only the server checks for common passwords and those similar to the name. */
export function problemsOf({
  Password,
  Password_confirmation,
}: NewPassword): Partial<Record<keyof NewPassword, NewPasswordProblem>> {
  const problem = problemOf(Password)
  const differs = Password !== Password_confirmation
  return {
    ...(problem && { Password: problem }),
    ...(Password_confirmation === ''
      ? { Password_confirmation: 'needed' as const }
      : differs && { Password_confirmation: 'differ' as const }),
  }
}

function problemOf(password: string): NewPasswordProblem | undefined {
  const length = lengthOf(password)
  if (length === 0) return 'needed'
  if (length < limits.password.min) return 'short'
  if (length > limits.password.max) return 'long'
  return undefined
}

/** The error messages of a new password and its confirmation, by field. */
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
