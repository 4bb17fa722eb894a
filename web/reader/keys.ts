/** A key as it was pressed; a `KeyboardEvent` is one. */
export type Key = {
  key: string
  ctrlKey: boolean
  metaKey: boolean
}

/** What has the focus: something typed into, something that Enter uses, or the text. */
export type Place = 'field' | 'control' | 'text'

/** Plain reading, by the keyboard alone and with a screen reader. The specification lets only F5 through. */
const reading = new Set([
  'Tab',
  'Escape',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'PageUp',
  'PageDown',
  'Home',
  'End',
  ' ',
  'F5',
  // Modifiers alone do nothing.
  'Shift',
  'Control',
  'Alt',
  'AltGraph',
  'Meta',
])

/** Larger and smaller letters: whoever sees badly may not be kept from them. */
const zooming = new Set(['+', '-', '=', '0'])

/** Whether a key may do its work in a reader whose text may not be copied. */
export function mayPass(pressed: Key, place: Place): boolean {
  if (isSavingOrPrinting(pressed)) return false
  if (place === 'field') return true
  if (reading.has(pressed.key)) return true
  if (pressed.key === 'Enter') return place === 'control'
  return isWithControl(pressed) && zooming.has(pressed.key)
}

/** Ctrl+P and Ctrl+S, in Dhivehi letters too: a keyboard set to Thaana names the letter that it writes. */
export function isSavingOrPrinting(pressed: Key & { code?: string }): boolean {
  if (!isWithControl(pressed)) return false
  return pressed.code === 'KeyP' || pressed.code === 'KeyS' || /^[ps]$/i.test(pressed.key)
}

/** What a key that is stopped would have done, where that deserves an answer. */
export function refusedBy(pressed: Key & { code?: string }): 'copy' | 'print' | undefined {
  if (isSavingOrPrinting(pressed)) return 'print'
  const isCopying = pressed.code === 'KeyC' || pressed.code === 'KeyX' || /^[cx]$/i.test(pressed.key)
  return isWithControl(pressed) && isCopying ? 'copy' : undefined
}

/** Ctrl+F finds in the text. */
export function isFinding(pressed: Key & { code?: string }): boolean {
  return isWithControl(pressed) && (pressed.code === 'KeyF' || pressed.key.toLowerCase() === 'f')
}

const isWithControl = ({ ctrlKey, metaKey }: Key) => ctrlKey || metaKey
