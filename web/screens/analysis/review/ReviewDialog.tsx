import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type MouseEvent, useState, useEffect, useEffectEvent } from 'react'
import { Popover } from '@mantine/core'
import type { Row } from '#shared/calls/crud.ts'
import type { Review, ReviewLine } from '#shared/calls/review.ts'
import { isRecord } from '#shared/isRecord.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { paths } from '#web/platform/paths.ts'
import { reviewStrings } from '#web/platform/strings/reviewStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { isCommand } from '#web/platform/typing/thaanaKeyboard.ts'
import { UnsavedChangesDialog, useUnsavedChangesGuard } from '#web/platform/navigation/UnsavedChanges.tsx'
import { useCan, useReauthInPlace } from '#web/platform/session/session.ts'
import { Presence, useRecordPresence } from '#web/registry/live/Presence.tsx'
import { CaseNumberList, caseNumbersOf } from '#web/fields/cells/CaseNumbers.tsx'
import { RecordDialog } from '#web/screens/RecordDialog.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { callResource, resourceQueryKey } from '#web/platform/api/resource.ts'
import { showAnswer, showToast } from '#web/platform/toasts/toasts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { Isolated } from '#web/ui/Text.tsx'
import { useSingleRun } from '#web/platform/useSingleRun.ts'
import { Dock } from './Dock.tsx'
import { Facing } from './Facing.tsx'
import { Confidence, KeyBar, PageStrip, Progress, SaveState, useReasons } from './ReviewParts.tsx'
import { correctionAt, isLineItem, nextOpen, readingsOf, wordNextTo } from './reviewModel.ts'
import { SidePanel } from './SidePanel.tsx'
import { useActions, type Actions } from './useActions.ts'
import { hasUnsaved, pageQuery, pictureQuery, useReview, useObjectUrl, type ReviewState } from './useReview.ts'
import styles from './Review.module.css'

type Props = { row: Row; onClose: () => void }

/** The review of an analysis over its list: pictures of the pages next to the text, and what is doubtful in it. */
export function ReviewDialog({ row, onClose }: Props) {
  const strings = reviewStrings[useLanguage()]
  const { others } = useRecordPresence({ resource: analysis, id: row.id, mode: 'Update', isLoaded: true })
  const state = useReview(row.id)
  const { query, review } = state
  useReauthInPlace()
  const { leave, ...guard } = useUnsavedChangesGuard({
    isUnsaved: () => hasUnsaved(state),
    isLeaving: () => true,
    onDiscard: () => {
      state.written.clear()
      state.unchosen.clear()
    },
    onClose,
  })
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
          {review && <SaveState isSaving={state.isSaving} isInterrupted={state.isInterrupted} />}
          {review && <FinalizeButton row={row} review={review} state={state} onClose={onClose} />}
        </>
      }
      styles={styles}
      // The question opens in another task than the Escape key that it answers.
      onClose={() => guard.isAsking || setTimeout(leave)}
    >
      <UnsavedChangesDialog {...guard} />
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
  const picture = useQuery(pictureQuery(row.id, review, page))
  // What comes next is loaded while this is looked at.
  const next = nextOpen(review, actions.index)?.page ?? page
  useQuery({ ...pageQuery(row.id, next), enabled: lines.isSuccess })
  useQuery({ ...pictureQuery(row.id, review, next), enabled: picture.isSuccess })
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
          state={state}
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

type FinalizeButtonProps = { row: Row; review: Review; state: ReviewState; onClose: () => void }

/** Finalizes the analysis. While something is missing it is locked, and names what: Escape closes that, not the review. */
function FinalizeButton({ row, review, state, onClose }: FinalizeButtonProps) {
  const strings = reviewStrings[useLanguage()]
  const { actions } = useStrings()
  const [open, setOpen] = useState<'reasons' | 'question'>()
  const close = () => setOpen(undefined)
  const { finalize, isBusy } = useFinalize({ row, review, state, onClose })
  const reasons = useReasons(review, hasUnsaved(state))
  const isLocked = reasons.length > 0
  return (
    <>
      <Popover opened={open === 'reasons' && isLocked} onChange={close} position="bottom" withinPortal>
        <Popover.Target>
          <Button
            size="sm"
            variant={isLocked ? 'outline' : 'primary'}
            icon={isLocked ? 'lock' : 'check'}
            onKeyDown={(event) => {
              if (event.key !== 'Escape' || open !== 'reasons') return
              event.preventDefault()
              close()
            }}
            onClick={() => setOpen(isLocked || hasUnsaved(state) ? 'reasons' : 'question')}
          >
            {strings.finalize}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <b>{strings.locked}</b>
          <ul className={styles.lock}>
            {reasons.map((reason) => (
              <li key={reason}>
                <Isolated>{reason}</Isolated>
              </li>
            ))}
          </ul>
        </Popover.Dropdown>
      </Popover>
      <ConfirmDialog
        opened={open === 'question'}
        busy={isBusy}
        title={strings.confirmFinalize}
        cancelLabel={actions.no}
        confirmLabel={actions.yes}
        onCancel={close}
        onConfirm={() => void finalize().then(close)}
      >
        {strings.finalizing(review.fields.filter(({ checked }) => !checked).length)}
      </ConfirmDialog>
    </>
  )
}

function useFinalize({ row, state, onClose }: FinalizeButtonProps) {
  const strings = reviewStrings[useLanguage()]
  const client = useQueryClient()
  const navigate = useNavigate()
  const mayOpen = useCan('read', caseFiles)
  const { isRunning: isBusy, runOnce } = useSingleRun()
  const open = async () => {
    const found = await callResource(analysis, 'find', { id: row.id })
    if (found.Status === 'error') showAnswer(found)
    const caseFile = found.Status === 'success' && found.data['case_file']
    if (isRecord(caseFile) && typeof caseFile['id'] === 'number')
      void navigate({ href: paths.record('/caseFiles', caseFile['id']) })
  }
  const finalize = async () => {
    let seen: number | undefined
    const save: Parameters<typeof state.send>[0] = async ({ version }) => {
      // What another user has changed since is looked at before it is final.
      seen ??= version
      const answer = await callResource(analysis, 'update', { id: row.id, version: seen, is_finalized: true })
      return answer.Status === 'error' ? answer : { Status: 'success', Message: '' }
    }
    const isStored = await runOnce(() => state.send(save, { isFinal: true }))
    if (!isStored) return
    showToast('good', strings.finalized, mayOpen ? { label: strings.openCaseFile, run: () => void open() } : undefined)
    void client.invalidateQueries({ queryKey: resourceQueryKey(analysis) })
    onClose()
  }
  return { finalize, isBusy }
}

type Keys = Actions & {
  line: ReviewLine | undefined
  isEditing: boolean
  readings: () => readonly string[]
  edit: () => void
  toggleHelp: () => void
  stepWord: (by: 1 | -1) => void
}

/** The keys of the review, by name; with Ctrl before it. Never letters: the keyboard may write Thaana. */
const table: Record<string, (keys: Keys) => void> = {
  Enter: ({ line, accept }) => line && accept(line),
  'Ctrl Enter': ({ line, accept }) => line && accept(line, true),
  1: (keys) => choose(keys, 0),
  2: (keys) => choose(keys, 1),
  3: (keys) => choose(keys, 2),
  F2: ({ edit }) => edit(),
  ArrowDown: ({ step }) => step(1),
  ArrowUp: ({ step }) => step(-1),
  ArrowLeft: ({ stepWord }) => stepWord(1),
  ArrowRight: ({ stepWord }) => stepWord(-1),
  'Ctrl Z': ({ undo }) => undo(),
  F6: () => document.querySelector<HTMLElement>('[data-review-field]')?.focus(),
  F8: () => document.querySelector<HTMLElement>('[data-review-glyph]')?.focus(),
  F1: ({ toggleHelp }) => toggleHelp(),
}

const choose = ({ readings, choose: take }: Keys, index: number) => {
  const text = readings()[index]
  if (text !== undefined) take(text)
}

function useReviewKeys(keys: Keys) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (event.altKey || event.defaultPrevented || !(target instanceof HTMLElement)) return
    // Another dialog, which asks something about the review.
    if (target.closest('[role="dialog"]')?.querySelector('[data-review-text]') === null) return
    // A field that is written in has its own keys, and a button its own Enter.
    if (target.closest('input, textarea, select, [role="listbox"], [role="combobox"]')) return
    const isControl = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && !isControl && target.closest('button, a')) return
    const key = isCommand(event, 'z') ? 'Z' : event.key
    const run = table[isControl ? `Ctrl ${key}` : key]
    if (!run || keys.isEditing) return
    event.preventDefault()
    run(keys)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
