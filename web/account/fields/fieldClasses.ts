import styles from './fields.module.css'

/** The CSS classes of label, description, and error of all account fields. */
export const fieldClasses = {
  label: styles.label ?? '',
  description: styles.hint ?? '',
  error: styles.error ?? '',
}
