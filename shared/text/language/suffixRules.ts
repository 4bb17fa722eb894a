/**
 * Suffix-stripping rules of the Dhivehi stemmer, as tables on folded text (docs/notes/0035-text-analysis.md). A word is
 * stripped from its end, layer by layer: each layer replaces the longest suffix that matches. Several replacements give
 * several candidate stems, the best first; '' leaves the bare stem.
 */
export type SuffixRule = readonly [suffix: string, ...replacements: string[]]

/** A layer of suffixes and the number of letters that must remain after stripping. */
export type SuffixLayer = { rules: readonly SuffixRule[]; minLetters: number }

/** Words joined to the sociative case: ޙުކުމާމެދު, ޤާނޫނާބެހޭ. */
const glued: SuffixRule[] = [
  ['ގައިވާ', 'ގައި'], ['ާބެހޭ', 'ާއި'], ['ާމެދު', 'ާއި'], ['ާއިމެދު', 'ާއި'], ['ާއެކު', 'ާއި'], ['ާއެކީ', 'ާއި'], ['ާއެކުގައި', 'ާއި'],
  ['ާއެކީގައި', 'ާއި'], ['ާއިއެކު', 'ާއި'], ['ާގުޅޭ', 'ާއި'], ['ާއިގުޅޭ', 'ާއި'], ['ާގުޅިގެން', 'ާއި'], ['ާއިގުޅިގެން', 'ާއި'],
  ['ާހަމައަށް', 'ާއި'], ['ާނުލައި', 'ާއި'], ['ާދެކޮޅަށް', 'ާއި'], ['ާއެއްގޮތަށް', 'ާއި'],
  ['ަށްޓަކައި', 'ަށް'], ['ަށްފަހު', 'ަށް'], ['ަށްވުރެ', 'ަށް'], ['ަށާއި', 'ަށް'], ['ގެމައްޗަށް', 'ގެ'], ['ގެތެރެއިން', 'ގެ'], ['ގެދަށުން', 'ގެ'],
] // prettier-ignore

/** Copulas at the end of a sentence or a quotation. */
const copula: SuffixRule[] = [
  ['އެވެ', ''], ['ެވެ', 'ް'], ['ންނެވެ', 'ން'], ['ެކެވެ', 'ެއް'], ['ގައެވެ', 'ގައި'], ['ާއެވެ', 'ާއި', 'ާ'], ['ހެވެ', 'ސް', 'ހެވެ'],
  ['އޭ', ''], ['ެކޭ', 'ެއް'], ['ންނޭ', 'ން'], ['ށޭ', 'ށް'],
] // prettier-ignore

const enclitic: SuffixRule[] = [
  ['ވެސް', ''],
  ['ތޯ', ''],
]

/** After a vowel -ތަކަށް is of the plural or, with a stem on ތ, of the indefinite: ވަގުތަކަށް, of ވަގު or of ވަގުތު. */
const pluralOrIndefinite: SuffixRule[] = ['ުގެ', 'ުގައި', 'ު', 'ަށް', 'ުން', 'ާއި', 'ާ', 'ީ'].flatMap((suffix) =>
  ['ު', 'ި', 'ޫ', 'ޮ'].map((vowel): SuffixRule => [`${vowel}ތަކ${suffix}`, `${vowel}ތައް`, `${vowel}ތެއް`]),
)

/** Case suffixes: alone, after the indefinite (-ަކަށް), after a plural of things (-ތަކަށް) or of people (-ންނަށް). */
const oblique: SuffixRule[] = [
  ['ގެ', ''], ['ީގެ', 'ި'], ['ޭގެ', 'ެ'], ['ައިގެ', 'ަ', 'ާ'], ['ާގެ', 'ާ', 'ަ'], ['ހުގެ', 'ސް', 'ހު'],
  ['ގައި', ''], ['ީގައި', 'ި'], ['ޭގައި', 'ެ'], ['ައިގައި', 'ަ', 'ާ'], ['ާގައި', 'ާ', 'ަ'], ['ހުގައި', 'ސް', 'ހު'],
  ['ގަ', ''], ['ީގަ', 'ި'], ['ޭގަ', 'ެ'], ['ައިގަ', 'ަ', 'ާ'], ['ާގަ', 'ާ', 'ަ'],
  ['އަށް', ''], ['ަށް', ''], ['ާޔަށް', 'ާ'], ['ިޔަށް', 'ި'], ['ެޔަށް', 'ެ'],
  ['އާއި', ''], ['ާއި', ''], ['އާ', ''], ['ާޔާއި', 'ާ'], ['ިޔާއި', 'ި'], ['ެޔާއި', 'ެ'],
  ['ެއްގެ', 'ެއް'], ['ެއްގައި', 'ެއް'], ['ަކަށް', 'ެއް'], ['ަކުން', 'ެއް'], ['ަކާއި', 'ެއް'], ['ަކާ', 'ެއް'],
  ['ަކީ', 'ެއް'], ['ަކު', 'ެއް'], ['ަކުގެ', 'ެއް'], ['ަކުގައި', 'ެއް'],
  ['ތަކުގެ', 'ތައް'], ['ތަކުގައި', 'ތައް'], ['ތަކު', 'ތައް'], ['ތަކަށް', 'ތައް'], ['ތަކުން', 'ތައް'], ['ތަކާއި', 'ތައް'], ['ތަކާ', 'ތައް'],
  ['ތަކީ', 'ތައް'], ['ންގެ', 'ން'], ['ންގައި', 'ން'], ['ންނަށް', 'ން'], ['ންނާއި', 'ން'], ['ންނާ', 'ން'], ['ންނަކީ', 'ން'], ['ންނަކު', 'ން'],
  ['ންނަކަށް', 'ން'], ['ންނީ', 'ން'], ...pluralOrIndefinite,
] // prettier-ignore

const indefinite: SuffixRule[] = [
  ['އެއް', ''], ['ެއް', ''], ['ާޔެއް', 'ާ'], ['ިޔެއް', 'ި'], ['ެޔެއް', 'ެ'], ['ތަކެއް', 'ތައް'],
] // prettier-ignore

/** Plural suffixes. Ambiguous: ފަރާތަކަށް may come from ފަރާތް or from the plural of ފަރާ. */
const plural: SuffixRule[] = [
  ['ތައް', ''],
  ['ަތައް', 'ަ', 'ަތް'],
  ['ާތައް', 'ާތް', 'ާ'],
]

/** The plural of people and the ablative look the same. A word ending in -ީން or -ބިން may be uninflected: ޔަގީން. */
const humanPlural: SuffixRule[] = [
  ['ުން', ''],
  ['ިން', 'ި'],
  ['އިން', ''],
  ['ީން', 'ީން', 'ި'],
  ['ބިން', 'ބިން', 'ބި'],
  ['އިންތައް', ''],
]

/** Suffixes of abstract nouns: ފަނޑިޔާރުކަން; not the verb ދައްކަން. */
const abstract: SuffixRule[] = [
  ['ައްކަން', 'ައްކަން'],
  ['ައްކަމު', 'ައްކަމު'],
  ['ައްކަމ', 'ައްކަމ'],
  ['ކަން', ''],
  ['ކަމު', ''],
  ['ކަމް', ''],
  ['ކަމ', ''],
]

/** The shortened sociative, in words long enough to recognize it: މަސައްކަތާ. */
const sociative: SuffixRule[] = [['ާ', 'ާ', '']]

/** Nouns, alone or at the end of compounds, whose last vowel changes before a suffix: މީހާ, މީހުން; ވެރިޔާ, ވެރިން. */
const nouns: SuffixRule[] = [
  ['މީހާ', 'މީހ'], ['މީސ', 'މީހ'], ['ކުއްޖާ', 'ކުއްޖ'], ['ކުޑަކުދި', 'ކުޑަކުއްޖ'], ['ވެރިޔާ', 'ވެރި'], ['ވެރިޔ', 'ވެރި'],
  ['މުދަލު', 'މުދާ'], ['މުދަލ', 'މުދާ'], ['ފިޔަވަހި', 'ފިޔަވަޅު'],
] // prettier-ignore

/** Final vowels of the bare stem, and the infinitive suffix -ުން with its form before a vowel, -ުމު. */
const tail: SuffixRule[] = [
  ['ުން', ''], ['ުމު', ''], ['ުމް', ''], ['ުމ', ''], ['ު', ''], ['ް', ''], ['ާއު', 'ާ'], ['ޫއު', 'ޫ'], ['ީ', 'ި'], ['ޭ', 'ެ'],
] // prettier-ignore

/** Nouns, alone or at the end of compounds, whose nasal is ން only without a suffix: ބިން, ބިމުގެ. */
const nasals: SuffixRule[] = [
  ['ކަމ', 'ކަނ'],
  ['ނަމ', 'ނަނ'],
  ['ބިމ', 'ބިނ'],
]

/** Nouns of one letter, exempt from the minimum length: ގެ, ގޭގެ. */
export const shortNouns: ReadonlySet<string> = new Set(['ގެ', 'ބޯ', 'ލޯ', 'މޭ'])

/** The layers of suffixes that names take as well. */
export const caseSuffixLayers: readonly SuffixLayer[] = [glued, copula, enclitic, oblique].map((rules) => ({
  rules,
  minLetters: 2,
}))

/** The same and the plural; the caller keeps the candidates that are names. */
export const nameSuffixLayers: readonly SuffixLayer[] = [...caseSuffixLayers, { rules: humanPlural, minLetters: 2 }]

/** The layers of suffixes that verbal nouns take as well. */
export const layersBeforeVerbs: readonly SuffixLayer[] = [
  ...caseSuffixLayers,
  { rules: sociative, minLetters: 3 },
  { rules: abstract, minLetters: 2 },
  { rules: indefinite, minLetters: 2 },
]

export const layersAfterVerbs: readonly SuffixLayer[] = [
  { rules: plural, minLetters: 2 },
  { rules: humanPlural, minLetters: 2 },
  { rules: abstract, minLetters: 2 },
  { rules: nouns, minLetters: 0 },
  { rules: tail, minLetters: 1 },
  { rules: nasals, minLetters: 0 },
]

/** Reverses the sound changes of a stem before a vowel: ކައިވެންޏަށް → ކައިވެނި, ބަހެއް → ބަސް. */
export const softenedStems: readonly SuffixRule[] = [
  ['އްޗ', 'ތި'], ['ންޏ', 'ނި'], ['އްކ', 'ކި', 'އްކ'], ['އްޔ', 'އްޔ', 'ލި', 'ޅި'], ['އްޖ', 'އްޖ', 'ދި'], ['އްޓ', 'އްޓ', 'ށި'], ['ހ', 'ސ', 'ހ'],
] // prettier-ignore

/** Stems ending in މ that only look like a verb on -ުން: ޙުކުމް, ޖުރުމު. */
export const stemsOnM: ReadonlySet<string> = new Set([
  'ހުކުމ', 'ގައުމ', 'ޒުލުމ', 'ޖުރުމ', 'ފަހުމ', 'ވަހުމ', 'އަޒުމ', 'އިސުމ', 'ޖިސުމ', 'ރަސުމ', 'ހަތުމ', 'ގިސުމ', 'ހަޖުމ', 'ރަގުމ', 'ނަޒުމ', 'އިލުމ',
]) // prettier-ignore

/** Irregular stems. */
export const irregularStems: ReadonlyMap<string, string> = new Map([
  ['އިމ', 'އިނ'],
  ['ހުމ', 'ހުނ'],
  ['ދުވަހ', 'ދުވަސ'],
  // The form of a verb in every other word.
  ['އެހި', 'އެހީ'],
])

/** Words that look inflected but are not. */
export const uninflected: ReadonlySet<string> = new Set(['ނަމަވެސް', 'އެއްވެސް', 'އެންމެ', 'ނުވަތަ', 'އެހީ', 'ލައިން'])

/** Loans on ޢު, folded and without it: their އު is no case suffix. ބައި is also a word of its own. */
export const stemsOnAlifu: ReadonlySet<string> = new Set([
  'ބައި', 'ށާރި', 'ޖާމި', 'ތާބި', 'އިޖްމާ', 'އިޖުމާ', 'މައުޒޫ', 'މަޒްމޫ', 'މުޖުތަމަ', 'މުޖްތަމަ', 'ރުޖޫ', 'ނިޒާ', 'ދިފާ', 'މަރުޖި', 'މަރްޖި', 'އިޖްތިމާ', 'އިޖުތިމާ', 'މަސްނަ', 'އިގްނާ',
]) // prettier-ignore
