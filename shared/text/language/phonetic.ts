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
