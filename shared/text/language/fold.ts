/**
 * The form of a text in which its spellings meet: dotted letters become their base, numerals of every script become
 * 0-9, Arabic is normalised, Latin loses case and accents, marks that are not seen are dropped. Vowel signs of Thaana
 * are letters of their words and always stay. `design/dhivehi.md` §1.1-1.3 gives the tables.
 */
export type Folded = {
  text: string
  /** For every UTF-16 unit of `text`, where the letter it comes from begins and ends in the original. */
  starts: Uint32Array
  ends: Uint32Array
}

export function fold(original: string): Folded {
  // Written as numbers and made a string at the end: reading back a string that grows by letters is quadratic.
  let units = new Uint16Array(original.length + 8)
  let starts = new Uint32Array(units.length)
  let ends = new Uint32Array(units.length)
  let size = 0
  const write = (unit: number, place: number) => {
    // A letter that becomes several is rare; the arrays grow when one comes.
    if (size === units.length) {
      units = grow(units, new Uint16Array(size * 2))
      starts = grow(starts, new Uint32Array(size * 2))
      ends = grow(ends, new Uint32Array(size * 2))
    }
    units[size] = unit
    starts[size] = place
    ends[size] = place + 1
    size += 1
  }
  for (let place = 0; place < original.length; place += 1) {
    const unit = original.charCodeAt(place)
    const simple = simpleFold(unit)
    if (simple === dropped || (isFili(simple) && isFili(units[size - 1] ?? 0))) continue
    if (simple !== compound) write(simple, place)
    else for (const letter of compoundFold(unit)) write(letter.charCodeAt(0), place)
  }
  return { text: toText(units.subarray(0, size)), starts: starts.subarray(0, size), ends: ends.subarray(0, size) }
}

function grow<Units extends Uint16Array | Uint32Array>(from: Units, to: Units) {
  to.set(from)
  return to
}

/** In pieces: a call takes only so many parameters. */
function toText(units: Uint16Array) {
  let text = ''
  for (let place = 0; place < units.length; place += 8192)
    text += String.fromCharCode(...units.subarray(place, place + 8192))
  return text
}

/** The folded text alone: whoever does not ask where its letters come from has it several times as fast. */
export function foldText(original: string): string {
  if (sheet.length < original.length) sheet = new Uint16Array(original.length * 2)
  let size = 0
  for (let place = 0; place < original.length; place += 1) {
    const simple = simpleFold(original.charCodeAt(place))
    // A letter that becomes several is rare.
    if (simple === compound) return fold(original).text
    if (simple === dropped || (isFili(simple) && isFili(sheet[size - 1] ?? 0))) continue
    sheet[size] = simple
    size += 1
  }
  return toText(sheet.subarray(0, size))
}

/** Written over by each text, for to make one anew takes longer than to fold a word. */
let sheet = new Uint16Array(1024)

/** A vowel sign of Thaana, or its sukun. */
export const isFili = (unit: number) => unit >= 0x07a6 && unit <= 0x07b0

const dropped = 1
const compound = 2

// What a unit folds to, found once: 0 is not known yet.
const known = new Uint16Array(65_536)

function simpleFold(unit: number) {
  return known[unit] || (known[unit] = findFold(unit))
}

function findFold(unit: number): number {
  const letter = String.fromCharCode(unit)
  if (isUnseen(unit)) return dropped
  const folded = foldLetter(letter)
  if (folded === '') return dropped
  return folded.length === 1 ? folded.charCodeAt(0) : compound
}

const compoundFold = (unit: number) => foldLetter(String.fromCharCode(unit))

/** What is not seen: controls, soft hyphen, accents on their own, Arabic vowel signs, tatweel, joiners, directions, ﷺ. */
const unseen: readonly (readonly [from: number, to: number])[] = [
  [0x0000, 0x0008], [0x00ad, 0x00ad], [0x0300, 0x036f], [0x0610, 0x061a], [0x061c, 0x061c], [0x0640, 0x0640], [0x064b, 0x065f],
  [0x0670, 0x0670], [0x06d6, 0x06dc], [0x06df, 0x06e8], [0x06ea, 0x06ed], [0x180e, 0x180e], [0x200b, 0x200f], [0x202a, 0x202e],
  [0x2060, 0x2069], [0xfdfa, 0xfdfb], [0xfe00, 0xfe0f], [0xfeff, 0xfeff],
] // prettier-ignore

const isUnseen = (unit: number) => unseen.some(([from, to]) => unit >= from && unit <= to)

const table: Record<string, string> = {
  // Dotted letters for Arabic sounds, as the Academy writes them without dots.
  ޘ: 'ސ', ޙ: 'ހ', ޚ: 'ހ', ޛ: 'ޒ', ޜ: 'ޒ', ޝ: 'ށ', ޞ: 'ސ', ޟ: 'ޒ', ޠ: 'ތ', ޡ: 'ޒ', ޢ: 'އ', ޣ: 'ގ', ޤ: 'ގ', ޥ: 'ވ', ޱ: 'ނ',
  ﷲ: 'އްލާ',
  // The sign of the ångström is no letter of Latin, but becomes one.
  Å: 'a',
  // Arabic letters that are written one for the other.
  أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي', ئ: 'ي', ی: 'ي', ؤ: 'و', ة: 'ه', ک: 'ك', ھ: 'ه', ہ: 'ه', ۀ: 'ه',
} // prettier-ignore

function foldLetter(letter: string): string {
  const direct = table[letter]
  if (direct !== undefined) return direct
  const unit = letter.charCodeAt(0)
  if (unit >= 0x0660 && unit <= 0x0669) return String.fromCharCode(unit - 0x0660 + 48)
  if (unit >= 0x06f0 && unit <= 0x06f9) return String.fromCharCode(unit - 0x06f0 + 48)
  // Arabic letters in the shapes that some programs store.
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
    : Array.from(letters, (letter) => (isUnseen(letter.charCodeAt(0)) ? '' : foldLetter(letter))).join('')
