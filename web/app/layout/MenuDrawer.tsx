import { Drawer } from '@mantine/core'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Logo } from '#web/ui/brand/Logo.tsx'
import { DialogHead } from '#web/ui/dialogs/Dialog.tsx'
import { MenuLinks } from './MenuLinks.tsx'
import type { Entry } from '#web/platform/navigation/navigation.ts'
import styles from './MenuDrawer.module.css'

type Props = { id: string; entries: readonly Entry[]; opened: boolean; onClose: () => void }

/** The menu in a drawer, for narrow screens. It opens at the inline start. */
export function MenuDrawer({ id, entries, opened, onClose }: Props) {
  const { nav, product } = useStrings()
  return (
    <Drawer
      id={id}
      opened={opened}
      onClose={onClose}
      position="left"
      size={280}
      withCloseButton={false}
      classNames={{ content: styles.content ?? '' }}
    >
      <DialogHead on="chrome" closeLabel={nav.closeMenu} className={styles.head} onClose={onClose}>
        <Drawer.Title>
          <Logo name={product} />
        </Drawer.Title>
      </DialogHead>
      <nav aria-label={nav.menu}>
        <MenuLinks entries={entries} onOpen={onClose} />
      </nav>
    </Drawer>
  )
}
