/** Where something is typed: in a field, or in a text that can be edited. */
export type Caret = {
  place: HTMLElement
  /** What stands before it: in the field, or in the piece of text that it is in. */
  before: string
  /** Selects so many letters before it. */
  select: (letters: number) => void
}

/** The caret of a place; undefined while more than nothing is selected there. */
export function caretOf(place: HTMLElement): Caret | undefined {
  const isField = place instanceof HTMLInputElement || place instanceof HTMLTextAreaElement
  return isField ? caretOfField(place) : caretOfText(place)
}

function caretOfField(place: HTMLInputElement | HTMLTextAreaElement): Caret | undefined {
  const { selectionStart: start, selectionEnd: end, value } = place
  if (start === null || start !== end) return undefined
  return { place, before: value.slice(0, end), select: (letters) => place.setSelectionRange(end - letters, end) }
}

function caretOfText(place: HTMLElement): Caret | undefined {
  const selection = document.getSelection()
  const { anchorNode: node, anchorOffset: end = 0, isCollapsed } = selection ?? {}
  if (!selection || !node || !isCollapsed || !place.contains(node)) return undefined
  const before = node instanceof Text ? node.data.slice(0, end) : ''
  return { place, before, select: (letters) => selection.setBaseAndExtent(node, end - letters, node, end) }
}

/** What stands before the place where something is typed, also over what is selected. */
export function textBefore(place: HTMLElement): string {
  if (place instanceof HTMLInputElement || place instanceof HTMLTextAreaElement)
    return place.value.slice(0, place.selectionStart ?? 0)
  const range = document.getSelection()
  const [first] = range && range.rangeCount > 0 ? [range.getRangeAt(0)] : []
  return first?.startContainer instanceof Text ? first.startContainer.data.slice(0, first.startOffset) : ''
}
