import type { ReactNode } from 'react'
import { useStrings } from '#web/strings/strings.ts'
import { Icon } from '#web/ui/icons.tsx'
import styles from './MissingCase.module.css'

/** There is no such case, or it is not to be seen. */
export function MissingCase({ wayBack }: { wayBack: ReactNode }) {
  const { viewer: t } = useStrings()
  return (
    <div className={styles.missing}>
      <span className={styles.ring}>
        <Icon name="file" size={28} />
      </span>
      <h1 className={styles.heading} tabIndex={-1} data-page-heading="">
        {t.notFound}
      </h1>
      <p className={styles.more}>{t.notFoundMore}</p>
      {wayBack}
    </div>
  )
}
