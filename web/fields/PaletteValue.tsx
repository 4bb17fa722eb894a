import type { FieldOf } from '#shared/resource/field.ts'
import type { Language } from '#shared/messages.ts'
import { StatusBadge } from '#web/ui/Chip.tsx'
import { Icon, iconNamed } from '#web/ui/icons.tsx'
import { cellText } from '#web/fields/cells/cellText.ts'
import styles from './FieldValue.module.css'

/** A color or an icon of a palette as it looks, with its label; the stored name is that of the stylesheet. */
export function PaletteValue({
  field,
  value,
  language,
}: {
  field: FieldOf<'text'>
  value: string
  language: Language
}) {
  const label = cellText(field, value, language)
  if (field.input === 'color') return <StatusBadge name={label} icon="circle-dot" color={value} />
  return (
    <span className={styles.sample}>
      <Icon name={iconNamed(value)} size={18} />
      {label}
    </span>
  )
}
