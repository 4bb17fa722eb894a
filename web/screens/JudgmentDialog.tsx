import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import type { Delta } from '#shared/delta/delta.ts'
import { toHtml } from '#shared/delta/html.ts'
import { isDelta } from '#shared/delta/inspect.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { post } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { recordQuery } from '#web/platform/api/resource.ts'
import { paths } from '#web/platform/paths.ts'
import { Reader } from '#web/library/reader/Reader.tsx'
import { CaseModal } from '#web/library/viewer/CaseModal.tsx'
import type { Pictures } from '#web/library/reader/JudgmentText.tsx'
import { unloadedState, type ViewerTab } from '#web/library/viewer/useCase.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { EmptyState } from '#web/ui/States.tsx'
import { CaseNumberList, caseNumbersOf } from '#web/fields/cells/CaseNumbers.tsx'
import { RecordDialog } from './RecordDialog.tsx'
import styles from './JudgmentDialog.module.css'

type Props = { resource: Pick<Resource, 'name'>; row: Row; onClose: () => void }

/** The text of a judgment over its list, in the reader. A text that is no case file yet has neither links nor citations. */
export function JudgmentDialog(props: Props) {
  return props.resource.name === caseFiles.name ? <CaseDialog {...props} /> : <DraftDialog {...props} />
}

function CaseDialog({ row, onClose }: Props) {
  const [tab, setTab] = useState<ViewerTab>('text')
  const found = useQuery({
    queryKey: ['case-reference', row.id],
    queryFn: async ({ signal }) =>
      unwrapAnswer(await post('caseFiles/reference', { id: row.id }, { signal })).Reference,
  })
  const reference = found.data
  return (
    <CaseModal
      reference={reference ?? ''}
      lookup={reference === undefined ? unloadedState(found) : undefined}
      tab={tab}
      onTab={setTab}
      onClose={onClose}
      pageUrl={reference === undefined ? undefined : paths.case({ ref: reference, tab })}
    />
  )
}

/** It is fetched on opening. */
function DraftDialog({ resource, row, onClose }: Props) {
  const { reader, list } = useStrings()
  const [toolbar, setToolbar] = useState<HTMLElement | null>(null)
  const record = useQuery(recordQuery(resource, row.id))
  const text = record.data?.data['case_content']
  return (
    <RecordDialog
      query={record}
      failedTitle={list.failed}
      title={<CaseNumberList text={caseNumbersOf(row)} />}
      tools={<div ref={setToolbar} className={styles.tools} />}
      styles={styles}
      onClose={onClose}
    >
      {record.data &&
        (isDelta(text) && text.content.length > 0 ? (
          <Draft row={row} text={text} pictures={record.data.pictures ?? noPictures} toolbar={toolbar} />
        ) : (
          <EmptyState icon="file" title={reader.empty} />
        ))}
    </RecordDialog>
  )
}

const noSearch = { query: '', marks: [] }
const noPictures = {}

type DraftProps = { row: Row; text: Delta; pictures: Pictures; toolbar: HTMLElement | null }

function Draft({ row, text, pictures, toolbar }: DraftProps) {
  // The reader reads a text again whenever this object changes.
  const [rendered] = useState(() => ({ ...text, case_content: toHtml(text) }))
  const details = {
    title: typeof row['title'] === 'string' ? row['title'] : '',
    case_numbers: caseNumbersOf(row)
      .split('، ')
      .filter((number) => number !== '')
      .map((number) => ({ number })),
    closed_date: null,
    court: { name: '' },
  }
  return (
    <Reader
      details={details}
      text={rendered}
      pictures={pictures}
      searchContext={noSearch}
      paragraph={undefined}
      toolbar={toolbar}
    />
  )
}
