import { isFili } from '#shared/text/fold.ts'
import { letterAfter, typedInThaana } from '#shared/text/keyboard.ts'
import { isTypingThaana, toggleTyping } from './typingChoice.ts'

/** Given to an input or a textarea in which Dhivehi is written. Fields without it are never touched. */
export const thaanaField = { 'data-typing': 'thaana' } as const

type Field = HTMLInputElement | HTMLTextAreaElement

/** The letter that was last written for a key: Ctrl+Z gives the key's own sign back. */
let last: { field: Field; end: number; key: string; letter: string } | undefined
let isWriting = false

/** Listens to every field of the page in which Dhivehi is written. */
export function followTyping() {
  document.addEventListener('beforeinput', typeLetter, true)
  document.addEventListener('compositionend', typeComposed, true)
  document.addEventListener('keydown', pressKey, true)
}

function typeLetter(event: InputEvent) {
  if (isWriting || event.isComposing || event.inputType !== 'insertText' || event.data === null) return
  const field = fieldOf(event)
  if (!field || !isTypingThaana()) return
  const letter = letterAfter(field.value.slice(0, field.selectionStart ?? 0), event.data)
  if (letter === undefined) return
  event.preventDefault()
  write(field, letter)
  last = { field, end: field.selectionStart ?? 0, key: event.data, letter }
}

/**
 * The keyboard of a telephone composes a whole word before it gives it: Latin letters are turned then. What another
 * writing system composed stays.
 */
function typeComposed(event: CompositionEvent) {
  const field = fieldOf(event)
  if (!field || !isTypingThaana() || !/^[!-~]+$/.test(event.data)) return
  const { data } = event
  // The browser has not put the word into the field yet in all cases.
  setTimeout(() => {
    const end = field.selectionStart ?? 0
    const start = end - data.length
    if (field.value.slice(start, end) !== data) return
    field.setSelectionRange(start, end)
    write(field, typedInThaana(data))
  })
}

function pressKey(event: KeyboardEvent) {
  const field = fieldOf(event)
  if (!field || event.altKey || event.shiftKey) return
  if (event.ctrlKey && event.code === 'Backquote') {
    event.preventDefault()
    toggleTyping()
  }
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') takeBack(event, field)
}

/** Only right after the letter; later, undoing is the browser's. */
function takeBack(event: KeyboardEvent, field: Field) {
  const undone = last
  last = undefined
  if (undone?.field !== field) return
  const { end, key, letter } = undone
  const start = end - letter.length
  const isThere = field.value.slice(start, end) === letter && field.selectionStart === end && field.selectionEnd === end
  if (!isThere) return
  event.preventDefault()
  // A vowel sign cannot be selected without its letter.
  const letterStart = isFili(letter.charCodeAt(0)) ? Math.max(0, start - 1) : start
  const before = field.value.slice(letterStart, start)
  field.setSelectionRange(letterStart, end)
  write(field, before + key)
}

/** As if it were typed: the caret goes on, the browser can undo it, and whoever listens to the field hears of it. */
function write(field: Field, letter: string) {
  isWriting = true
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else keeps the browser's own undo
  const isWritten = document.execCommand('insertText', false, letter)
  isWriting = false
  if (isWritten) return
  field.setRangeText(letter, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: letter }))
}

function fieldOf({ target }: Event): Field | undefined {
  if (!(target instanceof HTMLInputElement) && !(target instanceof HTMLTextAreaElement)) return undefined
  return target.dataset['typing'] === thaanaField['data-typing'] ? target : undefined
}
