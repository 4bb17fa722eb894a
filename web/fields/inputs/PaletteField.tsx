import { Radio } from '@mantine/core'
import { paletteOf } from '#shared/resources/palettes.ts'
import { StatusBadge } from '#web/ui/Chip.tsx'
import { Icon, iconNamed } from '#web/ui/icons.tsx'
import { type InputProps, commonInputProps } from './props.ts'
import styles from './inputs.module.css'

/** A color or an icon, picked from a palette: radio buttons that look like what they choose. */
export function PaletteField(props: InputProps<'text'>) {
  const { autoComplete: _, readOnly, disabled, ...inputProps } = commonInputProps(props)
  const isColor = props.field.input === 'color'
  return (
    <Radio.Group {...inputProps} value={props.value} onChange={(value) => props.onChange(value)}>
      <div className={styles.palette}>
        {Object.entries(paletteOf(props.field.input) ?? {}).map(([name, label]) => (
          <label key={name} className={styles.swatch} title={label[props.language]}>
            <Radio
              value={name}
              disabled={disabled || readOnly}
              aria-label={label[props.language]}
              classNames={{ root: styles.hiddenRadio ?? '' }}
            />
            {isColor ? (
              <StatusBadge name={label[props.language]} icon="circle-dot" color={name} />
            ) : (
              <Icon name={iconNamed(name)} size={20} />
            )}
          </label>
        ))}
      </div>
    </Radio.Group>
  )
}
