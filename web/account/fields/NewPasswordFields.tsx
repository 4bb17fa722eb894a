import { type Ref, useId } from 'react'
import { limits } from '#shared/limits.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icons.tsx'
import type { Strings } from '#web/platform/strings/types.ts'
import { PasswordField } from './CredentialFields.tsx'
import styles from './NewPasswordFields.module.css'

type Props = {
  ref?: Ref<HTMLInputElement> | undefined
  value: NewPassword
  onChange: (change: Partial<NewPassword>) => void
  errors: Partial<Record<keyof NewPassword, string>>
  /** The first password of a new account. */
  isFirst?: boolean
  autoFocus?: boolean
}

/** A new password and its confirmation, with the password rules. */
export function NewPasswordFields({ ref, value, onChange, errors, isFirst = false, autoFocus = false }: Props) {
  const { login, newPassword: strings } = useStrings()
  const rules = useId()
  return (
    <>
      <div className={styles.first}>
        <PasswordField
          ref={ref}
          isFirst={autoFocus}
          label={isFirst ? login.password : strings.label}
          autoComplete="new-password"
          describedBy={rules}
          value={value.Password}
          error={errors.Password}
          onChange={(Password) => onChange({ Password })}
        />
        <Rules id={rules} password={value.Password} />
      </div>
      <PasswordField
        name="password-again"
        label={isFirst ? strings.confirmFirst : strings.confirm}
        autoComplete="new-password"
        value={value.Password_confirmation}
        error={errors.Password_confirmation}
        onChange={(Password_confirmation) => onChange({ Password_confirmation })}
      />
    </>
  )
}

function Rules({ id, password }: { id: string; password: string }) {
  const { newPassword: strings } = useStrings()
  const length = lengthOf(password)
  const isLong = length >= limits.password.min
  return (
    <ul id={id} className={styles.rules} aria-label={strings.rules}>
      <li className={classes(isLong && styles.fulfilled)}>
        <Icon name={isLong ? 'circle-check' : 'circle-dot'} size={15} />
        {strings.letters(limits.password.min)}
        {length > 0 && !isLong && <span className={styles.typed}>{strings.typed(length)}</span>}
      </li>
      <li>
        <Icon name="circle-dot" size={15} />
        {strings.notOwn}
      </li>
      <li>
        <Icon name="circle-dot" size={15} />
        {strings.notCommon}
      </li>
    </ul>
  )
}

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
