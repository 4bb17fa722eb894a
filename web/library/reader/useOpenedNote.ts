import { useEffect, useState } from 'react'
import {
  annotatedSpans,
  type LinkTarget,
  marginNoteId,
  openCase,
  openerOf,
  type OpenNote,
  popoverId,
} from './linkTargets.ts'
import { scrollElementIntoView } from './scrollIntoView.ts'

/** An open note, and whether it is shown in the margin or in a popover. */
type OpenedNoteState = OpenNote & { where: 'margin' | 'popover' }

export type NoteState = {
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
