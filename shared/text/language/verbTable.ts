/**
 * Verbs of Dhivehi as a grammar lists them, on folded text. Verbs of one conjugation share their endings, so a row names
 * only what differs: the verbal noun, then the infinitive when its stem has another vowel (ބެލުން/ބަލަން), and after an equals
 * sign the usual spelling.
 */

/** Present in -ަނީ, past in -ި, converb in -ައި: ހޯދުން, ހޯދަނީ, ހޯދި, ހޯދައި. Most of them are transitive. */
export const conjugationA =
  'ނިންމުން ހޯދުން އުފުލުން އުފުއްލުން ފޮނުވުން ހިންގުން ހިނގުން ގުޅުން ގުޅުވުން ވިސްނުން ފިލުން ފިލުވުން ނިދުން ހިފުން ކިޔުން ރިހުން ހުޅުވުން ' +
  'ވިއްކުން ފޮރުވުން އެއްލުން ކޮށުން ގޮވުން ގުނުން އުކުން އިއްވުން އޮޅުވުން ދުއްވުން ދޮވުން ހުއްޓުވުން ފުނޑުން ފުއްދުން ފުހުން ފިހުން ފިރުމުން ފިތުން ' +
  'ނޮޅުން ހޮވުން ހިއްލުން ހިއްކުން ކުރެހުން/ކުރަހަން ދިއްލުން ފޭރުން ގިރުން މިނުން ސިއްސުން ފުރުން ފެތުރުން/ފަތުރަން ' +
  'ބެލުން/ބަލަން ފެށުން/ފަށަން ހެދުން/ހަދަން އެޅުން/އަޅަން ހުށަހެޅުން/ހުށަހަޅަން ކަނޑައެޅުން/ކަނޑައަޅަން އެކަށައެޅުން/އެކަށައަޅަން ދެއްކުން/ދައްކަން ' +
  'އެންގުން/އަންގަން އުފެއްދުން/އުފައްދަން ބެހެއްޓުން/ބަހައްޓަން ބެލެހެއްޓުން/ބަލަހައްޓަން ދެމެހެއްޓުން/ދަމަހައްޓަން ދެމެހެއްޓުން/ދެމެހައްޓަން ' +
  'ހިފެހެއްޓުން/ހިފަހައްޓަން ހިފެހެއްޓުން/ހިފެހައްޓަން ނެގެހެއްޓުން/ނަގަހައްޓަން ނެގުން/ނަގަން ހިމެނުން/ހިމަނަން އެތުރުން/އަތުރަން ޖެހުން/ޖަހަން ' +
  'ޖެއްސުން/ޖައްސަން ހަމަޖެއްސުން/ހަމަޖައްސަން ކެނޑުން/ކަނޑަން މެރުން/މަރަން އެރުން/އަރަން އެރުވުން/އަރުވަން އެހުން/އަހަން ތެޅުން/ތަޅަން ތަޅުން ' +
  'ދެމުން/ދަމަން ރޭވުން/ރާވަން ބޭއްވުން/ބާއްވަން ލެއްވުން/ލައްވަން ފެހުން/ފަހަން ފެޅުން/ފަޅަން ކެއްކުން/ކައްކަން ކެހުން/ކަހަން ކެއްސުން/ކައްސަން ' +
  'ބެހުން/ބަހަން ވެއްޓުން/ވައްޓަން ގެއްލުވުން އެކުލެވުން/އެކުލަވަން ކިޔެވުން/ކިޔަވަން އުނގެންނުން/އުނގަންނަން ފެއްތުން/ފައްތަން އުވެލުން/އުވަލަން ' +
  'ނެއްޓުން/ނައްޓަން ލެނބުން/ލަނބަން ލެއްގުން/ލައްގަން އެނބުރުން/އަނބުރަން ދެންނެވުން/ދަންނަވަން ފޭބުން/ފައިބަން ވެއްދުން/ވައްދަން ފެންވުން ' +
  'ދިރުވުން ބިނދުން/ބިންދަން ގޮއްވުން އުސްކުން އުދުހުން އެއްސުން/އައްސަން ގެއްލުން/ގައްލަން ތެއްލުން/ތައްލަން'

/** As A, with the converb in -ެ: ބުނުން, ބުނަނީ, ބުނި, ބުނެ. */
export const conjugationAWithE = 'ބުނުން ލިޔުން ދުވުން ބަނުން'

/** Present in -ެނީ, past in -ުނު, converb in -ި: ލިބުން, ލިބެނީ, ލިބުނު, ލިބި. Most of them are intransitive. */
export const conjugationE =
  'ލިބުން އެދުން އެނގުން އިނގުން=އެނގުން ނިމުން ހިމެނުން އުފެދުން ގުޅުން ގުޅިލާމެހުން ޖެހުން ހަމަޖެހުން ކެނޑުން ގެއްލުން ވެއްޓުން ހުއްޓުން ފުދުން ފެށުން ފެނުން ' +
  'އޮޅުން އުވުން އިވުން ރެކުން ރުހުން ލެނބުން ނެއްޓުން އެނބުރުން ފުރުން ފެތުރުން ހިނގުން ތެމުން ވެހުން ބެހުން ކެރުން ހޭލުން ދިރުން ބިނދުން ތެޅުން ' +
  'ލެޅުން ފުންމުން އުފުލުން ހޮވުން ހިންގުން ހޯދުން ބެދުން ވިކުން އުފުރުން އުތުރުން އޮހޮރުން އިސްކުން ހިކުން ފަޅުން ފެޅުން ރޫޅުން ދިލުން މެހުން ' +
  'ދެވުން=ދިނުން ލެވުން=ލުން ގެންދެވުން=ގެންދިޔުން ގެނެވުން=ގެނައުން ކެވުން=ކެއުން ގަނެވުން=ގަތުން ދެނެގަނެވުން=ދެނެގަތުން ނިކުމެވުން=ނިކުތުން'

/** As E, with the converb in -ެ: އުޅުން, އުޅެނީ, އުޅުނު, އުޅެ. */
export const conjugationEWithE = 'އުޅުން ގެންގުޅުން ދިރިއުޅުން ކުޅުން ދެކުން ނެރުން'

/**
 * Verbs whose parts are not made by rule: verbal noun; stem of the present, with its participle when that ends in -ަ; past
 * forms; converbs. A part may have several forms.
 */
export const irregularVerbs: readonly (readonly [noun: string, present: string, past: string, converb: string])[] = [
  ['ކުރުން', 'ކުރަން', 'ކުރި ކުރީ', 'ކޮށް ކޮއް'],
  ['ވުން', 'ވަން', 'ވި ވީ ވެއެވެ ވެއޭ', 'ވެ'],
  ['ބުނުން', '', 'ބުންޏެވެ ބުންޏޭ', ''],
  ['ދިނުން', 'ދެން', 'ދިން ދިނީ ދިނެވެ ދިނި', 'ދީ'],
  ['ލުން', 'ލަން', 'ލި ލީ', 'ލައި ލާ'],
  ['ދިޔުން ދިއުން', 'ދަން', 'ދިޔަ ދިޔައީ ދިޔައެވެ ދިޔައީމެވެ', 'ގޮސް'],
  ['ގެންދިޔުން ގެންދިއުން', 'ގެންދަން', 'ގެންދިޔަ ގެންދިޔައީ ގެންދިޔައެވެ', 'ގެންގޮސް'],
  ['އައުން', 'އަންނަ', 'އައި އައީ އަޔަ އަތުވެ', 'އައިސް'],
  ['ގެނައުން', 'ގެންނަ', 'ގެނައި ގެނައީ', 'ގެނެސް'],
  ['ފެނުން', 'ފެންނަ', '', ''],
  ['ނިކުތުން ނުކުތުން', 'ނިކުންނަ ނުކުންނަ', 'ނިކުތް ނިކުތީ ނިކުތެވެ ނުކުތް ނުކުތީ', 'ނިކުމެ ނުކުމެ'],
  ['ގަތުން', 'ގަންނަ', 'ގަތް ގަތީ ގަތެވެ', 'ގަނެ'],
  ['ދެނެގަތުން', 'ދެނެގަންނަ', 'ދެނެގަތް ދެނެގަތީ', 'ދެނެގަނެ'],
  ['ވަޑައިގަތުން', 'ވަޑައިގަންނަ ވަޑައިގަންނަވަން', 'ވަޑައިގަތް ވަޑައިގަތީ ވަޑައިގަތެވެ ވަޑައިގެންނެވި', 'ވަޑައިގެން'],
  ['އޮތުން', 'އޮންނަ', 'އޮތް އޮތީ އޮތެވެ', 'އޮވެ'],
  ['އިނުން', 'އިންނަ', 'އިން އިނީ އިނެވެ', 'އިނދެ'],
  ['ހުރުން', 'ހުންނަ', 'ހުރި ހުރީ ހުއްޓެވެ', 'ހުރެ'],
  ['ތިބުން', 'ތިބެން', 'ތިބި ތިބީ', 'ތިބެ'],
  ['ވަނުން', 'ވަންނަ', 'ވަންއެވެ ވަނީއެވެ', 'ވަދެ'],
  ['އިށީނުން', 'އިށީންނަ', 'އިށީންއެވެ އިށީނެވެ', 'އިށީނދެ'],
  ['ބަނުން', 'ބަންނަ', '', ''],
  ['ކޮނުން', 'ކޮންނަ', 'ކޮނީ', 'ކޮނެ'],
  ['ކެއުން', 'ކަން', 'ކެއި ކެއީ', 'ކައި'],
  ['ދެނުން', 'ދަންނަ', '', 'ދެނެ'],
]

/** The honorific of a verb where it has another stem: its verbal noun and infinitive in conjugation A, and the plain verb. */
export const honorificVerbs: readonly (readonly [noun: string, infinitive: string, plain: string])[] = [
  ['ކުރެއްވުން', 'ކުރައްވަން', 'ކުރުން'],
  ['ދެއްވުން', 'ދެއްވަން', 'ދިނުން'],
  ['ބެއްލެވުން', 'ބައްލަވަން', 'ބެލުން'],
  ['ނެންގެވުން', 'ނަންގަވަން', 'ނެގުން'],
  ['ހޯއްދެވުން', 'ހޯއްދަވަން', 'ހޯދުން'],
  ['ފެއްޓެވުން', 'ފައްޓަވަން', 'ފެށުން'],
  ['ފޮނުއްވުން', 'ފޮނުއްވަން', 'ފޮނުވުން'],
  ['އެރުއްވުން', 'އަރުއްވަން', 'އެރުވުން'],
  ['އިންނެވުން', 'އިންނަވަން', 'އިނުން'],
  ['އޮންނެވުން', 'އޮންނަވަން', 'އޮތުން'],
  ['ހުންނެވުން', 'ހުންނަވަން', 'ހުރުން'],
  ['ތިއްބެވުން', 'ތިއްބަވަން', 'ތިބުން'],
  ['ގެންނެވުން', 'ގެންނަވަން', 'ގެނައުން'],
]

/** Endings of the converb. Those of `linking` may be followed by another verb. */
const linking = ['', 'ގެން', 'ފައި']
const afterConverb = [
  ...linking, 'ގެންނެވެ', 'ގެނެވެ', 'ގެންވާ', 'ފި', 'ފިއެވެ', 'ފީމެވެ', 'ފިން', 'ފިނަމަ', 'ފިއްޔާ', 'ފަ', 'ފައެވެ', 'ފައިއެވެ', 'ފާ', 'ފާނެ', 'ފާނެއެވެ',
  'ފާނަން', 'ފާނަމެވެ', 'ފާނީ', 'އްޖެ', 'އްޖެއެވެ', 'އްޖެނަމަ', 'އްޖެއްޔާ', 'ބަ',
] // prettier-ignore

/** Endings after the vowel of the present, and after the same vowel lengthened. */
const afterPresent = ['ނީ', 'ނިކޮށް', 'ން', 'މުން', 'މުންދާ', 'މުންނެވެ', 'ންޏާ', 'މެވެ', 'މޭ', 'ބަލަ', 'ންނެވެ', 'އެވެ', 'އޭ']
const afterLongPresent = [
  '', 'ނެ', 'ނެއެވެ', 'ނޭ', 'ނީ', 'ނަން', 'ނަމެވެ', 'ނަމޭ', 'ނަމަ', 'ނެތީ', 'ތީ', 'ތީވެ', 'ތީއެވެ', 'ތޯ', 'އިރު', 'ށެވެ', 'ށޭ', 'ށެ', 'ހާ', 'ކަށް', 'ން',
] // prettier-ignore
const afterPast = ['ި', 'ީ', 'ިއެވެ', 'ީމެވެ', 'ީމުއެވެ', 'ީމަ', 'ިއިރު', 'ިން', 'ިޔަސް', 'ިނަމަ', 'ިނަމަވެސް', 'ީސް', 'ިއްޔާ']
const afterPastU = ['ުނު', 'ުނީ', 'ުނެވެ', 'ުނުއިރު', 'ުނީމަ', 'ުނީމެވެ', 'ުނުނަމަ', 'ުނީސް', 'ުނިޔަސް', 'ުނުމަ']
const ofNoun = ['ުން', 'ުމު', 'ުމ', 'ުމް', 'ުމުން']

/** What makes another stem: `ެވ` the passive, `ަވ` after the present and `ެވ` after the verbal noun, or `ުއްވ`, the honorific. */
const under = (layer: string, endings: readonly string[]) => endings.map((ending) => layer + ending)

const presentA = [...under('ަ', afterPresent), ...under('ާ', afterLongPresent)]
const presentE = [...under('ެ', afterPresent), ...under('ޭ', afterLongPresent)]
const converbA = [...under('ައި', afterConverb), ...under('ާ', afterConverb.slice(1))]
const fullA = [...presentA, ...converbA]
const fullE = [...presentE, ...afterPastU, ...under('ި', afterConverb)]

/** The endings of each kind of stem. */
export const endingsOfStem = {
  /** The stem of the present of conjugation A, also with honorifics. */
  presentA: [...presentA, ...under('ަވ', fullA), ...under('ުއްވ', fullA)],
  /** Its regular converb; ބަލާ stands for ބަލައި before some verbs: ބަލާލުން. */
  converbA,
  /** The stem of a present whose participle ends in -ަ: އަންނަ. */
  presentN: [...under('ަ', afterPresent), ...under('ާ', afterLongPresent.slice(1)), 'ަ', 'ަހާ', 'ައިރު', 'ަނަމަ'],
  presentE,
  /** Past and regular converb of conjugation E. */
  pastE: afterPastU,
  converbE: under('ި', afterConverb),
  pastA: afterPast,
  /** A converb that has its vowel: ކޮށް, ބުނެ. */
  converb: afterConverb,
  /** A past form that has its vowel: ދިޔަ. */
  past: ['', 'އެވެ', 'އިރު', 'މަ', 'ނަމަ', 'ނަމަވެސް', 'މެވެ'],
  /** The stem of the verbal noun, also of the passive and the honorifics. */
  noun: [
    ...ofNoun,
    ...under('ެވ', [...fullE, ...ofNoun, ...afterPast, 'ެއެވެ', 'ޭ']),
    ...under('ުއްވ', [...fullA, ...afterPast, ...ofNoun]),
  ],
} as const satisfies Record<string, readonly string[]>

/** Endings after which another verb may follow in the same word: ބަލާލުން, ކުރަންޖެހޭ, ފާޅުވެގެންދަނީ, ކޮށްފައިވާ. */
export const linkingEndings: ReadonlySet<string> = new Set([
  ...linking, ...under('ައި', linking), ...under('ާ', ['', 'ފައި']), ...under('ި', linking), 'ަން', 'ެން', 'ާން', 'ަމުން', 'ެމުން',
  ...under('ެވި', linking), 'ެވެން', 'ެވެމުން', ...under('ަވައި', linking), ...under('ުއްވައި', linking), 'ުއްވާ', 'ުއްވާފައި', 'ުއްވަން', 'ަވަން',
]) // prettier-ignore

/** Verbs that only say how the verb before them is meant, and so add no meaning to it. */
export const auxiliaryVerbs: ReadonlySet<string> = new Set([
  'ވުން', 'ލުން', 'ދިނުން', 'ދިޔުން', 'އައުން', 'އޮތުން', 'އިނުން', 'ހުރުން', 'ތިބުން', 'ޖެހުން', 'ވަޑައިގަތުން', 'ލެއްވުން',
]) // prettier-ignore

/** Verbs that make a verb of a noun: އިސްތިއުނާފުކުރުން also has the stem of އިސްތިއުނާފު. */
export const lightVerbs: ReadonlySet<string> = new Set(['ކުރުން', 'ވުން', 'ދިނުން'])

/** Nouns of two letters before a light verb; a longer noun needs no list. */
export const shortNounsOfVerbs: ReadonlySet<string> = new Set([
  'ވަރި', 'ވަކި', 'މަރު', 'ބަލި', 'ލަސް', 'ދަސް', 'ފާޅު', 'ސާފު', 'އުނި', 'މަދު', 'ގިނަ', 'ހަމަ', 'މަޑު', 'ފުން', 'ހުސް', 'ބޮޑު', 'ކުޑަ', 'ދިގު', 'ކުރު', 'އިސް', 'ފަސް',
]) // prettier-ignore

/** Short words before a verb that are parts of it and no nouns: ދޫކުރުން, ހީކުރުން, އެއްކުރުން. */
export const partsOfVerbs: ReadonlySet<string> = new Set([
  'ދޫ',
  'ހީ',
  'ރޯ',
  'ފާ',
  'އެއް',
  'އަޑު',
  'ކުރި',
  'ކުރިމަތި',
  'މެދު',
  'ވާހަކަ',
  'ބިރު',
  'އަތު',
])

/** Words joined to the form of a verb: ހިމެނޭގޮތުން, ކުރިކަމަށް, ލިބޭފަދަ. */
export const joinedToForms: readonly string[] = [
  'ވެސް', 'އެވެ', 'ތޯ', 'ތައް', 'ހެއްޔެވެ', 'ހެއްޔޭ', 'ތީ', 'ތީއެވެ', 'ހެން', 'ހެނެވެ', 'ފަދަ', 'ހާ', 'މެ', 'ނަމަ', 'ނަމަވެސް', 'އިރު', 'އިރުގައި', 'އިރުވެސް', 'ހިނދު', 'ހިނދުގައި',
  'ކަން', 'ކަމަށް', 'ކަމުގެ', 'ކަމުގައި', 'ކަމުން', 'ކަމެއް', 'ކަމަށެވެ', 'ކަމަށްވެސް', 'ކަމާއި', 'ކަމާ',
  'ގޮތް', 'ގޮތަށް', 'ގޮތުން', 'ގޮތުގެ', 'ގޮތުގައި', 'ގޮތެއް', 'ގޮތާއި', 'ގޮތާ', 'ގޮތްތައް', 'ވަރު', 'ވަރަށް', 'ވަރުން', 'ވަރެއް',
  'މީހާ', 'މީހާގެ', 'މީހުން', 'މީހުންގެ', 'މީހަކު', 'މީހެއް', 'ފަރާތް', 'ފަރާތުން', 'ފަރާތުގެ', 'ފަރާތްތައް', 'ފަރާތަކުން', 'ތަން', 'ތަނުގައި', 'ދުވަސް', 'ދުވަހު', 'ފަހުން',
  'ބޭނުންވާ', 'ބޭނުންވޭ', 'ބޭނުންވެއެވެ', 'ބޭނުންވި',
] // prettier-ignore

/** Forms that are also nouns, whose other forms a search must find. */
export const formsThatAreNouns: ReadonlySet<string> = new Set(['ކުރި', 'ދިޔަ', 'ގުޅި'])

/** Words that look like a form of a verb and are hardly ever meant as one. */
export const notForms: ReadonlySet<string> = new Set(
  (
    'ކަން ދެން ދަން ވަން އިން އެހެން އެހީ ފިލި ފިލާ ހުރިހާ ދެކުނު ބިނާ ރިހި ރިހާ ވެލި ވިލާ ވިލި ވެލާ މިނާ މިނި މިނިވަން ފަޅި ދިއްލީ ދިއްލި ދުވެލި ފުރާ ހަދާން ' +
    'ކުދިން ކުޑަކުދިން އެކުދިން މިކުދިން ފައިވާން ފަރުވާ ބޭސްފަރުވާ އިނގިލި ގުނަވަން ކޮށި ކާވެ ލީލާ ލިމަ ވިދާ ފަޅާ އަހާ ދެނެ ކެމުން ކަމުން ކޮންމެހެން ކޮންމެ ކޮއްމެ އައިލާ ހަރާން ކުރިމަތީ ކުރިމަތި ކުރިން'
  ).split(' '),
)
