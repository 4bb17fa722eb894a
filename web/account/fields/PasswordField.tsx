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
  /** What keepers of passwords may do here: fill in the one they know, or think of one. */
  autoComplete: 'current-password' | 'new-password'
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  describedBy?: string
  /** The window it stands in opens with the focus here. */
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
  const toggle = useToggle()
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
      // Mantine marks its other fields by itself, this one not.
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

/** The eye. Its label says what it will do; a state beside that would say the opposite. */
function useToggle() {
  const { login: words } = useStrings()
  const [visible, setVisible] = useState(false)
  return {
    visible,
    onVisibilityChange: setVisible,
    visibilityToggleIcon: ({ reveal }: { reveal: boolean }) => <Icon name={reveal ? 'eye-off' : 'eye'} size={19} />,
    visibilityToggleButtonProps: {
      'aria-label': visible ? words.hidePassword : words.showPassword,
      'aria-pressed': undefined,
      'aria-hidden': false,
      tabIndex: 0,
    },
  }
}

/** The name of the account whose password is typed here, for the keepers of passwords; nobody sees it. */
export const KnownName = ({ email }: { email: string }) => (
  <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
)
