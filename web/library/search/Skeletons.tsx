import type { SearchType } from '#shared/searchTypes.ts'
import styles from './Skeletons.module.css'

/** Placeholders of a result page, to avoid layout shift. */
export function Skeletons({ type }: { type: SearchType }) {
  return Array.from({ length: type === 'CaseFile' ? 6 : 9 }, (_, index) => (
    <li key={index} className={styles[type]} aria-hidden="true">
      <span className={styles.number} />
      <span className={styles.title} />
      <span className={styles.line} />
      <span className={styles.shortLine} />
      <span className={styles.block} />
    </li>
  ))
}
