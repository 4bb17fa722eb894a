/** What is open beside the text: a footnote or an annotation, by its key. */
export type Opened = { kind: 'footnote' | 'annotation'; key: string }

/** What a click in the text asks for. */
export type Followed = Opened | { kind: 'case'; number: string }

/** The number of a note, the number of a case, or words that an annotation is about. */
export function followed(target: EventTarget): Followed | undefined {
  if (!(target instanceof Element)) return undefined
  const closest = (selector: string) => target.closest<HTMLElement>(selector)?.dataset

  const footnote = closest('button[data-footnote]')?.['footnote']
  if (footnote) return { kind: 'footnote', key: footnote }
  const number = closest('button[data-case-number]')?.['caseNumber']
  if (number) return { kind: 'case', number }
  const sign = closest('button[data-sign]')?.['sign']
  if (sign) return { kind: 'annotation', key: sign }
  // Words that are being selected are not asked about.
  const words = closest('[data-annotation]')?.['annotation']
  return words && document.getSelection()?.isCollapsed !== false ? { kind: 'annotation', key: words } : undefined
}

/** The button in the text that opens it, and takes the focus back. */
export function openerOf(text: HTMLElement, { kind, key }: Opened): HTMLElement | null {
  return text.querySelector<HTMLElement>(`[data-${kind === 'footnote' ? 'footnote' : 'sign'}="${CSS.escape(key)}"]`)
}

/** The words that an annotation is about, piece by piece. */
export const wordsOf = (text: HTMLElement, key: string) =>
  text.querySelectorAll<HTMLElement>(`[data-annotation="${CSS.escape(key)}"]`)
