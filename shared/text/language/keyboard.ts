/**
 * The phonetic Thaana keyboard (`design/dhivehi.md` §2.3): the letters that keys with Latin signs write. Brackets are
 * exchanged, since right to left the opening one looks like the closing one of the key.
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

function keysOf(latin: string, written: string): Record<string, string> {
  const letters = written.split(' ')
  return Object.fromEntries(latin.split(' ').map((key, place) => [key, letters[place] ?? key]))
}

/** What a key writes when Thaana is typed; nothing where it writes its own sign. */
export const thaanaOf = (key: string): string | undefined => (Object.hasOwn(layout, key) ? layout[key] : undefined)

/** A whole word typed at once, such as one that a telephone's keyboard composed. */
export const typedInThaana = (latin: string): string => latin.replace(/./gu, (key) => thaanaOf(key) ?? key)

/**
 * What a key writes behind the text that stands before the caret. A case number keeps its Latin letters, and an amount
 * its comma, so that neither needs the keyboard turned off.
 */
export function letterAfter(before: string, key: string): string | undefined {
  if (/[A-Za-z]/.test(key) && caseNumberBegun.test(before)) return undefined
  if (key === ',' && /\d$/.test(before)) return undefined
  return thaanaOf(key)
}

/** `2013/`, `80/HC-`: figures, then a stroke, then the letters of a court. */
const caseNumberBegun = /(^|[\s"(])\d+[/-][A-Za-z\d/-]*$/

export type KeyCap = { latin: string; plain: string; shifted: string }

const withShift: Readonly<Record<string, string>> = { ';': ':', ',': '<', '.': '>', '/': '?' }

/** The rows of the picture: each key by its place, its Latin sign, and what it writes without and with Shift. */
export const keyboardRows: readonly (readonly KeyCap[])[] = [
  'q w e r t y u i o p',
  'a s d f g h j k l ;',
  'z x c v b n m , . /',
].map((row) => row.split(' ').map(capOf))

function capOf(key: string): KeyCap {
  const shifted = withShift[key] ?? key.toUpperCase()
  return { latin: key.toUpperCase(), plain: thaanaOf(key) ?? key, shifted: thaanaOf(shifted) ?? shifted }
}
