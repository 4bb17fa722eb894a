import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { Outlet, useRouter } from '@tanstack/react-router'
import { Suspense } from 'react'
import { limits } from '#shared/limits.ts'
import { sidebarChoice, useChoice } from '#web/choices.ts'
import { OfflineBar } from '#web/live/OfflineBar.tsx'
import { useSession } from '#web/session/session.ts'
import { useStrings } from '#web/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import { later } from '#web/ui/later.ts'
import { arrange } from './arrange.ts'
import { MenuLinks } from './MenuLinks.tsx'
import { layoutOf, listPaths, menuOf, navigation } from './navigation.ts'
import { useEntry } from './Root.tsx'
import { type MenuToggle, TopBar } from './TopBar.tsx'
import styles from './Shell.module.css'

const TopMenu = later(() => import('./TopMenu.tsx'), 'TopMenu')
const MenuDrawer = later(() => import('./MenuDrawer.tsx'), 'MenuDrawer')

const menuId = 'main-menu'

/** The frame of every page but the log-in: the top bar, and the menu where the layout and the width have room for it. */
export function Shell() {
  const { nav, page } = useStrings()
  const { menu, place } = useMenu()
  const isCondensed = useChoice(sidebarChoice) === 'condensed'
  const [drawerOpened, drawer] = useDisclosure(false)

  const toggles: Partial<Record<typeof place, MenuToggle>> = {
    side: {
      label: isCondensed ? nav.expand : nav.condense,
      isOpen: !isCondensed,
      controls: menuId,
      onToggle: () => sidebarChoice.set(isCondensed ? 'default' : 'condensed'),
    },
    drawer: { label: nav.openMenu, isOpen: drawerOpened, controls: menuId, onToggle: drawer.open },
  }

  return (
    <>
      <a className={styles.skip} href="#content">
        {page.skip}
      </a>
      <TopBar toggle={toggles[place]} />
      <OfflineBar />
      <Suspense>{place === 'top' && <TopMenu entries={menu} />}</Suspense>
      <div className={styles.frame}>
        {place === 'side' && (
          <nav id={menuId} className={classes(styles.side, isCondensed && styles.narrow)} aria-label={nav.menu}>
            <MenuLinks entries={menu} condensed={isCondensed} />
          </nav>
        )}
        <main id="content" className={styles.content} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <Suspense>
        {place === 'drawer' && <MenuDrawer id={menuId} entries={menu} opened={drawerOpened} onClose={drawer.close} />}
      </Suspense>
    </>
  )
}

/** The menu of the session, and where it stands. */
function useMenu() {
  const session = useSession()
  const router = useRouter()
  const entry = useEntry()
  const isWide = useMediaQuery(`(min-width: ${limits.top_menu_below_px}px)`, true, now)
  const isMiddle = useMediaQuery('(min-width: 720px)', true, now)

  const built = new Set([...Object.keys(router.routesByPath), ...listPaths])
  const menu = menuOf(session, navigation, built)
  const layout = layoutOf(entry, session)
  return { menu, place: arrange({ layout, menu, width: isWide ? 'wide' : isMiddle ? 'middle' : 'narrow' }) }
}

/** The first drawing is right already. */
const now = { getInitialValueInEffect: false }
