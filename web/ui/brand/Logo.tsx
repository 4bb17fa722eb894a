import styles from './Logo.module.css'

/** The logo symbol: the pan of a scale over waves. */
export function LogoSymbol({ size = 30 }: { size?: number }) {
  return (
    <svg className={styles.mark} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect className={styles.background} width="32" height="32" rx="9" />
      <path className={styles.water} d="M8 22.5c4.6 1.7 11.4 1.7 16 0M10 17.2c3.6 1.3 8.4 1.3 12 0" />
      <path className={styles.beam} d="M16 7v6.5" />
    </svg>
  )
}

export function Logo({ name }: { name: string }) {
  return (
    <span className={styles.logo}>
      <LogoSymbol />
      {name}
    </span>
  )
}
