import { type Ref, useId } from 'react'
import { limits } from '#shared/limits.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icons.tsx'
import { lettersOf, type NewPassword } from './newPassword.ts'
import { PasswordField } from './PasswordField.tsx'
import styles from './NewPasswordFields.module.css'

type Props = {
  ref?: Ref<HTMLInputElement> | undefined
  value: NewPassword
  onChange: (change: Partial<NewPassword>) => void
  errors: Partial<Record<keyof NewPassword, string>>
  /** Somebody who has no password yet chooses a first one. */
  isFirst?: boolean
}

/** A password that is thought of here, twice, with what it must be told beforehand. */
export function NewPasswordFields({ ref, value, onChange, errors, isFirst = false }: Props) {
  const { login, newPassword: words } = useStrings()
  const rules = useId()
  return (
    <>
      <div className={styles.first}>
        <PasswordField
          ref={ref}
          label={isFirst ? login.password : words.label}
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
        label={isFirst ? words.confirmFirst : words.confirm}
        autoComplete="new-password"
        value={value.Password_confirmation}
        error={errors.Password_confirmation}
        onChange={(Password_confirmation) => onChange({ Password_confirmation })}
      />
    </>
  )
}

function Rules({ id, password }: { id: string; password: string }) {
  const { newPassword: words } = useStrings()
  const letters = lettersOf(password)
  const isLong = letters >= limits.password.min
  return (
    <ul id={id} className={styles.rules} aria-label={words.rules}>
      <li className={classes(isLong && styles.kept)}>
        <Icon name={isLong ? 'circle-check' : 'circle-dot'} size={15} />
        {words.letters(limits.password.min)}
        {letters > 0 && !isLong && <span className={styles.typed}>{words.typed(letters)}</span>}
      </li>
      <li>
        <Icon name="circle-dot" size={15} />
        {words.notOwn}
      </li>
      <li>
        <Icon name="circle-dot" size={15} />
        {words.notCommon}
      </li>
    </ul>
  )
}
