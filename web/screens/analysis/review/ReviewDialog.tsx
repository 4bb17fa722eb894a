import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, useState } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import type { Review } from '#shared/calls/review.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { reviewStrings } from '#web/platform/strings/reviewStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { Presence, useRecordPresence } from '#web/registry/live/Presence.tsx'
import { CaseNumberList, caseNumbersOf } from '#web/fields/cells/CaseNumbers.tsx'
import { RecordDialog } from '#web/screens/RecordDialog.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { Dock } from './Dock.tsx'
import { Facing } from './Facing.tsx'
import { FinalizeButton } from './FinalizeButton.tsx'
import { Confidence, KeyBar, PageStrip, Progress, SaveState } from './ReviewParts.tsx'
import { correctionAt, isLineItem, nextOpen, readingsOf, wordNextTo } from './reviewModel.ts'
import { SidePanel } from './SidePanel.tsx'
import { useActions } from './useActions.ts'
import { pageQuery, pictureQuery, useReview } from './useReview.ts'
import { useObjectUrl } from './useObjectUrl.ts'
import { useReviewKeys } from './useReviewKeys.ts'
import styles from './Review.module.css'

type Props = { row: Row; onClose: () => void }

/** The review of an analysis over its list: pictures of the pages next to the text, and what is doubtful in it. */
export function ReviewDialog({ row, onClose }: Props) {
  const strings = reviewStrings[useLanguage()]
  const { others } = useRecordPresence({ resource: analysis, id: row.id, mode: 'Update' })
  const state = useReview(row.id)
  const { query, review } = state
  const confidence = row['confidence_level']
  return (
    <RecordDialog
      query={query}
      failedTitle={strings.failed}
      title={
        <>
          <CaseNumberList text={caseNumbersOf(row)} /> <span className={styles.titleText}>{strings.title}</span>
        </>
      }
      tools={
        <>
          {typeof confidence === 'number' && <Confidence value={confidence / 100} />}
          <Presence people={others} />
          <span className={styles.grow} />
          {review && <Progress review={review} />}
          {review && <SaveState isSaving={state.isSaving} />}
          {review && <FinalizeButton row={row} review={review} state={state} onClose={onClose} />}
        </>
      }
      styles={styles}
      onClose={onClose}
    >
      {review?.pages.length === 0 && (
        <EmptyState icon="file" title={strings.empty}>
          {strings.emptyMore}
        </EmptyState>
      )}
      {review?.pages[0] && <Work row={row} review={review} state={state} first={review.pages[0].number} />}
    </RecordDialog>
  )
}

type WorkProps = { row: Row; review: Review; state: ReturnType<typeof useReview>; first: number }

function Work({ row, review, state, first }: WorkProps) {
  const [isEditing, setEditing] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const actions = useActions({ id: row.id, review, state, first })
  const { selected, page } = actions
  const lines = useQuery(pageQuery(row.id, page))
  const picture = useQuery(pictureQuery(row.id, page))
  // What comes next is loaded while this is looked at.
  const next = nextOpen(review, actions.index)?.page ?? page
  useQuery({ ...pageQuery(row.id, next), enabled: lines.isSuccess })
  useQuery({ ...pictureQuery(row.id, next), enabled: picture.isSuccess })
  const url = useObjectUrl(picture.data)
  const summary = review.pages.find(({ number }) => number === page)
  const line = selected?.page === page ? lines.data?.lines[selected.line] : undefined
  const toggleHelp = () => setHelpOpen((open) => !open)
  useReviewKeys({
    ...actions,
    line,
    isEditing,
    edit: () => setEditing(true),
    toggleHelp,
    readings: () =>
      line && selected && !isLineItem(selected)
        ? readingsOf(line, selected, correctionAt(review.corrections, selected)).map(({ text }) => text)
        : [],
    stepWord: (by) => {
      if (lines.data && selected) actions.select(wordNextTo(lines.data, review, selected, by))
    },
  })
  return (
    // A click leaves the focus where the keys of the review are received.
    <div className={styles.columns} onMouseDown={keepFocus}>
      <div className={styles.work}>
        <PageStrip review={review} page={page} onPage={actions.goToPage} />
        <Facing
          page={lines.data}
          summary={summary}
          url={url}
          hasNoPicture={picture.isError}
          review={review}
          selected={selected}
          field={actions.field}
          onSelect={actions.select}
        />
        <Dock
          key={selected ? `${selected.page} ${selected.line} ${selected.start}` : 'none'}
          actions={actions}
          review={review}
          page={lines.data}
          url={url}
          isEditing={isEditing}
          onEdit={setEditing}
        />
        <KeyBar isOpen={isHelpOpen} onToggle={toggleHelp} />
      </div>
      <SidePanel row={row} review={review} state={state} actions={actions} />
    </div>
  )
}

function keepFocus(event: MouseEvent) {
  if (event.target instanceof Element && event.target.closest('button')) event.preventDefault()
}
