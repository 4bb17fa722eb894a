import { Suspense, useState } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { analysisCan, analysisStatusOf } from '#shared/resources/analysisStatuses.ts'
import { caseNumbersOf } from '#web/fields/cells/CaseNumbers.tsx'
import { openFile } from '#web/fields/files/FileButton.tsx'
import { useCan } from '#web/platform/session/session.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { ListScreen } from '#web/registry/list/ListScreen.tsx'
import { useListState } from '#web/registry/list/listUrl.ts'
import { always, type RowAction } from '#web/registry/list/rowActions.tsx'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.ts'
import { analysisCells, fileNameOf, textIn } from './AnalysisCells.tsx'
import { QueueStatus } from './RunState.tsx'
import { UploadArea } from '#web/screens/analysis/upload/UploadArea.tsx'
import { UploadPanel } from '#web/screens/analysis/upload/UploadPanel.tsx'
import { useBulkActions, useRowSteps } from './useRowSteps.tsx'
import { isRecord } from '#shared/isRecord.ts'

const JudgmentDialog = lazyWithRetry(() => import('#web/screens/JudgmentDialog.tsx'), 'JudgmentDialog')
const ReviewDialog = lazyWithRetry(() => import('#web/screens/analysis/review/ReviewDialog.tsx'), 'ReviewDialog')

const isEditable = (row: Row) => analysisCan.update(analysisStatusOf(row))
/** A run has read its pages. */
const isReviewable = (row: Row) => analysisCan.finalize(analysisStatusOf(row))
const isDeletable = (row: Row) => analysisCan.delete(analysisStatusOf(row))
const nameOf = (row: Row) => caseNumbersOf(row) || textIn(row, 'title') || fileNameOf(row)

const hasFile = (row: Row) => isRecord(row['pdf_file'])
const download = ({ id: row, pdf_file: file }: Row) => {
  if (isRecord(file) && typeof file['id'] === 'number') void openFile({ id: file['id'], resource: analysis.name, row })
}

/** The fields after the columns: finished analyses have no run, and the charge of pending ones is pending. */
const shownFieldsOf: Record<string, readonly string[]> = {
  Pending: ['status'],
  Finalized: ['charge_status'],
  Cancelled: ['charge_status'],
}
const allShownFields = ['status', 'charge_status']

/** The list of analyses. The status table that the server enforces decides which actions are offered. */
export function AnalysisScreen() {
  const { list } = useStrings()
  const { Court: court = '', Status: status = '' } = useListState(analysis).state.filters
  const [openedRow, setOpenedRow] = useState<Row>()
  const [reviewedRow, setReviewedRow] = useState<Row>()
  const mayReview = useCan('update', analysis)
  const steps = useRowSteps()
  const bulk = useBulkActions()
  const actions: RowAction[] = [
    { name: 'read', label: list.read, icon: 'book', isAvailable: always, run: setOpenedRow },
    ...(mayReview
      ? [
          {
            name: 'review',
            label: list.analysis.review,
            icon: 'circle-check',
            isAvailable: isReviewable,
            run: setReviewedRow,
          } as const,
        ]
      : []),
    ...steps.actions.run,
    { name: 'download', label: list.analysis.download, icon: 'download', isAvailable: hasFile, run: download },
    ...steps.actions.confirmed,
  ]
  return (
    <UploadArea court={court === '' ? undefined : Number(court)}>
      {(uploadButton) => (
        <ListScreen
          resource={analysis}
          actions={actions}
          bulkActions={bulk.actions}
          shownFields={shownFieldsOf[status] ?? allShownFields}
          cells={analysisCells}
          nameOf={nameOf}
          isRowEditable={isEditable}
          isRowDeletable={isDeletable}
          headTools={
            <>
              {uploadButton}
              <QueueStatus />
            </>
          }
          notice={<UploadPanel />}
        >
          {(openedRow ?? reviewedRow) && (
            <Suspense>
              {openedRow && (
                <JudgmentDialog resource={analysis} row={openedRow} onClose={() => setOpenedRow(undefined)} />
              )}
              {reviewedRow && <ReviewDialog row={reviewedRow} onClose={() => setReviewedRow(undefined)} />}
            </Suspense>
          )}
          {steps.dialog}
          {bulk.dialog}
        </ListScreen>
      )}
    </UploadArea>
  )
}
