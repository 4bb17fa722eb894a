import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { CaseText } from '#shared/calls/search.ts'
import { useStrings, useLanguage } from '#web/platform/strings/strings.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { FreeText } from '#web/ui/Text.tsx'
import { readerStrings } from '#web/platform/strings/readerStrings.ts'
import { PhraseModal, phraseQuery } from '#web/library/viewer/PhraseModal.tsx'
import { Button } from '#web/ui/Button.tsx'
import { AnnotationText } from './AnnotationSidebar.tsx'
import {
  popoverId,
  annotatedSpans,
  type LinkTarget,
  marginNoteId,
  openCase,
  openerOf,
  type OpenNote,
} from './linkTargets.ts'
import { type Anchor, usePlaceNear } from './placeNear.ts'
import type { OpenDefinition } from './useDefinitions.ts'
import { scrollElementIntoView } from './scrollIntoView.ts'
import styles from './OpenedNote.module.css'

/** The open footnote, or on a narrow screen the open annotation, as a popover. */
export function OpenedNote({ note: { opened, opener, close }, text }: { note: NoteState; text: CaseText }) {
  const strings = useStrings().reader
  if (!opened || !opener || opened.where === 'margin') return null

  if (opened.kind === 'annotation') {
    const annotation = text.annotations.find(({ key }) => key === opened.key)
    if (!annotation) return null
    return (
      <NotePopover label={strings.notes} anchor={opener} opener={opener} onClose={close}>
        <AnnotationText annotation={annotation} />
      </NotePopover>
    )
  }

  const index = text.footnotes.findIndex(({ key }) => key === opened.key)
  const footnote = text.footnotes[index]
  if (!footnote) return null
  return (
    <NotePopover label={strings.footnote(index + 1)} anchor={opener} opener={opener} onClose={close}>
      <p lang="dv" dir="auto">
        <FreeText>{footnote.content}</FreeText>
      </p>
    </NotePopover>
  )
}

type Props = {
  label: string
  /** The text that it is next to. */
  anchor: Anchor
  /** The button in the text that opened it: it receives the focus back. */
  opener?: HTMLElement
  children: ReactNode
  onClose: (returnFocus: boolean) => void
}

/** A popover with a note in the text. It takes the focus, so that it is read out, and returns it on closing. */
function NotePopover({ label, anchor, opener, children, onClose }: Props) {
  const strings = useStrings().actions
  const note = useRef<HTMLDivElement>(null)
  usePlaceNear(note, anchor)
  useEffect(() => note.current?.focus({ preventScroll: true }), [anchor])
  useClickOutside(note, opener, () => onClose(false))

  return (
    <div
      ref={note}
      id={popoverId}
      className={styles.note}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      data-quote=""
      onKeyDown={(event) => {
        if (event.key === 'Tab' && opener && isLastStop(event.currentTarget, event.shiftKey)) {
          // The popover is after the text in the document: Tab goes on from the opener, to which Shift+Tab returns.
          if (event.shiftKey) event.preventDefault()
          onClose(true)
        }
        if (event.key !== 'Escape') return
        // Handled here, so that dialogs around the reader stay open.
        event.preventDefault()
        onClose(true)
      }}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) onClose(false)
      }}
    >
      <div className={styles.head}>
        <span className={styles.label}>{label}</span>
        <IconButton icon="close" size="sm" label={strings.close} onClick={() => onClose(true)} />
      </div>
      {children}
    </div>
  )
}

/** Whether the Tab key would leave a popover, forwards or backwards. */
function isLastStop(popover: HTMLElement, isBackwards: boolean): boolean {
  const stops = [popover, ...popover.querySelectorAll('a[href], button')]
  return document.activeElement === stops.at(isBackwards ? 0 : -1)
}

function useClickOutside(note: RefObject<HTMLElement | null>, opener: HTMLElement | undefined, close: () => void) {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!(target instanceof Node) || note.current?.contains(target) || opener?.contains(target)) return
      latest.current()
    }
    document.addEventListener('pointerdown', onPointerDown)
    return () => document.removeEventListener('pointerdown', onPointerDown)
  }, [note, opener])
}

/** The short meaning of a phrase, next to it in the text. */
export function DefinitionPopover({ opened, onClose }: { opened: OpenDefinition } & Pick<Props, 'onClose'>) {
  const strings = readerStrings[useLanguage()]
  const { phrase: phraseStrings, page } = useStrings()
  const { reference, dhivehi_phrase } = opened.definition
  const phrase = useQuery(phraseQuery(reference))
  const [isWhole, setWhole] = useState(false)
  return (
    <>
      <NotePopover label={phraseStrings.label} anchor={opened.anchor} onClose={isWhole ? ignore : onClose}>
        <strong lang="dv" dir="auto">
          <FreeText>{dhivehi_phrase}</FreeText>
        </strong>
        <p lang="dv" dir="auto" aria-live="polite">
          {phrase.isPending && page.loading}
          {phrase.isError && phraseStrings.failed}
          {phrase.isSuccess && <FreeText>{phrase.data.short_meaning}</FreeText>}
        </p>
        <Button variant="soft" size="sm" className={styles.more ?? ''} onClick={() => setWhole(true)}>
          {strings.wholeMeaning}
        </Button>
      </NotePopover>
      <PhraseModal reference={isWhole ? reference : undefined} onClose={() => setWhole(false)} />
    </>
  )
}

const ignore = () => undefined

/** An open note, and whether it is shown in the margin or in a popover. */
type OpenedNoteState = OpenNote & { where: 'margin' | 'popover' }

type NoteState = {
  opened: OpenedNoteState | undefined
  opener: HTMLElement | null
  openTarget: (target: LinkTarget) => void
  /** Scrolls to the text of an annotation and opens its note. */
  goToAnnotation: (key: string) => void
  close: (returnFocus: boolean) => void
}

export function useOpenedNote(text: HTMLElement | null): NoteState {
  const [opened, setOpened] = useState<OpenedNoteState>()
  const opener = opened && text ? openerOf(text, opened) : null
  useEffect(() => (opened && text ? markOpened(opened, text) : undefined), [opened, text])

  const open = ({ kind, key }: OpenNote) =>
    setOpened({ kind, key, where: kind === 'annotation' ? noteLocation(key) : 'popover' })
  return {
    opened,
    opener,
    openTarget: (target) => {
      if (target.kind === 'case') void openCase(target.number)
      else if (target.kind !== 'paragraph') open(target)
    },
    goToAnnotation: (key) => {
      const spans = text && annotatedSpans(text, key)[0]
      if (spans) scrollElementIntoView(spans)
      open({ kind: 'annotation', key })
    },
    close: (returnFocus) => {
      if (returnFocus) opener?.focus({ preventScroll: true })
      setOpened(undefined)
    },
  }
}

/** In the margin if it is shown, else in a popover. */
function noteLocation(key: string): OpenedNoteState['where'] {
  return document.getElementById(marginNoteId(key))?.offsetParent ? 'margin' : 'popover'
}

/** Marks the opener and the annotated text as open, for CSS and assistive technology. */
function markOpened(opened: OpenedNoteState, text: HTMLElement) {
  const opener = openerOf(text, opened)
  const spans = opened.kind === 'annotation' ? [...annotatedSpans(text, opened.key)] : []
  opener?.setAttribute('aria-expanded', 'true')
  opener?.setAttribute('aria-controls', opened.where === 'margin' ? marginNoteId(opened.key) : popoverId)
  for (const span of spans) span.dataset['active'] = ''
  if (opened.where === 'margin') document.getElementById(marginNoteId(opened.key))?.focus({ preventScroll: true })
  return () => {
    opener?.setAttribute('aria-expanded', 'false')
    opener?.removeAttribute('aria-controls')
    for (const span of spans) delete span.dataset['active']
  }
}
