import type { LabelKind } from './labels.ts'
import { type Skeleton, skeletonOf } from './skeleton.ts'

/** A verb, and the last vowel signs of its forms, which distinguish an active one from a passive one. */
type Verb = { skeleton: Skeleton; vowels: ReadonlySet<string> }

/**
 * Labels that are composed of what is brought, what is done to it, and who does it: `a claim` + `brings` + `party`. Without `objects`
 * a verb is a clause by itself; `isClear`: an object and its verb are a label without a noun too.
 */
export type Family = {
  kind: LabelKind
  objects?: readonly Skeleton[]
  verbs: readonly Verb[]
  nouns: readonly Skeleton[]
  isClear?: boolean
}

const words = (text: string) => text.split(' ')
const listed = (text: string) => text.split(', ')

/** What is brought to a court. */
const actions = listed(
  'ދަޢުވާ, މައްސަލަ, ޤަޟިއްޔާ, އިސްތިއުނާފު, އިސްތިއުނާފު މައްސަލަ, ޝަކުވާ, ޝަރީޢަތް, ޝަރުޢީ ދަޢުވާ, ޖިނާޢީ ދަޢުވާ, މަދަނީ ދަޢުވާ, ރިވިއު, އެޕީލް, ޕެޓިޝަން, އެދުން, އިޢުތިރާޟު, ކޭސް',
)

/** What one who brings it does: in each tense, honorific, and as a sentence that ends in the name. */
const brings = words(
  'އިޤާމަތްކުރާ އިޤާމަތްކުރި އިޤާމަތްކުރެއްވި ކުރާ ކުރި ކުރެއްވި ކޮށްފައިވާ ކުރަނީ ކުރެއްވެނީ އުފުލާ އުފުލި އުފުއްލެވި އުފުއްލަވާ އުފުލުއްވި އުފުލުއްވާ އުފުލަނީ ހުށަހަޅާ ހުށަހެޅި ހުށަހެޅުއްވި ހުށަހަޅުއްވާ ހުށަހަޅާފައިވާ ހުށަހަޅުއްވާފައިވާ ހުށަހަޅަނީ ކުރިމަތިކުރާ ކުރިމަތިކުރެއްވި ކުރިމަތިކޮށްފައިވާ ރަޖިސްޓްރީކުރި ރަޖިސްޓަރީކުރި ފޮނުވި ފޮނުއްވި ވައްދާ ގެނައި',
)

/** What is done to the other: it is received, falls upon, is aimed at, is brought of. */
const receives = words(
  'އިޤާމަތްކުރެވޭ އިޤާމަތްކުރެވުނު ކުރެވޭ ކުރެވުނު ކުރެވިފައިވާ ކުރެވިގެންވާ ކުރެވިފައިވަނީ ލިބޭ ލިބުނު ލިބިފައިވާ ލިބިގެންވާ ލިބިވަޑައިގަންނަވާ ލިބިވަޑައިގެންނެވި ރައްދުވާ ރައްދުވެފައިވާ ރައްދުވެގެންވާ ރައްދުވަނީ ރައްދުވެވަޑައިގަންނަވާ ރައްދުކުރާ ރައްދުކުރެވޭ ރައްދުކުރެވުނު އަމާޒުވާ އަމާޒުވެފައިވާ އަމާޒުވަނީ އަމާޒުކުރާ އަމާޒުކުރެވޭ އަމާޒުކުރެވިފައިވާ އުފުލޭ އުފުލުނު އުފުލިފައިވާ އުފުލިގެންވާ އުފުލިފައިވަނީ އުފުލެނީ',
)

/** What is asked of a court. */
const purposes = listed(
  'އިސްތިއުނާފަށް, އަލުން ބެލުމަށް, އަލުން ބަލައިދިނުމަށް, ރިވިއުއަށް, ވަރިއަށް, ޚުލުޢުއަށް, ފަސްޚަށް, ރުޖޫޢައަށް, ކައިވެންޏަށް, އަމުރަށް, އަމުރެއް ނެރެން, އަމުރު ނެރެން, އަމުރު ހޯދަން, އަމުރު ނެރުމަށް, އަމުރު ނެރެދިނުމަށް, ހުއްދައަށް, ތަންފީޛުކުރުމަށް, ތަންފީޛުކުރަން, ޙިމާޔަތަށް, ވިލާޔަތަށް, ޙަޟާނަތަށް, ނަފަޤާއަށް, ތަރިކަ ބެހުމަށް',
)
const asks = words('އެދޭ އެދުނު އެދިލެއްވި އެދިލައްވާ އެދިފައިވާ އެދެނީ')

const claimantClauses = listed('އެދޭ, އެދުނު, އެދިލެއްވި, އެދިވަޑައިގަތް, އެދި ހުށަހެޅި, އެދި ހުށަހަޅާ, ހުށަހެޅި, ހުށަހެޅުއްވި, ހުށަހަޅުއްވާ, ހުށަހަޅާފައިވާ')
const respondantClauses = listed(
  'ކުށްވެރިކުރެވުނު, ކުށްވެރިކުރެވޭ, ތަންފީޛުކުރެވޭ, އަނެއް, އިދިކޮޅު, މުޤާބިލު, ރައްދުވާ, ރައްދުވެފައިވާ, ރައްދުދޭ, ރައްދުދިން, ޖަވާބުދާރީވާ, ޖަވާބުދާރީވެފައިވާ, ޖަވާބުދޭ, ޖަވާބުދޭންޖެހޭ, ދިފާޢުކުރާ, ދިފާޢުގެ, ދިފާޢީ, އިލްޒާމްކުރެވޭ, އިލްޒާމް އުފުލޭ, އަމުރު ނެރެވޭ, އަމުރު ނެރެވުނު, އަމުރު ރައްދުވާ, އަމުރު އަމާޒުވާ, އަމުރު ރައްދުކުރެވޭ, ތުހުމަތުކުރެވޭ, ތުހުމަތުކުރެވުނު, ތުހުމަތުކުރެވިފައިވާ, ތުހުމަތު އަމާޒުވާ, ތުހުމަތު އުފުލޭ, ކުށުގެ ތުހުމަތުކުރެވޭ, ކުށުގެ ތުހުމަތުކުރެވުނު, ކުށުގެ ތުހުމަތު އުފުލިފައިވާ, ކުށްކުރިކަމަށް ތުހުމަތުކުރެވޭ, ކުށްކުރިކަމަށް ތުހުމަތުކުރެވުނު, ކުށްކުރިކަމަށް ދަޢުވާކުރެވޭ, ކުށްކުރިކަމަށް ބުނެވޭ, ވަރިއަށް އެދެވޭ',
)

const partyNouns = words('ގޮތުގައި ފަރާތް މީހާ މީހުން އަންހެންމީހާ ފިރިހެންމީހާ ބޭފުޅާ ބޭފުޅުން')
/** Who else brings a case, or is claimed of: spouses, parents, children, those of a workplace, bodies. */
export const actorNouns = [
  ...partyNouns,
  ...words(
    'ފިރިމީހާ އަންބިމީހާ އަންހެނުން މައިންބަފައިން ކުއްޖާ ކުޑަކުއްޖާ ކުދިން މުވައްޒަފު މުވައްޒަފުން ވަޒީފާދޭފަރާތް ކުންފުނި އިދާރާ އޮފީސް މުއައްސަސާ މިނިސްޓްރީ ކައުންސިލް ޖަމްޢިއްޔާ ޖަމާޢަތް ފަރުދު ފަރުދުން',
  ),
]

/** What judges do to a case, and in which body they do it. */
const judged = listed('މައްސަލަ, މައްސަލަތައް, ޤަޟިއްޔާ, ޤަޟިއްޔާތައް, ޝަރީޢަތް, ދަޢުވާ, އިސްތިއުނާފު, އަޑުއެހުން')
const judges = listed(
  'ބެލި, ބަލާ, ބެލެއްވި, ބެއްލެވި, ބައްލަވާ, ބަލައި ނިންމި, ބައްލަވައި ނިންމެވި, ބަލައި ޙުކުމްކުރި, ކުރި, ކުރެއްވި, ހިންގި, ހިންގެވި, ނިންމި, ނިންމެވި, ކުރިއަށްގެންދިޔަ, ކުރިއަށްގެންގޮސްދެއްވި, ބެލުމަށް ކަނޑައެޅުނު, ބެލުމަށް އެކުލަވާލި, ބެލުމަށް އެކުލެވުނު',
)
const judgeClauses = listed(
  'ޙުކުމްކުރި, ޙުކުމްކުރެއްވި, ޙުކުމް އިއްވި, ޙުކުމް އިއްވެވި, ޙުކުމް ނެރުނު, ޙުކުމް ނެރުއްވި, ޙުކުމް ކުރި, އަމުރު ނެރުނު, އަމުރު ނެރުއްވި, އަމުރުކުރި, އަމުރުކުރެއްވި, ނިންމުން ނިންމި, ނިންމުން ނިންމެވި, ނިންމުން އިއްވި, ނިންމުން އިއްވެވި, ބެލި, ބެލެއްވި, ބެއްލެވި, މަޖިލީހުގެ, މަޖިލީހުގައި ތިއްބެވި, މަޖިލީހުގައި ހިމެނިވަޑައިގަތް, ޝަރީޢަތުގެ, ޕެނަލްގެ, އެއްބަސްވެވަޑައިގަތް, އެއްބަސްވެވަޑައިގެންނެވި, އެއްބަސްވި, އެއްބަސްވާ, އެއްޚިޔާލުވި, ޚިލާފު ރައުޔު ދެއްވި, ޚިލާފުވެވަޑައިގަތް, ރިޔާސަތު ބެލެއްވި, ރިޔާސަތު ބެލި, މަޖިލީހުގެ ރިޔާސަތު ބެލެއްވި, ސޮއިކުރި, ސޮއިކުރެއްވި',
)
const judgeNouns = listed(
  'ފަނޑިޔާރު, ފަނޑިޔާރުން, އިސްފަނޑިޔާރު, އުއްތަމަ ފަނޑިޔާރު, ޤާޟީ, ޤާޟީން, އިސްޤާޟީ, މެޖިސްޓްރޭޓު, މެޖިސްޓްރޭޓުން, އިސްމެޖިސްޓްރޭޓު, މެންބަރު, މެންބަރުން, މަޖިލިސް, ފަނޑިޔާރުންގެ މަޖިލިސް, ޤާޟީންގެ މަޖިލިސް, މެންބަރުންގެ މަޖިލިސް, މަޖިލީހުގެ ފަނޑިޔާރުން, މަޖިލީހުގެ ޤާޟީން, މަޖިލީހުގެ މެންބަރުން, ޕެނަލް, ޕެނަލްގެ މެންބަރުން, ބެންޗު, ރައީސް, ޗެއަރޕާސަން',
)

/** The nouns of a party alone, as the last word of a label that is not known. */
export const partyWords: ReadonlySet<string> = new Set(partyNouns.map((noun) => skeletonOf(noun).text))

const skeletonsOf = (text: string): readonly string[] => words(text).map((word) => skeletonOf(word).text)

/** The first letters of words for those who are near a case and no party: who suffered, bears witness, stands surety, joins, asks for a copy. */
export const bystanders = skeletonsOf('ޙަމަލާ ނިޔާވި މަރުވި މަރުޙޫމު އަނިޔާ ގެއްލުން ޝިކާރަ ހެކިބަސް ހެކިވެރި ހެކިން ޖާމިން ގެރެންޓީ ރަހުނު ވަދެފައި ވަދެގެން ކޮޕީއަށް ނަކަލު')

/** Words by which a label says which side it is of: one who asks or has a right, and one on whom a judgment falls. */
export const claimantHints: ReadonlySet<string> = new Set(skeletonsOf('އެދޭ އެދުނު އެދިފައިވާ ޙައްޤު'))
export const respondantHints: ReadonlySet<string> = new Set(skeletonsOf('ހިނގި ހިނގާ ޖެހުނު ޖެހިފައިވާ'))

/** Forms that differ by vowel signs only are one. */
const toSkeletons = (phrases: readonly string[]) => [
  ...new Map(phrases.map((phrase) => skeletonOf(phrase)).map((skeleton) => [skeleton.text, skeleton])).values(),
]

function toVerbs(verbs: readonly string[]): Verb[] {
  return toSkeletons(verbs).map((skeleton) => ({
    skeleton,
    vowels: new Set(verbs.filter((verb) => skeletonOf(verb).text === skeleton.text).map((verb) => verb.at(-1) ?? '')),
  }))
}

/** Who one is, before the label of a party in brackets: wife, husband, employee, claimant. */
export const roles: ReadonlySet<string> = new Set(
  [...actorNouns, ...words('މުއްދަޢީ އެޕެލަންޓް ރެސްޕޮންޑެންޓް އަންބި ބައްޕަ މަންމަ ދައުލަތް ވެރިފަރާތް ކުއްޔަށްދިންފަރާތް ކުއްޔަށްހިފިފަރާތް މީހާ')].map(
    (noun) => skeletonOf(noun).text,
  ),
) // prettier-ignore

const parties = toSkeletons(partyNouns)
const actors = toSkeletons(actorNouns)
const brought = toSkeletons(actions)

export const families: readonly Family[] = [
  { kind: 'claimant', objects: brought, verbs: toVerbs(brings), nouns: actors, isClear: true },
  { kind: 'claimant', objects: toSkeletons(purposes), verbs: toVerbs(asks), nouns: actors },
  { kind: 'claimant', verbs: toVerbs(claimantClauses), nouns: parties },
  { kind: 'respondant', objects: brought, verbs: toVerbs(receives), nouns: actors, isClear: true },
  { kind: 'respondant', verbs: toVerbs(respondantClauses), nouns: parties },
  { kind: 'judges', objects: toSkeletons(judged), verbs: toVerbs(judges), nouns: toSkeletons(judgeNouns) },
  { kind: 'judges', verbs: toVerbs(judgeClauses), nouns: toSkeletons(judgeNouns) },
]
