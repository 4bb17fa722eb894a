import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icons.tsx'
import { Spinner } from './Spinner.tsx'
import styles from './Button.module.css'

type Look = {
  variant?: 'primary' | 'soft' | 'ghost' | 'outline' | 'danger'
  size?: 'sm' | 'md' | 'lg'
  icon?: IconName
  /** After the words. */
  endIcon?: IconName
  /** As wide as its place. */
  wide?: boolean
}

type Props = Look & ComponentPropsWithRef<'button'> & { loading?: boolean }

/** While it is loading it keeps its size and its focus, and does nothing. */
export function Button({ variant = 'primary', size = 'md', icon, endIcon, wide, loading = false, ...button }: Props) {
  const { className, children, disabled, onClick, ...rest } = button
  return (
    <button
      type="button"
      {...rest}
      className={classes(buttonClass({ variant, size, ...(wide && { wide }) }), loading && styles.loading, className)}
      disabled={disabled}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      onClick={(event) => {
        if (loading) event.preventDefault()
        else onClick?.(event)
      }}
    >
      <ButtonFace {...(icon && { icon })} {...(endIcon && { endIcon })}>
        {children}
      </ButtonFace>
      {loading && (
        <span className={styles.spinner}>
          <Spinner size={18} />
        </span>
      )}
    </button>
  )
}

/** The look of a button, for links that are to look like one. */
export function buttonClass({ variant = 'primary', size = 'md', wide = false }: Look) {
  return classes(styles.button, styles[variant], styles[size], wide && styles.wide)
}

type Face = { icon?: IconName | undefined; endIcon?: IconName | undefined; children?: ReactNode }

export function ButtonFace({ icon, endIcon, children }: Face) {
  return (
    <span className={styles.face}>
      {icon && <Icon name={icon} size={18} />}
      {children}
      {endIcon && <Icon name={endIcon} size={18} />}
    </span>
  )
}
