import { useEffect, useState } from 'react'
import { marginNoteId, popoverId } from './noteId.ts'
import { type Followed, type Opened, openerOf, wordsOf } from './follow.ts'
import { openCase } from './openCase.ts'
import { bringIntoView } from './reveal.ts'

/** A note that is open, and whether it is looked at in the margin or over the text. */
export type OpenedAt = Opened & { where: 'margin' | 'popover' }

export type NoteState = {
  opened: OpenedAt | undefined
  opener: HTMLElement | null
  follow: (followed: Followed) => void
  /** Shows what an annotation is about, from wherever it is listed. */
  goToWords: (key: string) => void
  close: (returnFocus: boolean) => void
}

export function useOpenedNote(text: HTMLElement | null): NoteState {
  const [opened, setOpened] = useState<OpenedAt>()
  const opener = opened && text ? openerOf(text, opened) : null
  useEffect(() => (opened && text ? show(opened, text) : undefined), [opened, text])

  const open = ({ kind, key }: Opened) =>
    setOpened({ kind, key, where: kind === 'annotation' ? placeFor(key) : 'popover' })
  return {
    opened,
    opener,
    follow: (followed) => {
      if (followed.kind === 'case') void openCase(followed.number)
      else open(followed)
    },
    goToWords: (key) => {
      const words = text && wordsOf(text, key)[0]
      if (words) bringIntoView(words)
      open({ kind: 'annotation', key })
    },
    close: (returnFocus) => {
      if (returnFocus) opener?.focus({ preventScroll: true })
      setOpened(undefined)
    },
  }
}

/** The margin, where there is room for one. */
function placeFor(key: string): OpenedAt['where'] {
  return document.getElementById(marginNoteId(key))?.offsetParent ? 'margin' : 'popover'
}

/** Tells the text what is open: the button that opened it, and the words that it is about. */
function show(opened: OpenedAt, text: HTMLElement) {
  const opener = openerOf(text, opened)
  const words = opened.kind === 'annotation' ? [...wordsOf(text, opened.key)] : []
  opener?.setAttribute('aria-expanded', 'true')
  opener?.setAttribute('aria-controls', opened.where === 'margin' ? marginNoteId(opened.key) : popoverId)
  for (const piece of words) piece.dataset['active'] = ''
  if (opened.where === 'margin') document.getElementById(marginNoteId(opened.key))?.focus({ preventScroll: true })
  return () => {
    opener?.setAttribute('aria-expanded', 'false')
    opener?.removeAttribute('aria-controls')
    for (const piece of words) delete piece.dataset['active']
  }
}
