import { type Ref, useId } from 'react'
import { limits } from '#shared/limits.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icons.tsx'
import { lengthOf, type NewPassword } from './newPassword.ts'
import { PasswordField } from './PasswordField.tsx'
import styles from './NewPasswordFields.module.css'

type Props = {
  ref?: Ref<HTMLInputElement> | undefined
  value: NewPassword
  onChange: (change: Partial<NewPassword>) => void
  errors: Partial<Record<keyof NewPassword, string>>
  /** The first password of a new account. */
  isFirst?: boolean
}

/** A new password and its confirmation, with the password rules. */
export function NewPasswordFields({ ref, value, onChange, errors, isFirst = false }: Props) {
  const { login, newPassword: strings } = useStrings()
  const rules = useId()
  return (
    <>
      <div className={styles.first}>
        <PasswordField
          ref={ref}
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
