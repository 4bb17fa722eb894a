import styles from './Spinner.module.css'

/** A spinner. With a label it is a status for screen readers; without, text next to it describes the state. */
export function Spinner({ size = 28, label }: { size?: number; label?: string }) {
  return (
    <span
      className={styles.spinner}
      style={{ inlineSize: size, blockSize: size }}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'status', 'aria-label': label })}
    />
  )
}

export function FullScreenSpinner({ label }: { label: string }) {
  return (
    <div className={styles.screen}>
      <Spinner size={36} label={label} />
    </div>
  )
}

/** A spinner in place of content that is loading. */
export function SectionSpinner({ label }: { label: string }) {
  return (
    <div className={styles.section}>
      <Spinner size={32} label={label} />
    </div>
  )
}
