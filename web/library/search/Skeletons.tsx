import type { SearchType } from '#shared/searchTypes.ts'
import styles from './Skeletons.module.css'

/** The shape of a page of results while the first one is on its way, so that nothing jumps when it comes. */
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
