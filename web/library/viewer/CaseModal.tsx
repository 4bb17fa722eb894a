import { Modal } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import type { ComponentProps } from 'react'
import { useStrings } from '#web/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { CaseViewer } from './CaseViewer.tsx'
import styles from './CaseModal.module.css'

type Props = Omit<ComponentProps<typeof CaseViewer>, 'reference' | 'onClose' | 'wayBack'> & {
  /** Without one the window is closed. */
  reference: string | undefined
  onClose: () => void
}

/** A case over the results of a search, on the whole screen. It gives the focus back to what opened it. */
export function CaseModal({ reference, onClose, ...viewer }: Props) {
  const { entries, acts } = useStrings()
  const isOpen = reference !== undefined
  useWindowEvent('keydown', (event) => {
    if (isOpen && leaves(event)) onClose()
  })
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      closeOnEscape={false}
      fullScreen
      padding={0}
      radius={0}
      transitionProps={{ transition: 'fade', duration: 120 }}
      classNames={{ root: styles.root ?? '', inner: styles.inner ?? '' }}
    >
      <Modal.Content className={styles.content ?? ''} aria-label={entries.case} data-case="">
        <Modal.Body className={styles.body ?? ''}>
          {reference !== undefined && (
            <CaseViewer
              {...viewer}
              reference={reference}
              onClose={onClose}
              wayBack={
                <Button variant="soft" onClick={onClose}>
                  {acts.close}
                </Button>
              }
            />
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/**
 * Escape leaves the window, unless something in it had a use for it: a note that was open, words that were looked for,
 * or a window of its own. Mantine's own listener is the first to hear the key and asks nobody.
 */
function leaves({ key, defaultPrevented, isComposing, target }: KeyboardEvent) {
  if (key !== 'Escape' || defaultPrevented || isComposing) return false
  const around = target instanceof Element ? target.closest('[role=dialog], [role=menu]') : null
  return around === null || around.hasAttribute('data-case')
}
