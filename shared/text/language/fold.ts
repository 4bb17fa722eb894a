/**
 * Folded text (normalization): dotted letters become their base letter, numerals of every script become 0-9, Arabic is
 * normalized, Latin loses case and accents, and invisible marks are dropped. Vowel signs of Thaana are significant and
 * stay (docs/decisions/0035-text-analysis.md).
 */
export type Folded = {
  text: string
  /** For every UTF-16 unit of `text`, the start and end of its letter in the original, with the marks that are dropped. */
  starts: Uint32Array
  ends: Uint32Array
}

export function fold(original: string): Folded {
  // Code units are collected as numbers: reading back a string that grows by one letter at a time is quadratic.
  let units = new Uint16Array(original.length + 8)
  let starts = new Uint32Array(units.length)
  let ends = new Uint32Array(units.length)
  let size = 0
  const write = (unit: number, index: number) => {
    // A letter that folds to several is rare; the arrays grow when needed.
    if (size === units.length) {
      units = grow(units, new Uint16Array(size * 2))
      starts = grow(starts, new Uint32Array(size * 2))
      ends = grow(ends, new Uint32Array(size * 2))
    }
    units[size] = unit
    starts[size] = index
    ends[size] = index + 1
    size += 1
  }
  for (let index = 0; index < original.length; index += 1) {
    const unit = original.charCodeAt(index)
    const simple = simpleFold(unit)
    if (simple === dropped || (isFili(simple) && isFili(units[size - 1] ?? 0))) {
      if (ends[size - 1] === index && isMark(original.charAt(index))) ends[size - 1] = index + 1
    } else if (simple !== compound) write(simple, index)
    else for (const letter of compoundFold(unit)) write(letter.charCodeAt(0), index)
  }
  return { text: toText(units.subarray(0, size)), starts: starts.subarray(0, size), ends: ends.subarray(0, size) }
}

function grow<Units extends Uint16Array | Uint32Array>(from: Units, to: Units) {
  to.set(from)
  return to
}

/** Converts in chunks, because a call takes a limited number of arguments. To spread them takes several times as long. */
function toText(units: Uint16Array) {
  let text = ''
  for (let index = 0; index < units.length; index += 8192)
    text += Reflect.apply(String.fromCharCode, undefined, units.subarray(index, index + 8192)) as string
  return text
}

/** The folded text without offsets, several times as fast as `fold`. */
export function foldText(original: string): string {
  if (buffer.length < original.length) buffer = new Uint16Array(original.length * 2)
  let size = 0
  for (let index = 0; index < original.length; index += 1) {
    const simple = simpleFold(original.charCodeAt(index))
    // A letter that folds to several is rare.
    if (simple === compound) return fold(original).text
    if (simple === dropped || (isFili(simple) && isFili(buffer[size - 1] ?? 0))) continue
    buffer[size] = simple
    size += 1
  }
  return toText(buffer.subarray(0, size))
}

/** A reused buffer, because allocating one takes longer than folding a word. */
let buffer = new Uint16Array(1024)

/** A vowel sign of Thaana, or its sukun. */
export const isFili = (unit: number) => unit >= 0x07a6 && unit <= 0x07b0

/** A combining mark, which must not be separated from its letter. */
const isMark = (letter: string) => /^\p{M}$/u.test(letter)

const dropped = 1
const compound = 2

// Cache of the fold of each code unit; 0 means not computed yet.
const foldCache = new Uint16Array(65_536)

function simpleFold(unit: number) {
  return foldCache[unit] || (foldCache[unit] = findFold(unit))
}

function findFold(unit: number): number {
  const letter = String.fromCharCode(unit)
  if (isInvisible(unit)) return dropped
  const folded = foldLetter(letter)
  if (folded === '') return dropped
  return folded.length === 1 ? folded.charCodeAt(0) : compound
}

const compoundFold = (unit: number) => foldLetter(String.fromCharCode(unit))

/** Invisible or ignored: controls, soft hyphen, combining accents, Arabic vowel signs, tatweel, joiners, direction marks, ﷺ. */
const invisibleRanges: readonly (readonly [from: number, to: number])[] = [
  [0x0000, 0x0008], [0x00ad, 0x00ad], [0x0300, 0x036f], [0x0610, 0x061a], [0x061c, 0x061c], [0x0640, 0x0640], [0x064b, 0x065f],
  [0x0670, 0x0670], [0x06d6, 0x06dc], [0x06df, 0x06e8], [0x06ea, 0x06ed], [0x180e, 0x180e], [0x200b, 0x200f], [0x202a, 0x202e],
  [0x2060, 0x2069], [0xfdfa, 0xfdfb], [0xfe00, 0xfe0f], [0xfeff, 0xfeff],
] // prettier-ignore

const isInvisible = (unit: number) => invisibleRanges.some(([from, to]) => unit >= from && unit <= to)

const table: Record<string, string> = {
  // Dotted letters for Arabic sounds, and the undotted letters that the Academy writes.
  ޘ: 'ސ', ޙ: 'ހ', ޚ: 'ހ', ޛ: 'ޒ', ޜ: 'ޒ', ޝ: 'ށ', ޞ: 'ސ', ޟ: 'ޒ', ޠ: 'ތ', ޡ: 'ޒ', ޢ: 'އ', ޣ: 'ގ', ޤ: 'ގ', ޥ: 'ވ', ޱ: 'ނ',
  ﷲ: 'އްލާ',
  // The ångström sign is not in a Latin block but normalizes to a Latin letter.
  Å: 'a',
  // Arabic letters that are used interchangeably.
  أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي', ئ: 'ي', ی: 'ي', ؤ: 'و', ة: 'ه', ک: 'ك', ھ: 'ه', ہ: 'ه', ۀ: 'ه',
} // prettier-ignore

function foldLetter(letter: string): string {
  const direct = table[letter]
  if (direct !== undefined) return direct
  const unit = letter.charCodeAt(0)
  if (unit >= 0x0660 && unit <= 0x0669) return String.fromCharCode(unit - 0x0660 + 48)
  if (unit >= 0x06f0 && unit <= 0x06f9) return String.fromCharCode(unit - 0x06f0 + 48)
  // Arabic presentation forms, which some programs store.
  if ((unit >= 0xfb50 && unit <= 0xfdff) || (unit >= 0xfe70 && unit <= 0xfefc))
    return foldEach(letter.normalize('NFKC'), letter)
  if (unit < 0x0250 || (unit >= 0x1e00 && unit <= 0x1eff))
    return letter
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '')
      .toLowerCase()
  const lower = letter.toLowerCase()
  return lower.length === 1 ? lower : letter
}

const foldEach = (letters: string, from: string) =>
  letters === from
    ? from
    : Array.from(letters, (letter) => (isInvisible(letter.charCodeAt(0)) ? '' : foldLetter(letter))).join('')
