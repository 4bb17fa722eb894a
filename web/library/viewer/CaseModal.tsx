import { Modal } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type ComponentProps, useLayoutEffect } from 'react'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
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
  useWindowEvent('keydown', (event) => {
    if (isOpen && closesModal(event)) onClose()
  })
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
      classNames={{ root: styles.root ?? '', inner: styles.inner ?? '' }}
    >
      <Modal.Content className={styles.content ?? ''} aria-label={entries.case} data-case="">
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

/**
 * Escape closes the modal, unless something inside has handled it: an open note, find in page, or a nested dialog.
 * Mantine's own listener runs first and cannot check that.
 */
function closesModal({ key, defaultPrevented, isComposing, target }: KeyboardEvent) {
  if (key !== 'Escape' || defaultPrevented || isComposing) return false
  const dialog = target instanceof Element ? target.closest('[role=dialog], [role=menu]') : null
  if (dialog) return dialog.hasAttribute('data-case')
  // After a click outside a nested dialog, nothing has the focus.
  return document.querySelector('[role=dialog][aria-modal=true]:not([data-case])') === null
}
