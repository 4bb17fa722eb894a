import styles from './Spinner.module.css'

/** A turning ring. With a label it is read out; without, something beside it says what is going on. */
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

/** Fills the place of what is on its way. */
export function PlaceSpinner({ label }: { label: string }) {
  return (
    <div className={styles.place}>
      <Spinner size={32} label={label} />
    </div>
  )
}
