import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useStrings } from '#web/platform/strings/strings.ts'
import { colorRoles, StatusBadge } from '#web/ui/Chip.tsx'
import { Icon, iconNamed } from '#web/ui/icons.tsx'
import { applyMask } from './mask.ts'
import { type InputProps, commonInputProps } from './props.ts'
import styles from './inputs.module.css'

/** A left-to-right input with an optional input mask, such as for a case number. */
export function MaskField(props: InputProps<'text'>) {
  const { mask, max } = props.field
  return (
    <TextInput
      {...commonInputProps(props)}
      dir="ltr"
      classNames={{ input: styles.leftToRight ?? '' }}
      maxLength={max}
      {...(mask !== undefined && { placeholder: mask })}
      value={props.value}
      onChange={(event) => props.onChange(applyMask(event.currentTarget.value, mask))}
    />
  )
}

/** The name of a color as text, with a preview and the palette of the design. */
export function ColorField(props: InputProps<'text'>) {
  const { form } = useStrings()
  return (
    <div>
      <NameInput {...props} />
      <Palette
        label={form.icons.colors}
        names={colorRoles}
        {...props}
        renderOption={(name) => <StatusBadge name="" icon="circle-dot" color={name} />}
      />
    </div>
  )
}

/** The name of an icon as text, with a preview and the icons that statuses use. */
export function IconField(props: InputProps<'text'>) {
  const { form } = useStrings()
  return (
    <div>
      <NameInput {...props} />
      <Palette
        label={form.icons.choose}
        names={statusIcons}
        {...props}
        renderOption={(name) => <Icon name={iconNamed(name)} size={18} />}
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

function NameInput(props: InputProps<'text'>) {
  return (
    <TextInput
      {...commonInputProps(props)}
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
  renderOption: (name: string) => ReactNode
}

function Palette({ label, names, renderOption, value, disabled, readOnly, onChange }: PaletteProps) {
  if (disabled || readOnly) return null
  return (
    <div className={styles.palette} role="group" aria-label={label}>
      <span className={styles.preview}>{renderOption(value)}</span>
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
          {renderOption(name)}
        </button>
      ))}
    </div>
  )
}
