import type { ReactNode } from 'react'
import { TextLink } from '#web/platform/navigation/links.tsx'
import { routes } from '#web/platform/paths.ts'
import { LanguageSwitch, ThemeSwitch } from '#web/platform/preferences/Switches.tsx'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Logo } from '#web/ui/brand/Logo.tsx'
import styles from './AuthLayout.module.css'

/** The layout of the pages for signed-out users: brand panel on one side, form on the other. */
export function AuthLayout({ children }: { children: ReactNode }) {
  const { product, tagline, entries } = useStrings()
  return (
    <div className={styles.screen}>
      <header className={styles.brandPanel}>
        <Ripples />
        <div className={styles.brand}>
          <Logo name={product} />
          <p className={styles.tagline}>{tagline}</p>
        </div>
      </header>
      <div className={styles.formPanel}>
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
          <TextLink to={routes.about}>{entries.about}</TextLink>
        </footer>
      </div>
    </div>
  )
}

/** Decorative waves that repeat the strokes of the logo. */
const strokes = Array.from({ length: 11 }, (_, index) => {
  const half = 70 + index * 62
  const y = 40 + index * 46
  return { path: `M${700 - half} ${y}q${half} ${26 + index * 12} ${half * 2} 0`, opacity: 0.5 - index * 0.038 }
})

function Ripples() {
  return (
    <svg className={styles.ripples} viewBox="0 0 1400 640" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
      {strokes.map(({ path, opacity }) => (
        <path key={path} d={path} opacity={opacity} />
      ))}
    </svg>
  )
}
