import { PasswordInput } from '@mantine/core'
import { type Ref, useId, useState } from 'react'
import { useStrings } from '#web/platform/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icons.tsx'
import { fieldClasses } from './fieldClasses.ts'
import styles from './fields.module.css'

type Props = {
  ref?: Ref<HTMLInputElement> | undefined
  name?: string
  label: string
  /** Asks password managers to fill in a stored password, or to generate one. */
  autoComplete: 'current-password' | 'new-password'
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  describedBy?: string
  /** Takes the focus when its dialog opens. */
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
}: Props) {
  const toggle = useVisibilityToggle()
  const id = useId()
  const isWrong = error !== undefined
  return (
    <PasswordInput
      ref={ref}
      size="lg"
      name={name}
      data-autofocus={isFirst || undefined}
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
