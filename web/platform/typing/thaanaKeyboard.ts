import { isFili } from '#shared/text/language/fold.ts'
import { letterAfter, typedInThaana } from '#shared/text/language/keyboard.ts'
import { isTypingThaana, toggleTyping } from './typingPreference.ts'

/** Marks an input, a textarea or editable text as a Dhivehi field. Other fields are never changed. */
export const thaanaField = { 'data-typing': 'thaana' } as const

type Key = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'key' | 'code'>

/** Ctrl and a Latin letter: by what the key writes or, if that is a Thaana letter or a sign, by its place. */
export const isCommand = ({ ctrlKey, metaKey, key, code }: Key, letter: string) =>
  (ctrlKey || metaKey) && (/^[a-z]$/i.test(key) ? key.toLowerCase() === letter : code === `Key${letter.toUpperCase()}`)

/** The last letter written for a key: Ctrl+Z replaces it by the character of the key. */
let lastLetter: { field: HTMLElement; before: string; key: string; letter: string } | undefined
let isInserting = false

/** Installs the phonetic keyboard for every Dhivehi field of the page. */
export function startThaanaKeyboard() {
  document.addEventListener('beforeinput', onBeforeInput, true)
  document.addEventListener('compositionend', onCompositionEnd, true)
  document.addEventListener('keydown', onKeyDown, true)
}

function onBeforeInput(event: InputEvent) {
  if (isInserting || event.isComposing || event.inputType !== 'insertText' || event.data === null) return
  const field = thaanaFieldOf(event)
  if (!field || !isTypingThaana()) return
  const letter = letterAfter(textBefore(field), event.data)
  if (letter === undefined) return
  event.preventDefault()
  insert(field, letter)
  lastLetter = { field, before: textBefore(field), key: event.data, letter }
}

/**
 * A phone keyboard composes a whole word before it inserts it: its Latin letters are converted then. Text composed in
 * another script stays.
 */
function onCompositionEnd(event: CompositionEvent) {
  const field = thaanaFieldOf(event)
  if (!field || !isTypingThaana() || !/^[!-~]+$/.test(event.data)) return
  const { data } = event
  // Some browsers insert the word after this event.
  setTimeout(() => {
    const caret = caretOf(field)
    if (!caret?.before.endsWith(data)) return
    caret.select(data.length)
    insert(field, typedInThaana(data))
  })
}

function onKeyDown(event: KeyboardEvent) {
  const field = thaanaFieldOf(event)
  if (!field || event.altKey || event.shiftKey) return
  if (event.ctrlKey && event.code === 'Backquote') {
    event.preventDefault()
    toggleTyping()
  }
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') undoLetter(event, field)
}

/** Only directly after the letter; later, undo is the browser's. */
function undoLetter(event: KeyboardEvent, field: HTMLElement) {
  const undone = lastLetter
  lastLetter = undefined
  const caret = caretOf(field)
  if (!undone || undone.field !== field || !caret || textBefore(field) !== undone.before) return
  // Another key handler would undo a second time.
  event.preventDefault()
  event.stopPropagation()
  const { before, key, letter } = undone
  // A vowel sign cannot be selected without its base letter.
  const count = isFili(letter.charCodeAt(0)) ? Math.min(before.length, letter.length + 1) : letter.length
  const baseLetter = before.slice(before.length - count, before.length - letter.length)
  caret.select(count)
  insert(field, baseLetter + key)
}

/** Inserts as if typed: the caret moves, the browser can undo it, and listeners of the field are notified. */
function insert(field: HTMLElement, letter: string) {
  isInserting = true
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else keeps the browser's own undo
  const isInserted = document.execCommand('insertText', false, letter)
  isInserting = false
  if (isInserted || !(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  field.setRangeText(letter, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: letter }))
}

const thaanaFieldOf = ({ target }: Event) =>
  target instanceof HTMLElement && target.dataset['typing'] === thaanaField['data-typing'] ? target : undefined

/** The caret in an input, a textarea or editable text. */
type Caret = {
  field: HTMLElement
  /** The text before the caret: of the field, or of its text node. */
  before: string
  /** Selects this many characters before the caret. */
  select: (count: number) => void
}

/** The caret of a field; undefined while text is selected. */
function caretOf(field: HTMLElement): Caret | undefined {
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  return isField ? caretOfField(field) : caretOfText(field)
}

function caretOfField(field: HTMLInputElement | HTMLTextAreaElement): Caret | undefined {
  const { selectionStart: start, selectionEnd: end, value } = field
  if (start === null || start !== end) return undefined
  return { field, before: value.slice(0, end), select: (count) => field.setSelectionRange(end - count, end) }
}

function caretOfText(field: HTMLElement): Caret | undefined {
  const selection = document.getSelection()
  const { anchorNode: node, anchorOffset: end = 0, isCollapsed } = selection ?? {}
  if (!selection || !node || !isCollapsed || !field.contains(node)) return undefined
  const before = node instanceof Text ? node.data.slice(0, end) : ''
  return { field, before, select: (count) => selection.setBaseAndExtent(node, end - count, node, end) }
}

/** The text before the caret or the selection: of the field, or of its line, which may have several text nodes. */
function textBefore(field: HTMLElement): string {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
    return field.value.slice(0, field.selectionStart ?? 0)
  const selection = document.getSelection()
  if (!selection || selection.rangeCount === 0) return ''
  const { startContainer, startOffset } = selection.getRangeAt(0)
  const line = startContainer instanceof Text ? startContainer.parentElement?.closest(lines) : undefined
  if (!line) return ''
  const before = document.createRange()
  before.setStart(line, 0)
  before.setEnd(startContainer, startOffset)
  return before.toString()
}

/** The elements of a line of edited text. */
const lines = 'p, h1, h2, h3, li, td, th, blockquote, [contenteditable=true]'
