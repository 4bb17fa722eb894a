import type { Note } from '#shared/calls/notes.ts'
import { noteTypes } from '#shared/noteTypes.ts'
import type { TextRange } from '#shared/text/textRange.ts'
import { rangeOf, type TextMap } from '#web/library/reader/textMap.ts'
import { annotationIconClass } from '#web/richText/AnnotationIcon.tsx'
import { highlightRanges, isDrawn } from '#web/ui/olderBrowsers.ts'
import { blockAt } from './noteText.ts'
import { annotationTypeOf } from './noteTypes.ts'
import styles from './DrawnNotes.module.css'

/** Highlights ranges of the text. Returns how to undo it. */
export function highlight(
  map: TextMap,
  name: Parameters<typeof highlightRanges>[0],
  ranges: readonly TextRange[],
): () => void {
  return highlightRanges(
    name,
    ranges.flatMap((range) => rangeOf(map, range) ?? []),
  )
}

export function highlightNotes(map: TextMap, notes: readonly Note[]) {
  const undo = noteTypes.map((type) => {
    const ranges = notes.flatMap((note) => (note.Type === type && note.range ? [note.range] : []))
    return highlight(map, `note-${annotationTypeOf[type]}`, ranges)
  })
  return () => {
    for (const one of undo) one()
  }
}

type MarkerOptions = { labelOf: (note: Note) => string; onOpen: (uid: string) => void }

/**
 * Adds a button with the symbol of each note: at the end of the block in which the note starts, positioned at its first letter, so
 * that the text nodes stay as they are. Returns how to remove them.
 */
export function addMarkers(article: HTMLElement, map: TextMap, notes: readonly Note[], options: MarkerOptions) {
  const markers = notes.flatMap((note) => {
    const block = note.range && blockAt(map, note.range.start)
    return block && note.range ? [{ block, range: note.range, button: createMarker(note, options) }] : []
  })
  for (const { block, button } of markers) {
    block.dataset['ownNotes'] = ''
    block.append(button)
  }
  const update = () => positionMarkers(map, markers)
  const observer = new ResizeObserver(update)
  observer.observe(article)
  // Blocks of a long text out of view get their positions when they are rendered.
  article.addEventListener('contentvisibilityautostatechange', update, true)
  return () => {
    observer.disconnect()
    article.removeEventListener('contentvisibilityautostatechange', update, true)
    for (const { block, button } of markers) {
      button.remove()
      delete block.dataset['ownNotes']
    }
  }
}

type Marker = { block: HTMLElement; range: TextRange; button: HTMLElement }

function createMarker(note: Note, { labelOf, onOpen }: MarkerOptions) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = styles.marker ?? ''
  button.dataset['ownNote'] = note.uid
  button.dataset['type'] = annotationTypeOf[note.Type]
  button.setAttribute('aria-label', labelOf(note))
  button.title = labelOf(note)
  const icon = document.createElement('i')
  icon.className = annotationIconClass(annotationTypeOf[note.Type])
  icon.dataset['type'] = annotationTypeOf[note.Type]
  button.append(icon)
  button.addEventListener('click', (event) => {
    event.stopPropagation()
    onOpen(note.uid)
  })
  return button
}

/** The distance between markers of notes that start at the same letter, in pixels. */
const markerStep_px = 16

function positionMarkers(map: TextMap, markers: readonly Marker[]) {
  const taken = new Map<string, number>()
  for (const { block, range, button } of markers) {
    // The position inside of a block out of view would lay out all of its chunk.
    if (!isDrawn(block)) continue
    const rect = rangeOf(map, { start: range.start, end: range.start + 1 })?.getBoundingClientRect()
    if (!rect || rect.height === 0) continue
    const blockRect = block.getBoundingClientRect()
    const isRtl = getComputedStyle(block).direction === 'rtl'
    const start = isRtl ? blockRect.right - rect.right : rect.left - blockRect.left
    const place = `${Math.round(rect.top)} ${Math.round(rect.right)}`
    const before = taken.get(place) ?? 0
    taken.set(place, before + 1)
    button.style.setProperty('inset-inline-start', `${start - before * markerStep_px}px`)
    button.style.setProperty('inset-block-start', `${rect.bottom - blockRect.top}px`)
  }
}
