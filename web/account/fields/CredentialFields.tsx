import { TextInput, PasswordInput } from '@mantine/core'
import { type Ref, useId, useState } from 'react'
import { limits } from '#shared/limits.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icons.tsx'
import type { SavedUser } from '#web/platform/session/storage.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { fieldClasses } from './fieldClasses.ts'
import styles from './fields.module.css'
import savedStyles from './CredentialFields.module.css'

type Props = {
  ref?: Ref<HTMLInputElement> | undefined
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  hint?: string
  isFirst?: boolean
}

/** The first field takes the focus when its screen or its dialog opens. */
const initialFocus = (isFirst: boolean) => (isFirst ? { autoFocus: true, 'data-autofocus': true } : {})

/** The e-mail address, which is the user name for password managers. */
export function EmailField({ ref, value, onChange, error, hint, isFirst = false }: Props) {
  const { login: strings } = useStrings()
  return (
    <TextInput
      ref={ref}
      size="lg"
      type="email"
      name="email"
      {...initialFocus(isFirst)}
      label={strings.email}
      description={hint}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      classNames={{ ...fieldClasses, input: styles.latin ?? '' }}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

type PasswordFieldProps = {
  ref?: Ref<HTMLInputElement> | undefined
  name?: string
  label: string
  /** Asks password managers to fill in a stored password, or to generate one. */
  autoComplete: 'current-password' | 'new-password'
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  describedBy?: string
  isFirst?: boolean
}

export function PasswordField({
  ref,
  name = 'password',
  label,
  autoComplete,
  value,
  onChange,
  error,
  describedBy,
  isFirst = false,
}: PasswordFieldProps) {
  const toggle = useVisibilityToggle()
  const id = useId()
  const isWrong = error !== undefined
  return (
    <PasswordInput
      ref={ref}
      size="lg"
      name={name}
      {...initialFocus(isFirst)}
      label={label}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      id={id}
      // Mantine sets this on its other inputs, but not on this one.
      aria-invalid={isWrong || undefined}
      aria-describedby={classes(isWrong && `${id}-error`, describedBy) || undefined}
      classNames={{
        ...fieldClasses,
        innerInput: styles.password ?? '',
        visibilityToggle: styles.eye ?? '',
      }}
      value={value}
      error={error}
      {...toggle}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** The visibility toggle. Its label names the action, so `aria-pressed` is removed: it would contradict the label. */
function useVisibilityToggle() {
  const { login: strings } = useStrings()
  const [visible, setVisible] = useState(false)
  return {
    visible,
    onVisibilityChange: setVisible,
    visibilityToggleIcon: ({ reveal }: { reveal: boolean }) => <Icon name={reveal ? 'eye-off' : 'eye'} size={19} />,
    visibilityToggleButtonProps: {
      'aria-label': visible ? strings.hidePassword : strings.showPassword,
      'aria-pressed': undefined,
      'aria-hidden': false,
      tabIndex: 0,
    },
  }
}

/** The hidden user name of the account whose password is typed, for password managers. */
export const HiddenUsername = ({ email }: { email: string }) => (
  <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
)

/** The remembered user. */
export function SavedCard({ saved }: { saved: SavedUser }) {
  return (
    <div className={savedStyles.saved}>
      <Avatar name={saved.name} src={saved.avatar} size={limits.avatar_px} shape="square" />
      <strong className={savedStyles.name}>{saved.name}</strong>
      <bdi className={savedStyles.address} dir="ltr">
        {saved.email}
      </bdi>
      <HiddenUsername email={saved.email} />
    </div>
  )
}
