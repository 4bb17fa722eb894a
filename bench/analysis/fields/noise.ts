import type { Random } from '#db/seed/random.ts'

/**
 * Errors as a recognizer of Thaana makes them: confused and lost vowel signs, similar letters, dots, words that are split
 * or joined, punctuation; in case numbers the letter O for 0, spaces, capitals and the visual order. A digit never
 * becomes another digit: nothing in a text could correct it.
 */
export function addNoise(word: string, rate: number, random: Random): string {
  let noisy = ''
  for (const letter of word) noisy += random.chance(rate) ? confuse(letter, random) : letter
  return /[A-Za-z]/.test(word) && /\d/.test(word) ? disturbNumber(noisy, rate, random) : noisy
}

const signs: Record<string, string> = { 'ަ': 'ާ', 'ާ': 'ް', 'ި': 'ީ', 'ީ': 'ި', 'ު': 'ޫ', 'ޫ': 'ު', 'ެ': 'ޭ', 'ޭ': 'ެ', 'ޮ': 'ޯ', 'ޯ': 'ޮ', 'ް': 'ާ' } // prettier-ignore
const letters: Record<string, string> = {
  ޤ: 'ގ', ގ: 'ޤ', ޙ: 'ހ', ހ: 'ޙ', ޝ: 'ށ', ށ: 'ޝ', ޟ: 'ޞ', ޞ: 'ސ', ސ: 'ޞ', ޢ: 'އ', އ: 'ޢ', ޚ: 'ހ', ޛ: 'ދ', ޠ: 'ތ', ޡ: 'ޠ', ޖ: 'ޒ',
  ޓ: 'ޒ', ނ: 'ރ', ރ: 'ނ', ވ: 'ލ', ލ: 'ވ', ތ: 'ކ', ކ: 'ތ', ބ: 'ޓ', މ: 'ހ', ޑ: 'ޓ', ޗ: 'ޖ', ޕ: 'ފ', ފ: 'ޕ', ޏ: 'ނ', ޔ: 'ސ', ޅ: 'ލ', ދ: 'ވ', ޒ: 'ޖ',
} // prettier-ignore

/** How many letters of a word the noise can change: no Latin letter and no digit. */
export const countConfusable = (word: string): number =>
  Array.from(word).filter((letter) => letter in signs || letter in letters || letter === ':' || letter === '،').length

function confuse(letter: string, random: Random): string {
  const sign = signs[letter]
  if (sign !== undefined) return random.pick([sign, sign, sign, '', letter + letter])
  const other = letters[letter]
  if (other !== undefined) return random.pick([other, other, other, `${letter} `, `"${letter}`])
  return letter === ':' || letter === '،' ? random.pick(['', '؛', '.']) : letter
}

function disturbNumber(word: string, rate: number, random: Random): string {
  if (!/^[\dA-Za-z/()-]+$/.test(word) || !random.chance(Math.min(0.5, rate * 12))) return word
  const separator = word.includes('/') ? '/' : '-'
  return random.pick([
    () => word.split(separator).toReversed().join(separator),
    () => word.replaceAll(separator, ` ${separator} `),
    () => word.toUpperCase(),
    () => word.replace(/0(?=\d)/, 'O'),
    () => word.replace('-', ' - '),
    () => word.replace('/', '/ '),
  ])()
}
