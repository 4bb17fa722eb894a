import { Drawer } from '@mantine/core'
import { useStrings } from '#web/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
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
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="85%"
      title={finding.facets.title}
      closeButtonProps={{ 'aria-label': acts.close }}
    >
      <FacetPanel {...panel} />
      <div className={styles.done}>
        <Button wide onClick={onClose}>
          {finding.facets.done(count)}
        </Button>
      </div>
    </Drawer>
  )
}
