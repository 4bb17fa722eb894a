import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { routes } from '#web/platform/paths.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.ts'
import { NotificationBellSlot } from './NotificationBellSlot.tsx'
import { Logo } from '#web/ui/brand/Logo.tsx'
import { megaMenu } from '#web/platform/navigation/navigation.ts'
import { FullScreenSwitch, LanguageSwitch, ThemeSwitch } from '#web/platform/preferences/Switches.tsx'
import { UserMenu } from './UserMenu.tsx'
import styles from './TopBar.module.css'

const MegaMenu = lazyWithRetry(() => import('./MegaMenu.tsx'), 'MegaMenu')

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
      <NotificationBellSlot />
      <UserMenu />
    </header>
  )
}
