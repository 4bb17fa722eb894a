import { foldText } from './fold.ts'
import { soundRules } from './latinRules.ts'
import { isThaana } from './spelling.ts'
import { toLatin } from './transliterate.ts'

/**
 * The key in which a word or a name meets itself in Thaana and in Latin letters: ކުޅުދުއްފުށި and Kulhudhuffushi,
 * މުޙައްމަދު and Mohamed. Empty for what has no letter of either.
 */
export function latinKey(text: string): string {
  // Dots are heard here: އަޝްރަފް is Ashraf, ރަށްޓެހި is rattehi.
  let key = foldText(isThaana(text) ? toLatin(text) : text)
  for (const [written, sound] of soundRules) key = key.replace(written, sound)
  return key
}
