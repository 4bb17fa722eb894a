import { Link } from '@tanstack/react-router'
import { Suspense, useCallback, useDeferredValue, useRef, useState } from 'react'
import { routes } from '#web/platform/paths.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { AvatarButton } from '#web/ui/Avatar.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { lazyWithRetry, useNetworkIdle } from '#web/ui/lazyWithRetry.ts'
import { Logo } from '#web/ui/brand/Logo.tsx'
import { megaMenu } from '#web/platform/navigation/navigation.ts'
import { FullScreenSwitch, LanguageSwitch, ThemeSwitch } from '#web/platform/preferences/Switches.tsx'
import { notificationSettings } from '#web/account/notifications/settings.ts'
import { ButtonLink } from '#web/platform/navigation/links.tsx'
import { useSession } from '#web/platform/session/session.ts'
import type { UserInfo } from './UserMenu.tsx'
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
      <UserSlot />
    </header>
  )
}

const Bell = lazyWithRetry(() => import('#web/account/notifications/Bell.tsx'), 'Bell')

/** The notification bell, for signed-in users only. */
function NotificationBellSlot() {
  const session = useSession()
  return notificationSettings.enabled && session.at === 'signed-in' ? <LazyBell /> : null
}

function LazyBell() {
  const { entries } = useStrings()
  const { isReady, isRequested, ref, request } = useLazyButton()
  return (
    <Suspense>
      {isReady ? (
        <Bell ref={ref} isOpenAtFirst={isRequested} />
      ) : (
        <IconButton
          ref={ref}
          on="chrome"
          icon="bell"
          label={entries.notifications}
          aria-haspopup="dialog"
          onClick={request}
        />
      )}
    </Suspense>
  )
}

const UserMenu = lazyWithRetry(() => import('./UserMenu.tsx'), 'UserMenu')

/** The menu of the signed-in user; for a guest, the login link. */
function UserSlot() {
  const session = useSession()
  const { top } = useStrings()
  if (session.at !== 'signed-in')
    return (
      <ButtonLink to={routes.login} size="sm" variant="soft" icon="login">
        {top.login}
      </ButtonLink>
    )
  return <LazyUserMenu user={session.decoded.user} />
}

function LazyUserMenu({ user }: { user: UserInfo }) {
  const { top } = useStrings()
  const { isReady, isRequested, ref, request } = useLazyButton()
  return (
    <Suspense>
      {isReady ? (
        <UserMenu ref={ref} user={user} isOpenAtFirst={isRequested} />
      ) : (
        <AvatarButton ref={ref} user={user} label={top.account(user.name)} aria-haspopup="dialog" onClick={request} />
      )}
    </Suspense>
  )
}

/** Lazy loading: a button takes the place of one with a panel until the network is idle or it is pressed, and the code is there. */
function useLazyButton() {
  const isIdle = useNetworkIdle()
  const [isRequested, setRequested] = useState(false)
  // A deferred value keeps the placeholder on screen while the code loads.
  const isReady = useDeferredValue(isIdle || isRequested)
  return { isReady, isRequested, ref: useTransferredFocus(), request: () => setRequested(true) }
}

/** The ref of a button that is replaced by another one: the new one has the focus if the old one had it. */
function useTransferredFocus() {
  const hadFocus = useRef(false)
  return useCallback((button: HTMLButtonElement) => {
    if (hadFocus.current) button.focus()
    return () => {
      hadFocus.current = document.activeElement === button
    }
  }, [])
}
