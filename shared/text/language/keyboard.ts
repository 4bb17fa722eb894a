/**
 * The phonetic Thaana keyboard layout (docs/decisions/0034-thaana-keyboard-and-facets.md): Latin key → character. Brackets are mirrored, because in
 * right-to-left text the opening one looks like the closing one of the key.
 */
const layout: Readonly<Record<string, string>> = {
  ...keysOf('q w e r t y u i o p', 'ް އ ެ ރ ތ ޔ ު ި ޮ ޕ'),
  ...keysOf('a s d f g h j k l', 'ަ ސ ދ ފ ގ ހ ޖ ކ ލ'),
  ...keysOf('z x c v b n m', 'ޒ × ޗ ވ ބ ނ މ'),
  ...keysOf('Q W E R T Y U I O P', 'ޤ ޢ ޭ ޜ ޓ ޠ ޫ ީ ޯ ÷'),
  ...keysOf('A S D F G H J K L', 'ާ ށ ޑ ﷲ ޣ ޙ ޛ ޚ ޅ'),
  ...keysOf('Z X C V B N M', 'ޡ ޘ ޝ ޥ ޞ ޏ ޟ'),
  ...keysOf(', ; ?', '، ؛ ؟'),
  ...keysOf('( ) [ ] { } < >', ') ( ] [ } { > <'),
}

function keysOf(latin: string, thaana: string): Record<string, string> {
  const letters = thaana.split(' ')
  return Object.fromEntries(latin.split(' ').map((key, index) => [key, letters[index] ?? key]))
}

/** The Thaana character of a key; undefined when the key types its own character. */
export const thaanaForKey = (key: string): string | undefined => (Object.hasOwn(layout, key) ? layout[key] : undefined)

/** Converts a whole word at once, such as one composed by a phone keyboard. */
export const typedInThaana = (latin: string): string => latin.replace(/./gu, (key) => thaanaForKey(key) ?? key)

/**
 * The Thaana character of a key after the text before the caret. Case numbers keep Latin letters and amounts keep the
 * comma, so that neither requires turning the Thaana keyboard off.
 */
export function letterAfter(before: string, key: string): string | undefined {
  if (/[A-Za-z]/.test(key) && caseNumberStart.test(before)) return undefined
  if (key === ',' && /\d$/.test(before)) return undefined
  return thaanaForKey(key)
}

/** The start of a case number: `2013/`, `80/HC-`. */
const caseNumberStart = /(^|[\s"(])\d+[/-][A-Za-z\d/-]*$/

export type KeyCap = { latin: string; plain: string; shifted: string }

const withShift: Readonly<Record<string, string>> = { ';': ':', ',': '<', '.': '>', '/': '?' }

/** The rows of the on-screen keyboard: each key with its Latin letter and its characters without and with Shift. */
export const keyboardRows: readonly (readonly KeyCap[])[] = [
  'q w e r t y u i o p',
  'a s d f g h j k l ;',
  'z x c v b n m , . /',
].map((row) => row.split(' ').map(capOf))

function capOf(key: string): KeyCap {
  const shifted = withShift[key] ?? key.toUpperCase()
  return { latin: key.toUpperCase(), plain: thaanaForKey(key) ?? key, shifted: thaanaForKey(shifted) ?? shifted }
}
