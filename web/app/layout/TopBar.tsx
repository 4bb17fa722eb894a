import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { routes } from '#web/platform/paths.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { lazyWithRetry, useNetworkIdle } from '#web/ui/lazyWithRetry.ts'
import { Logo } from '#web/ui/brand/Logo.tsx'
import { megaMenu } from '#web/platform/navigation/navigation.ts'
import { FullScreenSwitch, LanguageSwitch, ThemeSwitch } from '#web/platform/preferences/Switches.tsx'
import { notificationSettings } from '#web/account/notifications/settings.ts'
import { useSession } from '#web/platform/session/session.ts'
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

const Bell = lazyWithRetry(() => import('#web/account/notifications/Bell.tsx'), 'Bell')

/** The notification bell, for signed-in users only. */
function NotificationBellSlot() {
  const session = useSession()
  return notificationSettings.enabled && session.at === 'signed-in' ? <LazyBell /> : null
}

/** Lazy loading: a placeholder icon until the network is idle or the user presses it. */
function LazyBell() {
  const { entries } = useStrings()
  const isIdle = useNetworkIdle()
  const [isRequested, setRequested] = useState(false)
  const placeholder = (
    <IconButton
      on="chrome"
      icon="bell"
      label={entries.notifications}
      aria-haspopup="dialog"
      onClick={() => setRequested(true)}
    />
  )
  if (!isIdle && !isRequested) return placeholder
  return (
    <Suspense fallback={placeholder}>
      <Bell isOpenAtFirst={isRequested} />
    </Suspense>
  )
}
