import type { ReactNode } from 'react'
import { Icon, type IconName } from '#web/ui/icons.tsx'
import styles from './Details.module.css'

/** A part of the details under its own heading. */
export function Part({ title, icon, children }: { title: string; icon: IconName; children: ReactNode }) {
  return (
    <section className={styles.card}>
      <h2 className={styles.part}>
        <Icon name={icon} size={18} />
        {title}
      </h2>
      {children}
    </section>
  )
}
