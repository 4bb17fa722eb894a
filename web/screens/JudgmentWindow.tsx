import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import type { Delta } from '#shared/delta/delta.ts'
import { toHtml } from '#shared/delta/html.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { failureOf } from '#web/api/query.ts'
import { recordQuery } from '#web/api/resource.ts'
import { Paper } from '#web/reader/Paper.tsx'
import { readDocument } from '#web/reader/readDocument.ts'
import { useReadingSize } from '#web/reader/useReadingSize.ts'
import { useStrings } from '#web/strings/strings.ts'
import { EmptyState, ErrorState } from '#web/ui/States.tsx'
import { PlaceSpinner } from '#web/ui/Spinner.tsx'
import { caseNumbersOf } from './caseNumbersOf.ts'
import styles from './JudgmentWindow.module.css'

type Props = { resource: Pick<Resource, 'name'>; row: Row; onClose: () => void }

/** The text of a judgment over its list, on the whole screen, to be read only. It is fetched when it is opened. */
export function JudgmentWindow({ resource, row, onClose }: Props) {
  const { reader, acts, list, page } = useStrings()
  const record = useQuery(recordQuery(resource, row.id))
  const text = record.data?.data['case_content']
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      title={<bdi dir="ltr">{caseNumbersOf(row)}</bdi>}
      closeButtonProps={{ 'aria-label': acts.close }}
      classNames={{ content: styles.content ?? '', header: styles.header ?? '' }}
    >
      {record.isPending && <PlaceSpinner label={page.loading} />}
      {record.isError && (
        <ErrorState
          title={list.failed}
          message={failureOf(record.error)?.Message ?? ''}
          retryLabel={acts.retry}
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
  // Measured: cleaning and naming the parts of a long judgment takes tens of milliseconds.
  const document = useMemo(
    () =>
      readDocument(
        { case_content: toHtml(text), footnotes: text.footnotes, annotations: text.annotations },
        { ...reader, annotation: ({ type, title }) => reader.annotation(reader.types[type], title) },
      ),
    [text, reader],
  )
  return (
    <Paper
      document={document}
      footnotes={text.footnotes}
      size={size}
      isProtected={false}
      onText={() => undefined}
      onFollow={() => undefined}
    />
  )
}

const isDelta = (value: unknown): value is Delta =>
  typeof value === 'object' &&
  value !== null &&
  'content' in value &&
  Array.isArray(value.content) &&
  value.content.length > 0
