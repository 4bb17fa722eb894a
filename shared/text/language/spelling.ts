import { caseSuffixPattern } from './caseSuffixes.ts'
import { foldText } from './fold.ts'
import { maxWordLength } from './tokenizer.ts'

/**
 * Spelling key: equal for the spelling variants of one word: ކޯޓު and ކޯޓް, މެންބަރު and މެމްބަރު, މަޤްޞަދު and މަގުސަދު. It is
 * a key to compare, not a word to display. Text that is not Thaana is only folded.
 */
export function spellingKey(word: string): string {
  const folded = foldText(word)
  return isThaana(folded) ? normalizeSpelling(folded) : folded
}

/** The spelling key of a folded word. */
export function normalizeSpelling(folded: string): string {
  if (folded.length > maxWordLength) return folded
  let key = folded
  if (anyVariant.test(key)) for (const [variant, standard] of spellingVariants) key = key.replace(variant, standard)
  // ކޮށްފަ is a variant of ކޮށްފައި.
  key = key.replace(finalWeakVowel, '').replace(openCluster, '$1ް').replace(nasal, 'ން').replace(geminateM, 'އްމ')
  return key.length > 3 && key.endsWith('ފަ') ? `${key}އި` : key
}

/**
 * Spelling variants of words and parts of words, on folded text, beyond the dotted letters of `fold`
 * (docs/decisions/0035-text-analysis.md). Each line: the variants, then the standard spelling.
 */
const spellingVariants: readonly (readonly [variants: RegExp, standard: string])[] = [
  [/^ކާވެނި|^ކާވެންޏ/, 'ކައިވެނި'],
  [/^އްލާ(?!ހ)|^އައްލާ$|^الله$|^އައްލޯހ/, 'އައްލާހ'],
  [/^މަޖިލ[ިީ]ސ|^މަޖ[ިް]ލީހ/, 'މަޖްލިސ'],
  [/^ފާހަނގަ/, 'ފާހަގަ'],
  [/^އައިލާ/, 'އާއިލާ'],
  [/^އިއްތިރާ/, 'އިއުތިރާ'],
  [/^އިއްދާ/, 'އިއްދަ'],
  [/^ހިބާ/, 'ހިބަ'],
  [/މިނިސްޓިރ/, 'މިނިސްޓްރ'],
  [/^(?:ޖެނުއަރ|ޖަނަވަރ|ޖެނުވަރ|ޖަނުއަރ|ޖަނުވަރ|ޖެނުއަރީ)[ިީ]/, 'ޖެނުއަރީ'],
  [/^ފެބުރުވަރ[ިީ]|^ފެބްރުވަރ[ިީ]|^ފެބުރުއަރ[ިީ]|^ފެބްރުއަރި/, 'ފެބްރުއަރީ'],
  [/^މާރިޗ|^މާރްޗ|^މާރޗ|^މާރުޗ/, 'މާޗ'],
  [/^[އ][ެޭ]ޕް?ރ[ިީ]ލ/, 'އޭޕްރީލ'],
  // The beginning of e-mail is no month.
  [new RegExp(`^މ[ެޭ]އި(?=(?:${caseSuffixPattern})?$)`), 'މޭ'],
  [/^ޖުލާއި|^ޖުލައިއި/, 'ޖުލައި'],
  [/^[އ][ޮޯ]ގަސްޓ/, 'އޯގަސްޓ'],
  // Loans, whose sounds Thaana writes in several ways: iu and ia, a short e or a, an r before a consonant.
  [/^ނި(?:އު|އޫ|ޔު)ސ/, 'ނިޔޫސ'],
  [/^އެޕާރ?[ުް]?ޓ[ުް]މ[ެަ]ންޓ/, 'އެޕާޓްމަންޓ'],
  [/^ޑިޕާރ?[ުް]?ޓ[ުް]މ[ެަ]ންޓ/, 'ޑިޕާޓްމަންޓ'],
  [/^ޕާރ?[ުް]?ލ[ަިެ]މ[ެަ]ންޓ/, 'ޕާލަމަންޓ'],
  [/^މިނ[ަިެ]ޓ/, 'މިނެޓ'],
  [/^އޮސްޓް?[ްަ]?ރޭލި[އޔ][ަާ]/, 'އޮސްޓްރޭލިޔާ'],
  [/^އިންޑި[އޔ]ާ/, 'އިންޑިޔާ'],
  [/^މެލޭށި[އޔ]ާ/, 'މެލޭށިޔާ'],
  [/^ރަށި[އޔ]ާ/, 'ރަށިޔާ'],
  [/^އޭށި[އޔ]ާ/, 'އޭށިޔާ'],
  [/^އެމަރިކާ/, 'އެމެރިކާ'],
  [/^ރިވި(?:އު|އޫ|ޔު|ޔޫ)/, 'ރިވިއު'],
  [/^އިންޓަރ?[ުް]?ވި(?:އު|އޫ|ޔު|ޔޫ)/, 'އިންޓަވިއު'],
  [/^ކޮ[މނ]ްޕި(?:އު|އޫ|ޔު|ޔޫ)ޓ/, 'ކޮންޕިއުޓ'],
  [/^ސަރ[ުް]?ވިސ|^ސާރ?[ުް]?ވިސ/, 'ސަރވިސ'],
  [/^ސެރ?[ުް]?ޓ[ިުް]ފިކެޓ/, 'ސެޓްފިކެޓ'],
  [/^މެޖިސްޓ[ަުް]ރޭޓ/, 'މެޖިސްޓްރޭޓ'],
  [/^ޔުނިވ(?:ަރ[ުް]?|ާރ?[ުް]?)ސިޓީ/, 'ޔުނިވަރސިޓީ'],
  [/^އޮކްޓޫބ|^އޮކުޓޫބ|^އޮކުޓޯބ/, 'އޮކްޓޯބ'],
  // The same, anywhere in a loan: document, conference, report, education, million.
  [/(?<=[ހ-ޗ][ަ-ް].*[ހ-ޗ])ެން(?=[ޓސ])/g, 'ަން'],
  [/(?<=[ޯާ])ރ(?:ް?(?=[ޓޑޕޗޖ])|ު(?=[ޓޕޗ]))/g, ''],
  [/ި(?:ޔު|ޔޫ|އޫ)(?=ޓ|ކޭ|ރޭ|ނިޓ|ރިޓ|ސަރ)/, 'ިއު'],
  [/(?<=[ލޑޕޓ])ިއަން/, 'ިޔަން'],
  [/^ޖެނަރަލ/, 'ޖެނެރަލ'],
  [/^ޖުޑ[ިީ]ށި?[އޔ]?ަލ/, 'ޖުޑިށަލ'],
  [/^ޖުޑީށަރީ/, 'ޖުޑިށަރީ'],
  [/^އެޖަން(?=[ޓސ])/, 'އޭޖަން'],
  [/^އެމ[ާެ]ޖަންސ/, 'އެމަޖަންސ'],
  [/^ކޮމ[ެް]ޓީ/, 'ކޮމިޓީ'],
  [/^ޑައިރެކްޓަރ/, 'ޑިރެކްޓަރ'],
  [/^ސެކ(?:ެ|ެރެ|[ުް]ރެ)ޓ[ެަުް]?ރީ/, 'ސެކްރެޓަރީ'],
  [/^ރ[ެަ]ޖިސްޓ[ަުް]?ރީ/, 'ރަޖިސްޓްރީ'],
  [/^ރެޖިސްޓ/, 'ރަޖިސްޓ'],
  [/^އެންވަޔަރ[ަުް]?(?:ން)?މަންޓ|^އެންވާރަމަންޓ/, 'އެންވަޔަރަމަންޓ'],
  [/^ޓުއަރި/, 'ޓޫރި'],
  [/^އިންޓަގްރިޓީ/, 'އިންޓެގްރިޓީ'],
  [/^ޕެނެލްޓީ/, 'ޕެނަލްޓީ'],
  [/^އެކަޑަމީ|^އެކެޑެމީ/, 'އެކެޑަމީ'],
  [/^ޑިމޮކްރެސީ/, 'ޑިމޮކްރަސީ'],
  [/^ގަވަރ[ުް]?މަންޓ|^ގަވާމަންޓ/, 'ގަވަމަންޓ'],
  [/^އޮގަނައިޒ/, 'އޯގަނައިޒ'],
  [/^އިންޓަރ[ުް]?ނޭށަނަލ/, 'އިންޓަނޭށަނަލ'],
  [/^ޕްރޮސެކިއުޓަރ/, 'ޕްރޮސިކިއުޓަރ'],
  [/^ޕާލަމަންޓަރީ/, 'ޕާލަމަންޓްރީ'],
  [/^ކެނޑިޑޭޓ/, 'ކެންޑިޑޭޓ'],
  [/^ޑިވަލޮޕ/, 'ޑިވެލޮޕ'],
  [/^އިންޓަރެސްޓ/, 'އިންޓްރެސްޓ'],
  [/^ޓެކްނޮލޮޖީ/, 'ޓެކްނޮލަޖީ'],
  [/^ސްޓ[ެޭ]ންޑާޑ/, 'ސްޓޭންޑަޑ'],
  [/^އެގްޒެކްޓިވ/, 'އެގްޒެކެޓިވ'],
  [/^ފެޑ(?:ް|ަ)ރަލ/, 'ފެޑެރަލ'],
  [/^އެގްރީމަންޓ/, 'އެގްރިމަންޓ'],
]

const anyVariant = new RegExp(spellingVariants.map(([variant]) => variant.source).join('|'))

/** Whether a text contains a letter or a vowel sign of Thaana. */
export const isThaana = (text: string) => /[ހ-ޱ]/.test(text)

// ކޯޓު, ކޯޓް, ކޯޓ. But އެނގުނު is not އެނގުން.
const finalWeakVowel = /(?<=[ހ-ކވ-ޗ])(?:ް|(?<!ުނ)ު)$/

// މަޤުޞަދު, މަޤްޞަދު: a u that only breaks a cluster. The vowel carrier forms no cluster: ައު is a separate sound.
const openCluster = /([ހ-ކވ-ޗ])ު(?=[ހ-ޗ])(?!ނު$)/g

// ނަންބަރު, ނަމްބަރު
const nasal = /[ނމ]ް(?=[ބޕފ])/g

// ޢާންމު, ޢާއްމު, ޒިންމާ, ޒިއްމާ
const geminateM = /(?:[ނމ]ް){1,3}މ/g
