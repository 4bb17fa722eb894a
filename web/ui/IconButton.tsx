import type { ComponentPropsWithRef } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icons.tsx'
import styles from './IconButton.module.css'

type Props = Omit<ComponentPropsWithRef<'button'>, 'children' | 'aria-label'> & {
  icon: IconName
  /** The accessible name and the tooltip. */
  label: string
  /** The background it is on: `chrome` is the app frame. */
  on?: 'surface' | 'chrome'
  size?: 'sm' | 'md'
}

/** With `aria-disabled` it keeps the focus and ignores clicks. */
export function IconButton({ icon, label, on = 'surface', size = 'md', className, onClick, ...button }: Props) {
  return (
    <button
      type="button"
      title={label}
      {...button}
      aria-label={label}
      onClick={button['aria-disabled'] === true ? undefined : onClick}
      className={classes(styles.button, styles[on], styles[size], className)}
    >
      <Icon name={icon} size={size === 'sm' ? 17 : 20} />
    </button>
  )
}
