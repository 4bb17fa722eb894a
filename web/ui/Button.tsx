import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icons.tsx'
import { Spinner } from './Spinner.tsx'
import styles from './Button.module.css'

type ButtonStyle = {
  variant?: 'primary' | 'soft' | 'ghost' | 'outline' | 'danger'
  size?: 'sm' | 'md' | 'lg'
  icon?: IconName
  /** An icon after the label. */
  endIcon?: IconName
  /** As wide as its container. */
  wide?: boolean
}

type Props = ButtonStyle & ComponentPropsWithRef<'button'> & { loading?: boolean }

/** A button. While loading it keeps its size and focus, and ignores clicks; with `aria-disabled` as well. */
export function Button({ variant = 'primary', size = 'md', icon, endIcon, wide, loading = false, ...button }: Props) {
  const { className, children, disabled, onClick, ...rest } = button
  const isIdle = loading || rest['aria-disabled'] === true
  return (
    <button
      type="button"
      {...rest}
      className={classes(buttonClass({ variant, size, ...(wide && { wide }) }), loading && styles.loading, className)}
      disabled={disabled}
      aria-disabled={isIdle || undefined}
      aria-busy={loading || undefined}
      onClick={(event) => {
        if (isIdle) event.preventDefault()
        else onClick?.(event)
      }}
    >
      <ButtonContent {...(icon && { icon })} {...(endIcon && { endIcon })}>
        {children}
      </ButtonContent>
      {loading && (
        <span className={styles.spinner}>
          <Spinner size={18} />
        </span>
      )}
    </button>
  )
}

/** The CSS classes of a button, also for links that look like one. */
export function buttonClass({ variant = 'primary', size = 'md', wide = false }: ButtonStyle) {
  return classes(styles.button, styles[variant], styles[size], wide && styles.wide)
}

type ButtonContentProps = { icon?: IconName | undefined; endIcon?: IconName | undefined; children?: ReactNode }

export function ButtonContent({ icon, endIcon, children }: ButtonContentProps) {
  return (
    <span className={styles.face}>
      {icon && <Icon name={icon} size={18} />}
      {children}
      {endIcon && <Icon name={endIcon} size={18} />}
    </span>
  )
}
