/**
 * The ASCII fonts of the time before Unicode (A_Faseyha, A_Waheed …) draw a Thaana letter for each Latin one. Here the Latin
 * letters stand in the order of the Unicode block, which begins with haa: consonants, dotted consonants, vowel signs.
 */
const inOrderOfUnicode = 'hSnrbLkavmfdtlgNsDzTypjC' + 'XHKJRxBFYZAGqV' + 'wWiIuUeEoOc'
const firstLetter = 0x0780
const firstSign = 0x07a6

const thaana = Array.from(
  inOrderOfUnicode,
  (latin, index) => [latin, String.fromCharCode(firstLetter + index)] as const,
)

/** Second codes of maviyani's neighbors meemu and paviyani, the ligature of Allah, and the Arabic punctuation. */
const letters = new Map([
  ...thaana,
  ['M', '\u0789'],
  ['P', '\u0795'],
  ['Q', '\ufdf2'],
  [',', '\u060c'],
  [';', '\u061b'],
  ['?', '\u061f'],
])

/** What the font draws for this character: itself for digits, brackets and spaces, which are where ASCII has them. */
export const drawnLetter = (character: string): string => letters.get(character) ?? character

const signs = new Set(inOrderOfUnicode.slice(firstSign - firstLetter))

/** Whether the font draws a vowel sign or sukun for this Latin letter, and not a consonant. */
export const isSign = (character: string): boolean => signs.has(character)
