import { post } from '#web/platform/api/client.ts'
import { openTab } from '#web/platform/navigation/links.tsx'
import { paths } from '#web/platform/paths.ts'
import { showAnswer } from '#web/platform/toasts/toasts.tsx'

/** An open note: a footnote or an annotation, by its key. */
export type OpenNote = { kind: 'footnote' | 'annotation'; key: string }

/** The target of a click in the text. */
export type LinkTarget =
  | OpenNote
  | { kind: 'case'; number: string }
  /** The link of a paragraph; `block` is the number of its block. */
  | { kind: 'paragraph'; block: number }

/**
 * A footnote number, a case number, a paragraph number, an annotation icon, or annotated text. A case number whose case is
 * known is an ordinary link and no target.
 */
export function targetOfClick(target: EventTarget): LinkTarget | undefined {
  if (!(target instanceof Element)) return undefined
  const closest = (selector: string) => target.closest<HTMLElement>(selector)?.dataset

  const footnote = closest('button[data-footnote]')?.['footnote']
  if (footnote) return { kind: 'footnote', key: footnote }
  const marker = closest(markerSelector)
  if (marker) return 'resolved' in marker ? undefined : { kind: 'case', number: marker['caseNumber'] ?? '' }
  const block = closest('a[data-block]')?.['block']
  if (block) return { kind: 'paragraph', block: Number(block) }
  const annotationKey = closest('button[data-annotation-icon]')?.['annotationIcon']
  if (annotationKey) return { kind: 'annotation', key: annotationKey }
  // A click that ends a selection opens nothing.
  const annotation = closest('[data-annotation]')?.['annotation']
  return annotation && !closest('a') && document.getSelection()?.isCollapsed !== false
    ? { kind: 'annotation', key: annotation }
    : undefined
}

/** A marked case number. */
export const markerSelector = 'a[data-case-number]'

/** The button in the text that opens a note, and receives the focus back. */
export function openerOf(text: HTMLElement, { kind, key }: OpenNote): HTMLElement | null {
  return text.querySelector<HTMLElement>(
    `[data-${kind === 'footnote' ? 'footnote' : 'annotation-icon'}="${CSS.escape(key)}"]`,
  )
}

/** The elements of an annotation's text. */
export const annotatedSpans = (text: HTMLElement, key: string) =>
  text.querySelectorAll<HTMLElement>(`[data-annotation="${CSS.escape(key)}"]`)

/** The element id of a margin note. Keys are user input, and ids may contain no space. */
export const marginNoteId = (key: string) => `note-${encodeURIComponent(key)}`

/** At most one popover is open. */
export const popoverId = 'opened-note'

/** Opens a case by its number in a new tab. An ambiguous or unknown number with candidates opens a search instead. */
export async function openCase(number: string) {
  const tab = openTab()
  const answer = await post('g/getRefByCN', { CaseNumber: number })
  if (answer.Status === 'error' && answer.payload.candidates?.length) tab.show(paths.search(number))
  else if (answer.Status === 'error') {
    tab.close()
    showAnswer(answer)
  } else tab.show(paths.case({ ref: answer.Reference }))
}
