import { Drawer } from '@mantine/core'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { DialogHead, titleClass } from '#web/ui/dialogs/Dialog.tsx'
import { Isolated } from '#web/ui/Text.tsx'
import { FacetPanel } from './FacetPanel.tsx'
import styles from './FacetDrawer.module.css'

type Props = Parameters<typeof FacetPanel>[0] & {
  opened: boolean
  /** The formatted number of results with the ticked filters. */
  count: string
  onClose: () => void
}

/** On a narrow screen, the facets in a drawer at the bottom. */
export function FacetDrawer({ opened, count, onClose, ...panel }: Props) {
  const { actions, finding } = useStrings()
  return (
    <Drawer opened={opened} onClose={onClose} position="bottom" size="85%" withCloseButton={false} padding={0}>
      <DialogHead closeLabel={actions.close} onClose={onClose}>
        <Drawer.Title className={titleClass}>{finding.facets.title}</Drawer.Title>
      </DialogHead>
      <div className={styles.panel}>
        <FacetPanel {...panel} />
      </div>
      <div className={styles.done}>
        <Button wide onClick={onClose}>
          <Isolated>{finding.facets.done(count)}</Isolated>
        </Button>
      </div>
    </Drawer>
  )
}
