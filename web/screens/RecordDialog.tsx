import { Modal } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureOf } from '#web/platform/api/query.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { DialogHead, fullScreenDialog, titleClass, useClosedByEscape } from '#web/ui/dialogs/Dialog.tsx'
import { ErrorState } from '#web/ui/States.tsx'
import { SectionSpinner } from '#web/ui/Spinner.tsx'

type Props = {
  /** Loads what the dialog shows. */
  query: Pick<UseQueryResult, 'data' | 'isPending' | 'isError' | 'error' | 'refetch'>
  failedTitle: string
  title: ReactNode
  /** After the title. */
  tools: ReactNode
  styles: Partial<Record<'content' | 'body' | 'head' | 'title', string>>
  onClose: () => void
  children: ReactNode
}

/** A record over its list, on the whole screen: its head, and its content once it is loaded. */
export function RecordDialog({ query, failedTitle, title, tools, styles, onClose, children }: Props) {
  const { actions, page } = useStrings()
  useClosedByEscape(true, onClose)
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      closeOnEscape={false}
      attributes={{ content: fullScreenDialog }}
      padding={0}
      withCloseButton={false}
      classNames={{ content: styles.content ?? '', body: styles.body ?? '' }}
    >
      <DialogHead closeLabel={actions.close} className={styles.head} onClose={onClose}>
        <Modal.Title className={styles.title ?? titleClass}>{title}</Modal.Title>
        {tools}
      </DialogHead>
      {query.isPending && <SectionSpinner label={page.loading} />}
      {query.isError && query.data === undefined && (
        <ErrorState
          title={failedTitle}
          message={failureOf(query.error)?.Message ?? ''}
          retryLabel={actions.retry}
          onRetry={() => void query.refetch()}
        />
      )}
      {children}
    </Modal>
  )
}
