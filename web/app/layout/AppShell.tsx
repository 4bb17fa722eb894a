import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { Outlet, useRouter } from '@tanstack/react-router'
import { Suspense } from 'react'
import { limits } from '#shared/limits.ts'
import { useEntry } from '#web/app/Root.tsx'
import { retryNow, useIsOffline } from '#web/platform/live/live.ts'
import { layoutOf, listPaths, menuOf, menuPlacement, navigation } from '#web/platform/navigation/navigation.ts'
import { sidebarPreference, usePreference } from '#web/platform/preferences/preferences.ts'
import { useSession } from '#web/platform/session/session.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icons.tsx'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.ts'
import { MenuLinks } from './MenuLinks.tsx'
import { type MenuToggle, TopBar } from './TopBar.tsx'
import styles from './AppShell.module.css'

const TopMenu = lazyWithRetry(() => import('./TopMenu.tsx'), 'TopMenu')
const MenuDrawer = lazyWithRetry(() => import('./MenuDrawer.tsx'), 'MenuDrawer')

const menuId = 'main-menu'

/** The layout of every page except the login: the top bar, and the menu where the layout and the width allow it. */
export function AppShell() {
  const { nav, page } = useStrings()
  const { menu, placement } = useMenu()
  const isCondensed = usePreference(sidebarPreference) === 'condensed'
  const [drawerOpened, drawer] = useDisclosure(false)

  const toggles: Partial<Record<typeof placement, MenuToggle>> = {
    side: {
      label: isCondensed ? nav.expand : nav.condense,
      isOpen: !isCondensed,
      controls: menuId,
      onToggle: () => sidebarPreference.set(isCondensed ? 'default' : 'condensed'),
    },
    drawer: { label: nav.openMenu, isOpen: drawerOpened, controls: menuId, onToggle: drawer.open },
  }

  return (
    <>
      <a className={styles.skip} href="#content">
        {page.skip}
      </a>
      <TopBar toggle={toggles[placement]} />
      <OfflineBar />
      <Suspense>{placement === 'top' && <TopMenu entries={menu} />}</Suspense>
      <div className={styles.frame}>
        {placement === 'side' && (
          <nav id={menuId} className={classes(styles.side, isCondensed && styles.narrow)} aria-label={nav.menu}>
            <MenuLinks entries={menu} condensed={isCondensed} />
          </nav>
        )}
        <main id="content" className={styles.content} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <Suspense>
        {placement === 'drawer' && (
          <MenuDrawer id={menuId} entries={menu} opened={drawerOpened} onClose={drawer.close} />
        )}
      </Suspense>
    </>
  )
}

/** The menu of the session, and its placement. */
function useMenu() {
  const session = useSession()
  const router = useRouter()
  const entry = useEntry()
  const isWide = useMediaQuery(`(min-width: ${limits.top_menu_below_px}px)`, true, noInitialEffect)
  const isMiddle = useMediaQuery('(min-width: 720px)', true, noInitialEffect)

  const builtPaths = new Set([...Object.keys(router.routesByPath), ...listPaths])
  const menu = menuOf(session, navigation, builtPaths)
  const layout = layoutOf(entry, session)
  return { menu, placement: menuPlacement({ layout, menu, width: isWide ? 'wide' : isMiddle ? 'middle' : 'narrow' }) }
}

/** The first render uses the media query already. */
const noInitialEffect = { getInitialValueInEffect: false }

/** Announces that live updates have stopped, until the connection is back. */
function OfflineBar() {
  const { live } = useStrings()
  const isOffline = useIsOffline()
  return (
    <div role="status" className={styles.container}>
      {isOffline && (
        <div className={styles.bar}>
          <Icon name="alert" />
          <span>{live.offline}</span>
          <Button size="sm" variant="outline" onClick={retryNow}>
            {live.retry}
          </Button>
        </div>
      )}
    </div>
  )
}
