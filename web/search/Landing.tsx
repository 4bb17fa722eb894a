import { Link } from '@tanstack/react-router'
import { routes } from '#web/paths.ts'
import { Mark } from '#web/shell/Logo.tsx'
import { useStrings } from '#web/strings/strings.ts'
import styles from './Landing.module.css'

/** Before anything is searched: the sign of the house. */
export function Sign() {
  const { product, tagline } = useStrings()
  return (
    <div className={styles.sign}>
      <Mark size={84} />
      <p className={styles.name}>{product}</p>
      <p className={styles.tagline}>{tagline}</p>
    </div>
  )
}

export function LandingLinks() {
  const { entries } = useStrings()
  return (
    <ul className={styles.links}>
      <li>
        <Link to={routes.page} params={{ page: 'faq' }} className={styles.link}>
          {entries.faq}
        </Link>
      </li>
      <li>
        <Link to={routes.page} params={{ page: 'terms' }} className={styles.link}>
          {entries.terms}
        </Link>
      </li>
    </ul>
  )
}
