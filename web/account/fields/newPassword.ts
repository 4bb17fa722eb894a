import { limits } from '#shared/limits.ts'

export type NewPassword = { Password: string; Password_confirmation: string }
export type NewPasswordProblem = 'needed' | 'short' | 'long' | 'differ'

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
