import { foldText } from './fold.ts'
import { phoneticRules } from './latinRules.ts'
import { isThaana } from './spelling.ts'
import { toLatin } from './transliterate.ts'

/**
 * Phonetic key: equal for a word or name in Thaana and in Latin letters: ކުޅުދުއްފުށި and Kulhudhuffushi, މުޙައްމަދު and
 * Mohamed. Empty when the text contains neither script.
 */
export function phoneticKey(text: string): string {
  // Dotted letters differ in sound: އަޝްރަފް is Ashraf, ރަށްޓެހި is rattehi.
  let key = foldText(isThaana(text) ? toLatin(text) : text)
  for (const [pattern, sound] of phoneticRules) key = key.replace(pattern, sound)
  return key
}

/**
 * The phonetic keys that a word may begin with of which the user has typed the first letters: a last u is not left out, and
 * the last letter may be the first of two that are one sound.
 */
export function beginningKeys(typed: string): string[] {
  if (isThaana(typed)) return [phoneticKey(typed)].filter((key) => key !== '')
  const last = foldText(typed).slice(-1)
  const asTyped = last === follower ? phoneticKey(typed) : phoneticKey(typed + follower).slice(0, -1)
  const longer = secondLetters.get(last)?.split('') ?? []
  return [...new Set([asTyped, ...longer.map((letter) => phoneticKey(typed + letter))])].filter((key) => key !== '')
}

/** A consonant that changes no sound before it. */
const follower = 'v'

const secondLetters: ReadonlyMap<string, string> = new Map([
  ['e', 'e'], ['o', 'oa'], ['s', 'h'], ['c', 'h'], ['k', 'h'], ['p', 'h'],
]) // prettier-ignore

/**
 * Other Latin spellings of the word that a spelling may stand for, for when it finds nothing: dh is also written for ޟ
 * (afdhal), a first a for e (amerika), and iy or ih for a final ތް (miskiy, masakkaih).
 */
export function otherSpellings(latin: string): string[] {
  const letters = foldText(latin)
  const spellings = [
    letters.replaceAll('dh', 'z'),
    letters.replace(/(?<=[^aeiou])iy$/, 'iiy'),
    letters.replace(/(?<=a)ih$/, 'iy'),
    letters.replace(/^a(?=[^aeiouy])/, 'e'),
  ]
  return [...new Set(spellings)].filter((spelling) => spelling !== letters)
}
