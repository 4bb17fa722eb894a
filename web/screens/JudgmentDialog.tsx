import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import type { Delta } from '#shared/delta/delta.ts'
import { toHtml } from '#shared/delta/html.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { failureOf } from '#web/platform/api/query.ts'
import { recordQuery } from '#web/platform/api/resource.ts'
import { JudgmentText } from '#web/library/reader/JudgmentText.tsx'
import { readDocument } from '#web/richText/readDocument.ts'
import { useReadingSize } from '#web/library/reader/useReadingSize.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { DialogHead, titleClass } from '#web/ui/dialogs/DialogHead.tsx'
import { EmptyState, ErrorState } from '#web/ui/States.tsx'
import { SectionSpinner } from '#web/ui/Spinner.tsx'
import { CaseNumberList, caseNumbersOf } from '#web/fields/cells/CaseNumbers.tsx'
import styles from './JudgmentDialog.module.css'

type Props = { resource: Pick<Resource, 'name'>; row: Row; onClose: () => void }

/** The text of a judgment in a full-screen modal over its list, read-only. It is fetched on opening. */
export function JudgmentDialog({ resource, row, onClose }: Props) {
  const { reader, actions, list, page } = useStrings()
  const record = useQuery(recordQuery(resource, row.id))
  const text = record.data?.data['case_content']
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      padding={0}
      withCloseButton={false}
      classNames={{ content: styles.content ?? '' }}
    >
      <DialogHead closeLabel={actions.close} className={styles.head} onClose={onClose}>
        <Modal.Title className={titleClass}>
          <CaseNumberList text={caseNumbersOf(row)} />
        </Modal.Title>
      </DialogHead>
      {record.isPending && <SectionSpinner label={page.loading} />}
      {record.isError && (
        <ErrorState
          title={list.failed}
          message={failureOf(record.error)?.Message ?? ''}
          retryLabel={actions.retry}
          onRetry={() => void record.refetch()}
        />
      )}
      {record.data && (isDelta(text) ? <Text text={text} /> : <EmptyState icon="file" title={reader.empty} />)}
    </Modal>
  )
}

function Text({ text }: { text: Delta }) {
  const { reader } = useStrings()
  const [size] = useReadingSize()
  // Measured: sanitizing and labeling a long judgment takes tens of milliseconds.
  const document = useMemo(
    () =>
      readDocument(
        { case_content: toHtml(text), footnotes: text.footnotes, annotations: text.annotations },
        { ...reader, annotation: ({ type, title }) => reader.annotation(reader.types[type], title) },
      ),
    [text, reader],
  )
  return (
    <JudgmentText
      document={document}
      footnotes={text.footnotes}
      size={size}
      isProtected={false}
      onArticle={() => undefined}
      onTarget={() => undefined}
    />
  )
}

const isDelta = (value: unknown): value is Delta =>
  typeof value === 'object' &&
  value !== null &&
  'content' in value &&
  Array.isArray(value.content) &&
  value.content.length > 0
