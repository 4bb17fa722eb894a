import { lightVerbs } from './lightVerbs.ts'

/**
 * How words of Dhivehi are inflected, as tables on folded text (`design/dhivehi.md` §1.6-1.7). A word is peeled from its
 * end, layer by layer: in each layer the longest ending that fits is taken off, and what the line says is put in its
 * place. Several things to put make several candidates, the best first; '' leaves the bare stem.
 */
export type Ending = readonly [ending: string, ...leaves: string[]]

/** A layer and how many letters must stay when an ending of it is taken off. */
export type Layer = { endings: readonly Ending[]; kept: number }

/** Words that are joined to the sociative: ޙުކުމާމެދު, ޤާނޫނާބެހޭ. */
const glued: Ending[] = [
  ['ގައިވާ', 'ގައި'], ['ާބެހޭ', 'ާއި'], ['ާމެދު', 'ާއި'], ['ާއިމެދު', 'ާއި'], ['ާއެކު', 'ާއި'], ['ާއެކީ', 'ާއި'], ['ާއެކުގައި', 'ާއި'],
  ['ާއެކީގައި', 'ާއި'], ['ާއިއެކު', 'ާއި'], ['ާގުޅޭ', 'ާއި'], ['ާއިގުޅޭ', 'ާއި'], ['ާގުޅިގެން', 'ާއި'], ['ާއިގުޅިގެން', 'ާއި'],
  ['ާހަމައަށް', 'ާއި'], ['ާނުލައި', 'ާއި'], ['ާދެކޮޅަށް', 'ާއި'], ['ާއެއްގޮތަށް', 'ާއި'],
  ['ަށްޓަކައި', 'ަށް'], ['ަށްފަހު', 'ަށް'], ['ަށްވުރެ', 'ަށް'], ['ަށާއި', 'ަށް'], ['ގެމައްޗަށް', 'ގެ'], ['ގެތެރެއިން', 'ގެ'], ['ގެދަށުން', 'ގެ'],
] // prettier-ignore

/** The end of a sentence, and of what is quoted. */
const copula: Ending[] = [
  ['އެވެ', ''], ['ެވެ', 'ް'], ['ންނެވެ', 'ން'], ['ެކެވެ', 'ެއް'], ['ގައެވެ', 'ގައި'], ['ާއެވެ', 'ާއި', 'ާ'], ['ހެވެ', 'ސް', 'ހެވެ'],
  ['އޭ', ''], ['ެކޭ', 'ެއް'], ['ންނޭ', 'ން'], ['ށޭ', 'ށް'],
] // prettier-ignore

const enclitic: Ending[] = [
  ['ވެސް', ''],
  ['ތޯ', ''],
]

/** Case: alone, after the indefinite (-ަކަށް), after a plural of things (-ތަކަށް) and after one of people (-ންނަށް). */
const oblique: Ending[] = [
  ['ގެ', ''], ['ީގެ', 'ި'], ['ޭގެ', 'ެ'], ['ައިގެ', 'ަ', 'ާ'], ['ާގެ', 'ާ', 'ަ'], ['ހުގެ', 'ސް', 'ހު'],
  ['ގައި', ''], ['ީގައި', 'ި'], ['ޭގައި', 'ެ'], ['ައިގައި', 'ަ', 'ާ'], ['ާގައި', 'ާ', 'ަ'], ['ހުގައި', 'ސް', 'ހު'],
  ['ގަ', ''], ['ީގަ', 'ި'], ['ޭގަ', 'ެ'], ['ައިގަ', 'ަ', 'ާ'], ['ާގަ', 'ާ', 'ަ'],
  ['އަށް', ''], ['ަށް', ''], ['ާޔަށް', 'ާ'], ['ިޔަށް', 'ި'], ['ެޔަށް', 'ެ'],
  ['އާއި', ''], ['ާއި', ''], ['އާ', ''], ['ާޔާއި', 'ާ'], ['ިޔާއި', 'ި'], ['ެޔާއި', 'ެ'],
  ['ެއްގެ', 'ެއް'], ['ެއްގައި', 'ެއް'], ['ަކަށް', 'ެއް'], ['ަކުން', 'ެއް'], ['ަކާއި', 'ެއް'], ['ަކާ', 'ެއް'],
  ['ަކީ', 'ެއް'], ['ަކު', 'ެއް'], ['ަކުގެ', 'ެއް'], ['ަކުގައި', 'ެއް'],
  ['ތަކުގެ', 'ތައް'], ['ތަކުގައި', 'ތައް'], ['ތަކު', 'ތައް'], ['ތަކަށް', 'ތައް'], ['ތަކުން', 'ތައް'], ['ތަކާއި', 'ތައް'], ['ތަކާ', 'ތައް'],
  ['ތަކީ', 'ތައް'], ['ންގެ', 'ން'], ['ންގައި', 'ން'], ['ންނަށް', 'ން'], ['ންނާއި', 'ން'], ['ންނާ', 'ން'], ['ންނަކީ', 'ން'], ['ންނަކު', 'ން'],
  ['ންނަކަށް', 'ން'], ['ންނީ', 'ން'],
] // prettier-ignore

const indefinite: Ending[] = [
  ['އެއް', ''], ['ެއް', ''], ['ާޔެއް', 'ާ'], ['ިޔެއް', 'ި'], ['ެޔެއް', 'ެ'], ['ތަކެއް', 'ތައް'],
] // prettier-ignore

/** ފަރާތަކަށް is of ފަރާތް, or of many ފަރާ. */
const plural: Ending[] = [
  ['ތައް', ''],
  ['ަތައް', 'ަ', 'ަތް'],
  ['ާތައް', 'ާތް', 'ާ'],
]

/** The plural of people and the ablative are written alike. A word on -ީން may be whole: ޔަގީން; so may one on -ބިން. */
const humanPlural: Ending[] = [
  ['ުން', ''],
  ['ިން', 'ި'],
  ['އިން', ''],
  ['ީން', 'ީން', 'ި'],
  ['ބިން', 'ބިން', 'ބި'],
  ['އިންތައް', ''],
]

/** What makes a quality of a word: ފަނޑިޔާރުކަން; not the verb ދައްކަން. */
const abstract: Ending[] = [
  ['ައްކަން', 'ައްކަން'],
  ['ައްކަމު', 'ައްކަމު'],
  ['ައްކަމ', 'ައްކަމ'],
  ['ކަން', ''],
  ['ކަމު', ''],
  ['ކަމް', ''],
  ['ކަމ', ''],
]

/** The sociative without its end, in words long enough to tell: މަސައްކަތާ. */
const sociative: Ending[] = [['ާ', 'ާ', '']]

/** Nouns, also at the end of longer ones, whose last vowel gives way to endings: މީހާ, މީހުން; ވެރިޔާ, ވެރިން. */
const nouns: Ending[] = [
  ['މީހާ', 'މީހ'], ['މީސ', 'މީހ'], ['ކުއްޖާ', 'ކުއްޖ'], ['ކުޑަކުދި', 'ކުޑަކުއްޖ'], ['ވެރިޔާ', 'ވެރި'], ['ވެރިޔ', 'ވެރި'],
  ['މުދަލު', 'މުދާ'], ['މުދަލ', 'މުދާ'], ['ފިޔަވަހި', 'ފިޔަވަޅު'],
] // prettier-ignore

/** The end of the bare stem; of a verb on -ުން, also what stands for it before a vowel: -ުމު. */
const tail: Ending[] = [
  ['ުން', ''], ['ުމު', ''], ['ުމް', ''], ['ުމ', ''], ['ު', ''], ['ް', ''], ['ާއު', 'ާ'], ['ޫއު', 'ޫ'], ['ީ', 'ި'], ['ޭ', 'ެ'],
] // prettier-ignore

/** Nouns, also at the end of longer ones, whose nasal is written as a ން only where nothing follows: ބިން, ބިމުގެ. */
const nasals: Ending[] = [
  ['ކަމ', 'ކަނ'],
  ['ނަމ', 'ނަނ'],
  ['ބިމ', 'ބިނ'],
]

/** Nouns of one letter keep no more than themselves: ގެ, ގޭގެ. */
export const short: ReadonlySet<string> = new Set(['ގެ', 'ބޯ', 'ލޯ'])

/** What stands behind a name, too, and is no part of it. */
export const caseLayers: readonly Layer[] = [glued, copula, enclitic, oblique].map((endings) => ({ endings, kept: 2 }))

/** The same, and the plural: of those, whoever asks keeps what is a name. */
export const endingLayers: readonly Layer[] = [...caseLayers, { endings: humanPlural, kept: 2 }]

export const layers: readonly Layer[] = [
  ...caseLayers,
  { endings: sociative, kept: 3 },
  { endings: abstract, kept: 2 },
  { endings: indefinite, kept: 2 },
  { endings: lightVerbs, kept: 3 },
  { endings: plural, kept: 2 },
  { endings: humanPlural, kept: 2 },
  { endings: abstract, kept: 2 },
  { endings: nouns, kept: 0 },
  { endings: tail, kept: 1 },
  { endings: nasals, kept: 0 },
]

/** What a stem becomes before a vowel, undone: ކައިވެންޏަށް is of ކައިވެނި, ބަހެއް of ބަސް. */
export const softened: readonly Ending[] = [
  ['އްޗ', 'ތި'], ['ންޏ', 'ނި'], ['އްކ', 'ކި', 'އްކ'], ['އްޔ', 'އްޔ', 'ލި', 'ޅި'], ['އްޖ', 'އްޖ', 'ދި'], ['އްޓ', 'އްޓ', 'ށި'], ['ހ', 'ސ', 'ހ'],
] // prettier-ignore

/** Stems that only look like a verb on -ުން: ޙުކުމް, ޖުރުމު. */
export const keepsM: ReadonlySet<string> = new Set([
  'ހުކުމ', 'ގައުމ', 'ޒުލުމ', 'ޖުރުމ', 'ފަހުމ', 'ވަހުމ', 'އަޒުމ', 'އިސުމ', 'ޖިސުމ', 'ރަސުމ', 'ހަތުމ', 'ގިސުމ', 'ހަޖުމ', 'ރަގުމ', 'ނަޒުމ', 'އިލުމ',
]) // prettier-ignore

/** Stems that are not what their endings make of them. */
export const irregular: ReadonlyMap<string, string> = new Map([
  ['އިމ', 'އިނ'],
  ['ހުމ', 'ހުނ'],
  ['ދުވަހ', 'ދުވަސ'],
])

/** Words that end like an inflection and are none. */
export const whole: ReadonlySet<string> = new Set(['ނަމަވެސް', 'އެއްވެސް', 'އެންމެ', 'ނުވަތަ'])
