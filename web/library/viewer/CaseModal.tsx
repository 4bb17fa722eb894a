import { Modal } from '@mantine/core'
import { type ComponentProps, useLayoutEffect } from 'react'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { fullScreenDialog, useClosedByEscape } from '#web/ui/dialogs/Dialog.tsx'
import { CaseViewer } from './CaseViewer.tsx'
import styles from './CaseModal.module.css'

type Props = Omit<ComponentProps<typeof CaseViewer>, 'reference' | 'onClose' | 'backLink'> & {
  /** Undefined while the modal is closed. */
  reference: string | undefined
  onClose: () => void
}

/** A case in a full-screen modal over the search results. It returns the focus to its opener. */
export function CaseModal({ reference, onClose, ...viewer }: Props) {
  const { entries, actions } = useStrings()
  const isOpen = reference !== undefined
  useClosedByEscape(isOpen, onClose)
  useLockedPage(isOpen)
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      closeOnEscape={false}
      removeScrollProps={{ removeScrollBar: false }}
      fullScreen
      padding={0}
      radius={0}
    >
      <Modal.Content className={styles.content ?? ''} aria-label={entries.case} {...fullScreenDialog}>
        <Modal.Body className={styles.body ?? ''}>
          {reference !== undefined && (
            <CaseViewer
              {...viewer}
              reference={reference}
              onClose={onClose}
              backLink={
                <Button variant="soft" onClick={onClose}>
                  {actions.close}
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
 * Hides the scrollbar of the page. The library's own way sets an inherited variable on the body, which calculates the styles
 * of the whole page again, before the case is drawn and when it closes.
 */
function useLockedPage(isLocked: boolean) {
  useLayoutEffect(() => {
    if (!isLocked) return undefined
    const root = document.documentElement
    root.dataset['caseOpen'] = ''
    return () => {
      delete root.dataset['caseOpen']
    }
  }, [isLocked])
}
