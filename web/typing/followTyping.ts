import { isFili } from '#shared/text/fold.ts'
import { letterAfter, typedInThaana } from '#shared/text/keyboard.ts'
import { caretOf, textBefore } from './caret.ts'
import { isTypingThaana, toggleTyping } from './typingChoice.ts'

/** Given to an input, a textarea or a text that can be edited in which Dhivehi is written. What is without it is never touched. */
export const thaanaField = { 'data-typing': 'thaana' } as const

/** The letter that was last written for a key: Ctrl+Z gives the key's own sign back. */
let last: { place: HTMLElement; before: string; key: string; letter: string } | undefined
let isWriting = false

/** Listens to every place of the page in which Dhivehi is written. */
export function followTyping() {
  document.addEventListener('beforeinput', typeLetter, true)
  document.addEventListener('compositionend', typeComposed, true)
  document.addEventListener('keydown', pressKey, true)
}

function typeLetter(event: InputEvent) {
  if (isWriting || event.isComposing || event.inputType !== 'insertText' || event.data === null) return
  const place = placeOf(event)
  if (!place || !isTypingThaana()) return
  const letter = letterAfter(textBefore(place), event.data)
  if (letter === undefined) return
  event.preventDefault()
  write(place, letter)
  last = { place, before: textBefore(place), key: event.data, letter }
}

/**
 * The keyboard of a telephone composes a whole word before it gives it: Latin letters are turned then. What another
 * writing system composed stays.
 */
function typeComposed(event: CompositionEvent) {
  const place = placeOf(event)
  if (!place || !isTypingThaana() || !/^[!-~]+$/.test(event.data)) return
  const { data } = event
  // The browser has not put the word into the field yet in all cases.
  setTimeout(() => {
    const caret = caretOf(place)
    if (!caret?.before.endsWith(data)) return
    caret.select(data.length)
    write(place, typedInThaana(data))
  })
}

function pressKey(event: KeyboardEvent) {
  const place = placeOf(event)
  if (!place || event.altKey || event.shiftKey) return
  if (event.ctrlKey && event.code === 'Backquote') {
    event.preventDefault()
    toggleTyping()
  }
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') takeBack(event, place)
}

/** Only right after the letter; later, undoing is the browser's. */
function takeBack(event: KeyboardEvent, place: HTMLElement) {
  const undone = last
  last = undefined
  const caret = caretOf(place)
  if (!undone || undone.place !== place || caret?.before !== undone.before) return
  // What else follows the keys of a text would undo it once more.
  event.preventDefault()
  event.stopPropagation()
  const { before, key, letter } = undone
  // A vowel sign cannot be selected without its letter.
  const letters = isFili(letter.charCodeAt(0)) ? Math.min(before.length, letter.length + 1) : letter.length
  const kept = before.slice(before.length - letters, before.length - letter.length)
  caret.select(letters)
  write(place, kept + key)
}

/** As if it were typed: the caret goes on, the browser can undo it, and whoever listens to the field hears of it. */
function write(place: HTMLElement, letter: string) {
  isWriting = true
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else keeps the browser's own undo
  const isWritten = document.execCommand('insertText', false, letter)
  isWriting = false
  if (isWritten || !(place instanceof HTMLInputElement || place instanceof HTMLTextAreaElement)) return
  place.setRangeText(letter, place.selectionStart ?? 0, place.selectionEnd ?? 0, 'end')
  place.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: letter }))
}

const placeOf = ({ target }: Event) =>
  target instanceof HTMLElement && target.dataset['typing'] === thaanaField['data-typing'] ? target : undefined
