import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { routes } from '#web/paths.ts'
import { useStrings } from '#web/strings/strings.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { later } from '#web/ui/later.ts'
import { BellPlace } from './BellPlace.tsx'
import { Logo } from './Logo.tsx'
import { megaMenu } from './navigation.ts'
import { FullScreenSwitch, LanguageSwitch, ThemeSwitch } from './Switches.tsx'
import { UserMenu } from './UserMenu.tsx'
import styles from './TopBar.module.css'

const MegaMenu = later(() => import('./MegaMenu.tsx'), 'MegaMenu')

export type MenuToggle = { label: string; isOpen: boolean; controls: string; onToggle: () => void }

export function TopBar({ toggle }: { toggle: MenuToggle | undefined }) {
  const strings = useStrings()
  return (
    <header className={styles.bar}>
      <Link to={routes.root} className={styles.logo}>
        <Logo name={strings.product} />
      </Link>
      {toggle && (
        <IconButton
          on="chrome"
          icon="menu"
          label={toggle.label}
          aria-expanded={toggle.isOpen}
          aria-controls={toggle.controls}
          onClick={toggle.onToggle}
        />
      )}
      {megaMenu.length > 0 && (
        <Suspense>
          <MegaMenu columns={megaMenu} />
        </Suspense>
      )}
      <span className={styles.grow} />
      <LanguageSwitch />
      <ThemeSwitch />
      <FullScreenSwitch />
      <BellPlace />
      <UserMenu />
    </header>
  )
}
