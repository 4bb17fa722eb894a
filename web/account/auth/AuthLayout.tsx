import type { ReactNode } from 'react'
import { routes } from '#web/paths.ts'
import { TextLink } from '#web/shell/links.tsx'
import { Logo } from '#web/shell/Logo.tsx'
import { LanguageSwitch, ThemeSwitch } from '#web/shell/Switches.tsx'
import { useStrings } from '#web/strings/strings.ts'
import { Ripples } from './Ripples.tsx'
import styles from './Entrance.module.css'

/** The frame of every page before a session: the lagoon on one side, a sheet of paper on the other. */
export function Entrance({ children }: { children: ReactNode }) {
  const { product, tagline, entries } = useStrings()
  return (
    <div className={styles.screen}>
      <header className={styles.lagoon}>
        <Ripples />
        <div className={styles.brand}>
          <Logo name={product} />
          <p className={styles.tagline}>{tagline}</p>
        </div>
      </header>
      <div className={styles.paper}>
        <div className={styles.switches}>
          <LanguageSwitch on="surface" />
          <ThemeSwitch on="surface" />
        </div>
        <main className={styles.main}>{children}</main>
        <footer className={styles.footer}>
          <TextLink to={routes.page} params={{ page: 'faq' }}>
            {entries.faq}
          </TextLink>
          <TextLink to={routes.page} params={{ page: 'terms' }}>
            {entries.terms}
          </TextLink>
        </footer>
      </div>
    </div>
  )
}
