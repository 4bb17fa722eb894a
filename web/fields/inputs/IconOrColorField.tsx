import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useStrings } from '#web/platform/strings/strings.ts'
import { colorRoles, StatusBadge } from '#web/ui/Chip.tsx'
import { Icon, iconNamed } from '#web/ui/icons.tsx'
import { masked } from './mask.ts'
import { type InputProps, lookOf } from './props.ts'
import styles from './inputs.module.css'

/** Written left to right, whatever stands around it: a case number, or whatever fits a pattern. */
export function MaskField(props: InputProps<'text'>) {
  const { mask, max } = props.field
  return (
    <TextInput
      {...lookOf(props)}
      dir="ltr"
      classNames={{ input: styles.leftToRight ?? '' }}
      maxLength={max}
      {...(mask !== undefined && { placeholder: mask })}
      value={props.value}
      onChange={(event) => props.onChange(masked(event.currentTarget.value, mask))}
    />
  )
}

/** The name of a colour, as text, with how it will look and the ones that the design knows. */
export function ColorField(props: InputProps<'text'>) {
  const { form } = useStrings()
  return (
    <div>
      <NameField {...props} />
      <Palette
        label={form.icons.colors}
        names={colorRoles}
        {...props}
        draw={(name) => <StatusBadge name="" icon="circle-dot" color={name} />}
      />
    </div>
  )
}

/** The name of an icon, as text, with how it will look and the ones that statuses use. */
export function IconField(props: InputProps<'text'>) {
  const { form } = useStrings()
  return (
    <div>
      <NameField {...props} />
      <Palette
        label={form.icons.choose}
        names={statusIcons}
        {...props}
        draw={(name) => <Icon name={iconNamed(name)} size={18} />}
      />
    </div>
  )
}

const statusIcons = [
  'circle-check',
  'circle-x',
  'circle-dot',
  'arrow-up-circle',
  'arrow-back',
  'shield-check',
  'refresh',
  'alert',
  'info',
  'gavel',
  'scale',
  'lock',
  'pencil',
  'note',
] as const

function NameField(props: InputProps<'text'>) {
  return (
    <TextInput
      {...lookOf(props)}
      dir="ltr"
      classNames={{ input: styles.leftToRight ?? '' }}
      maxLength={props.field.max}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}

type PaletteProps = InputProps<'text'> & {
  label: string
  names: readonly string[]
  draw: (name: string) => ReactNode
}

function Palette({ label, names, draw, value, disabled, readOnly, onChange }: PaletteProps) {
  if (disabled || readOnly) return null
  return (
    <div className={styles.palette} role="group" aria-label={label}>
      <span className={styles.preview}>{draw(value)}</span>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          className={styles.swatch}
          aria-pressed={name === value}
          aria-label={name}
          title={name}
          onClick={() => onChange(name)}
        >
          {draw(name)}
        </button>
      ))}
    </div>
  )
}
