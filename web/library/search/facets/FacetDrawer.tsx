import { Drawer } from '@mantine/core'
import { useStrings } from '#web/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { FacetPanel } from './FacetPanel.tsx'
import styles from './FacetDrawer.module.css'

type Props = Parameters<typeof FacetPanel>[0] & {
  opened: boolean
  /** How much is found with what is ticked, as it is written. */
  count: string
  onClose: () => void
}

/** What stands beside the results on a wide screen, from the foot of a narrow one. */
export function FacetDrawer({ opened, count, onClose, ...panel }: Props) {
  const { acts, finding } = useStrings()
  return (
    <Drawer opened={opened} onClose={onClose} position="bottom" size="85%" withCloseButton={false} padding={0}>
      {/* Drawn here: the library's own head of a window is a second banner of the page. */}
      <div className={styles.head}>
        <Drawer.Title className={styles.title ?? ''}>{finding.facets.title}</Drawer.Title>
        <IconButton icon="close" label={acts.close} onClick={onClose} />
      </div>
      <div className={styles.panel}>
        <FacetPanel {...panel} />
      </div>
      <div className={styles.done}>
        <Button wide onClick={onClose}>
          {finding.facets.done(count)}
        </Button>
      </div>
    </Drawer>
  )
}
