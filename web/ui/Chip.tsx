import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName, iconNamed } from './icons.tsx'
import styles from './Chip.module.css'
import tones from './tones.module.css'

const colorRoles = ['good', 'bad', 'caution', 'note', 'neutral'] as const
type ColorRole = (typeof colorRoles)[number]

type ChipProps = {
  icon?: IconName
  /** Whether it is active, such as an applied filter. */
  on?: boolean
  /** Adds a remove button, labeled by `removeLabel`. */
  onRemove?: () => void
  removeLabel?: string
  children: ReactNode
}

export function Chip({ icon, on = false, onRemove, removeLabel, children }: ChipProps) {
  return (
    <span className={classes(styles.chip, on && styles.on)}>
      {icon && <Icon name={icon} size={15} />}
      {children}
      {onRemove && (
        <button type="button" className={styles.remove} aria-label={removeLabel} title={removeLabel} onClick={onRemove}>
          <Icon name="close" size={14} />
        </button>
      )}
    </span>
  )
}

/** A status with color, icon, and text; each is understandable without the others. */
export function StatusBadge({ name, icon, color }: { name: string; icon: string; color: string }) {
  return (
    <span className={classes(styles.status, tones[colorRoleOf(color)])} title={name}>
      <Icon name={iconNamed(icon)} size={14} />
      <span className={styles.name}>{name}</span>
    </span>
  )
}

const colorRoleOf = (color: string): ColorRole => colorRoles.find((role) => role === color) ?? 'neutral'
