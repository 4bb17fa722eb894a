import { foldText } from './fold.ts'
import { respelled } from './spellingRules.ts'
import { longestWord } from './words.ts'

/**
 * The form in which the spellings of one word meet: ކޯޓު and ކޯޓް, މެންބަރު and މެމްބަރު, މަޤްޞަދު and މަގުސަދު. It is a
 * key to compare, not a word to show. Any string is accepted; what is not Thaana is folded only.
 */
export function spellingKey(word: string): string {
  const folded = foldText(word)
  return isThaana(folded) ? respell(folded) : folded
}

/** The same for a word that is folded already. */
export function respell(folded: string): string {
  if (folded.length > longestWord) return folded
  let key = folded
  if (anyRespelled.test(key)) for (const [written, kept] of respelled) key = key.replace(written, kept)
  // ކޮށްފަ is said and written for ކޮށްފައި.
  key = key.replace(lastWeak, '').replace(openCluster, '$1ް').replace(nasal, 'ން').replace(doubledM, 'އްމ')
  return key.length > 3 && key.endsWith('ފަ') ? `${key}އި` : key
}

const anyRespelled = new RegExp(respelled.map(([written]) => written.source).join('|'))

/** Whether a text holds a letter or a vowel sign of Thaana. */
export const isThaana = (text: string) => /[ހ-ޱ]/.test(text)

// ކޯޓު, ކޯޓް, ކޯޓ. Yet އެނގުނު is not އެނގުން.
const lastWeak = /(?<=[ހ-ކވ-ޗ])(?:ް|(?<!ުނ)ު)$/

// މަޤުޞަދު, މަޤްޞަދު: a u that only opens a cluster. The vowel carrier has no cluster: ައު is a sound of its own.
const openCluster = /([ހ-ކވ-ޗ])ު(?=[ހ-ޗ])(?!ނު$)/g

// ނަންބަރު, ނަމްބަރު
const nasal = /[ނމ]ް(?=[ބޕފ])/g

// ޢާންމު, ޢާއްމު, ޒިންމާ, ޒިއްމާ
const doubledM = /(?:[ނމ]ް){1,3}މ/g
