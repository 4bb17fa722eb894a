import { useEffect, useRef, useState } from 'react'
import type { Note, NoteState } from '#shared/calls/notes.ts'
import { foldText } from '#shared/text/language/fold.ts'
import { noteStrings } from '#web/platform/strings/noteStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { thaanaField } from '#web/platform/typing/thaanaKeyboard.ts'
import { ThaanaToggle } from '#web/platform/typing/ThaanaToggle.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { StatusBadge } from '#web/ui/Chip.tsx'
import { SectionSpinner } from '#web/ui/Spinner.tsx'
import { EmptyState, ErrorState } from '#web/ui/States.tsx'
import { Count } from '#web/ui/Text.tsx'
import { NoteCard } from './NoteCard.tsx'
import { buttonId, panelId } from './NotesButton.tsx'
import { stateLooks } from './noteTypes.ts'
import { useExport } from './useExport.ts'
import type { NotesState } from './useNotes.ts'
import styles from './NotesPanel.module.css'

/** The user's notes: next to the text on a wide screen, over its end on a phone. Those that wait are first. */
export function NotesPanel({ notes: state }: { notes: NotesState }) {
  const strings = noteStrings[useLanguage()]
  const [query, setQuery] = useState('')
  const heading = useFirstFocus(state.waiting > 0)
  const { notes, isTextCurrent } = state
  const shown = inOrder(notes).filter(matches(query))
  const close = () => {
    state.setOpen(false)
    document.getElementById(buttonId)?.focus({ preventScroll: true })
  }
  const reload = () => {
    void state.reload()
    // The button is gone afterwards.
    heading.current?.focus({ preventScroll: true })
  }
  return (
    <aside
      id={panelId}
      className={styles.panel}
      aria-label={strings.own}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        // Handled here, so that dialogs around the reader stay open.
        event.preventDefault()
        close()
      }}
    >
      <PanelHead notes={state} heading={heading} onClose={close} />
      {!isTextCurrent && <TextChangedNotice onReload={reload} />}
      {notes.length > 0 && <SearchField query={query} onQuery={setQuery} />}
      <Counts notes={notes} />
      <PanelStates notes={state} isFiltered={notes.length > 0 && shown.length === 0} />
      <ul className={styles.list}>
        {shown.map((note) => (
          <li key={note.uid}>
            <NoteCard note={note} notes={state} />
          </li>
        ))}
      </ul>
    </aside>
  )
}

type HeadProps = { notes: NotesState; heading: React.RefObject<HTMLHeadingElement | null>; onClose: () => void }

function PanelHead({ notes, heading, onClose }: HeadProps) {
  const { actions } = useStrings()
  const strings = noteStrings[useLanguage()]
  const { isExporting, download } = useExport(notes.reference)
  return (
    <div className={styles.head}>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {strings.own} <Count>{notes.notes.length}</Count>
      </h2>
      <IconButton
        icon="plus"
        label={strings.add}
        aria-disabled={!notes.isTextCurrent}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => notes.isTextCurrent && notes.startNote(currentSelection())}
      />
      <IconButton
        icon="download"
        label={strings.download}
        aria-disabled={notes.notes.length === 0 || isExporting}
        onClick={() => notes.notes.length > 0 && void download()}
      />
      <IconButton icon="close" label={actions.close} onClick={onClose} />
    </div>
  )
}

function currentSelection(): Range | undefined {
  const selection = document.getSelection()
  return selection && !selection.isCollapsed && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined
}

/** The shown text is not the one that the ranges of the notes refer to. */
function TextChangedNotice({ onReload }: { onReload: () => void }) {
  const strings = noteStrings[useLanguage()]
  return (
    <Alert tone="note" title={strings.textChanged}>
      <Button size="sm" variant="outline" onClick={onReload}>
        {strings.reload}
      </Button>
    </Alert>
  )
}

function SearchField({ query, onQuery }: { query: string; onQuery: (query: string) => void }) {
  const strings = noteStrings[useLanguage()]
  return (
    <label className={styles.search}>
      <Icon name="search" size={18} />
      <input
        {...thaanaField}
        className={styles.input}
        type="text"
        inputMode="search"
        autoComplete="off"
        placeholder={strings.search}
        aria-label={strings.search}
        value={query}
        onChange={(event) => onQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || query === '') return
          event.preventDefault()
          onQuery('')
        }}
      />
      <ThaanaToggle />
    </label>
  )
}

const stateOrder: readonly NoteState[] = ['moved', 'lost', 'placed']

function Counts({ notes }: { notes: readonly Note[] }) {
  const strings = noteStrings[useLanguage()]
  const counts = stateOrder.map((state) => ({ state, count: notes.filter((note) => note.state === state).length }))
  if (notes.length === 0) return null
  return (
    <ul className={styles.counts}>
      {counts
        .filter(({ count }) => count > 0)
        .map(({ state, count }) => (
          <li key={state}>
            <StatusBadge name={`${strings.states[state]} ${count}`} {...stateLooks[state]} />
          </li>
        ))}
    </ul>
  )
}

function PanelStates({ notes: { query, notes, mayCopy }, isFiltered }: { notes: NotesState; isFiltered: boolean }) {
  const { actions, page } = useStrings()
  const strings = noteStrings[useLanguage()]
  if (query.isPending) return <SectionSpinner label={page.loading} />
  if (query.isError)
    return (
      <ErrorState
        title={strings.failed}
        retryLabel={actions.retry}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  if (isFiltered) return <EmptyState icon="search" title={strings.noMatch} />
  if (notes.length > 0) return null
  return (
    <EmptyState icon="note" title={strings.empty}>
      {mayCopy ? strings.emptyMore : strings.emptyParagraph}
    </EmptyState>
  )
}

const inOrder = (notes: readonly Note[]) => stateOrder.flatMap((state) => notes.filter((note) => note.state === state))

const matches = (query: string) => {
  const wanted = foldText(query.trim())
  return ({ Title, Description, quote, current_quote }: Note) =>
    [Title, Description, quote, current_quote ?? ''].some((text) => foldText(text).includes(wanted))
}

/** The focus on opening: the first note that waits, so that Enter confirms it, else the heading. */
function useFirstFocus(isWaiting: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const first = isWaiting ? document.querySelector<HTMLElement>(`#${panelId} [data-confirm]`) : null
    ;(first ?? heading.current)?.focus({ preventScroll: true })
    // Only when the panel opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return heading
}
