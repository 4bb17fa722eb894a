import styles from './fields.module.css'

/** What every field looks like, around what is typed into. */
export const fieldClasses = {
  label: styles.label ?? '',
  description: styles.hint ?? '',
  error: styles.error ?? '',
}
