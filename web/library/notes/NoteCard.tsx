import { type ReactNode, useState } from 'react'
import { dayInMaldives } from '#shared/text/format/dates.ts'
import type { Note } from '#shared/calls/notes.ts'
import { post } from '#web/platform/api/client.ts'
import { noteStrings } from '#web/platform/strings/noteStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { useSingleRun } from '#web/platform/useSingleRun.ts'
import { AnnotationIcon } from '#web/richText/AnnotationIcon.tsx'
import { Button } from '#web/ui/Button.tsx'
import { StatusBadge } from '#web/ui/Chip.tsx'
import { classes } from '#web/ui/classes.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { DateText, FreeText, Isolated } from '#web/ui/Text.tsx'
import { buttonId, panelId } from './NotesButton.tsx'
import { annotationTypeOf, stateLooks } from './noteTypes.ts'
import { Quote, WordDifference } from './Quotes.tsx'
import type { NotesState } from './useNotes.ts'
import tones from '#web/richText/tones.module.css'
import styles from './NoteCard.module.css'

type Props = { note: Note; notes: NotesState }

/** A note in the panel: its text and its type, and what can be done with it in its state. */
export function NoteCard({ note, notes }: Props) {
  const strings = noteStrings[useLanguage()]
  const isActive = notes.active === note.uid
  return (
    <article
      className={classes(styles.card, tones[annotationTypeOf[note.Type]], styles[note.state])}
      data-note-card={note.uid}
      data-active={isActive || undefined}
      aria-label={note.Title}
    >
      <div className={styles.head}>
        <button
          type="button"
          className={styles.title}
          lang="dv"
          aria-expanded={note.state === 'placed' ? isActive : undefined}
          onClick={() => notes.show(note)}
        >
          <bdi>
            <FreeText>{note.Title}</FreeText>
          </bdi>
        </button>
        <StatusBadge name={strings.states[note.state]} {...stateLooks[note.state]} />
      </div>
      <Place note={note} />
      <Quotes note={note} isActive={isActive} />
      <Contents note={note} />
      <Actions note={note} notes={notes} isActive={isActive} />
    </article>
  )
}

/** The paragraph or footnote, with the date, or with what happened to the text. */
function Place({ note: { paragraph, footnote, state, created_at } }: { note: Note }) {
  const language = useLanguage()
  const strings = noteStrings[language]
  const { reader } = useStrings()
  const parts: ReactNode[] = []
  if (paragraph !== null && paragraph.printed !== null) parts.push(<span>{strings.paragraph(paragraph.printed)}</span>)
  if (footnote !== null) parts.push(<Isolated>{reader.footnote(footnote)}</Isolated>)
  if (state === 'placed') parts.push(<DateText day={dayInMaldives(created_at)} language={language} />)
  else parts.push(<span>{state === 'moved' ? strings.movedMore : strings.lostMore}</span>)
  return (
    <p className={styles.place}>
      {parts.map((part, index) => (
        <span key={index}>
          {index > 0 && <span aria-hidden="true"> · </span>}
          {part}
        </span>
      ))}
    </p>
  )
}

/** The text that the note is about, of an active one; of one that waits, what it was, and what is there now. */
function Quotes({ note: { quote, current_quote, state }, isActive }: { note: Note; isActive: boolean }) {
  const strings = noteStrings[useLanguage()]
  if (state === 'placed') return isActive && <Quote>{quote}</Quote>
  if (current_quote === null) return <Quote label={strings.before}>{quote}</Quote>
  return <WordDifference before={quote} after={current_quote} />
}

function Contents({ note }: { note: Note }) {
  const { types, categories } = useStrings().reader
  const type = annotationTypeOf[note.Type]
  return (
    <>
      <p className={styles.description} lang="dv" dir="auto">
        <FreeText>{note.Description}</FreeText>
      </p>
      <p className={styles.kind}>
        <AnnotationIcon type={type} />
        <Isolated>{types[type]}</Isolated> <span aria-hidden="true">·</span> {categories[note.Category]}
      </p>
    </>
  )
}

function Actions({ note, notes, isActive }: Props & { isActive: boolean }) {
  const strings = noteStrings[useLanguage()]
  if (note.state === 'placed' && !isActive) return null
  const place = { uid: note.uid }
  return (
    <div className={styles.actions}>
      {note.state === 'moved' && <ConfirmButton note={note} notes={notes} />}
      <Button
        size="sm"
        variant="soft"
        icon="circle-dot"
        disabled={!notes.isTextCurrent}
        {...(note.state === 'lost' && { 'data-confirm': '' })}
        onClick={() => notes.setChoosing(place)}
      >
        {note.state === 'placed' ? strings.changePlace : strings.choosePlace}
      </Button>
      <Button size="sm" variant="ghost" icon="pencil" onClick={() => notes.setDialog({ note })}>
        {strings.edit}
      </Button>
      <RemoveButton note={note} notes={notes} isNamed={note.state === 'lost'} />
    </div>
  )
}

/** Confirms the proposed place of a moved note; the focus goes on to the next one that waits. */
function ConfirmButton({ note: { uid }, notes }: Props) {
  const strings = noteStrings[useLanguage()]
  const { isRunning, runOnce } = useSingleRun()
  const confirm = async () => {
    const isDone = await notes.change(post('notes/confirm', { uid, Text: notes.shown ?? '' }, { isSave: true }))
    if (isDone) requestAnimationFrame(focusNext)
  }
  return (
    <Button
      size="sm"
      icon="check"
      loading={isRunning}
      disabled={!notes.isTextCurrent}
      data-confirm=""
      onClick={() => void runOnce(confirm)}
    >
      {strings.confirm}
      <kbd className={styles.key} aria-hidden="true">
        ↵
      </kbd>
    </Button>
  )
}

function focusNext() {
  const next = document.querySelector<HTMLElement>(`#${panelId} [data-confirm], #${panelId} h2`)
  const target = next ?? document.getElementById(buttonId)
  target?.focus({ preventScroll: true })
  target?.scrollIntoView({ block: 'nearest' })
}

function RemoveButton({ note: { uid, Title }, notes, isNamed }: Props & { isNamed: boolean }) {
  const strings = noteStrings[useLanguage()]
  const [isAsking, setAsking] = useState(false)
  const { isRunning, runOnce } = useSingleRun()
  const remove = async () => {
    const isDone = await notes.change(post('notes/delete', { uid }, { isSave: true }), strings.removed)
    setAsking(false)
    if (isDone) document.querySelector<HTMLElement>(`#${panelId} h2`)?.focus({ preventScroll: true })
  }
  return (
    <>
      {isNamed ? (
        <Button size="sm" variant="ghost" icon="trash" onClick={() => setAsking(true)}>
          {strings.remove}
        </Button>
      ) : (
        <IconButton size="sm" icon="trash" label={strings.remove} onClick={() => setAsking(true)} />
      )}
      <ConfirmDialog
        opened={isAsking}
        title={strings.removeTitle}
        cancelLabel={strings.cancel}
        confirmLabel={strings.remove}
        danger
        busy={isRunning}
        onCancel={() => setAsking(false)}
        onConfirm={() => void runOnce(remove)}
      >
        <FreeText>{Title}</FreeText>
      </ConfirmDialog>
    </>
  )
}
