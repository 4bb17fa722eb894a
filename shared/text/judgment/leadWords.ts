import { actorNouns } from './clauses.ts'
import { skeletonOf } from './skeleton.ts'
import { skeletonsOf } from './skeletons.ts'

/** Words of labels that no list has (server/analysis/fields/leadLabels.ts), by their skeletons. */

/** Who judges, alone or together, as the last word of a label. */
export const judgeNouns = [
  ...skeletonsOf('ފަނޑިޔާރު އިސްފަނޑިޔާރު އިސްޤާޟީ މެޖިސްޓްރޭޓު މެޖިސްޓްރޭޓް އިސްމެޖިސްޓްރޭޓު މެންބަރު މެމްބަރު މަޖިލިސް މަޖިލީހު ޕެނަލް ބެންޗު ބެންޗް ޗެއަރޕާސަން ޗެއަރމަން'),
]

/** Relatives, who bring a case against each other. */
export const relatives = skeletonsOf('ފިރިމީހާ އަންބިމީހާ އަނބިމީހާ އަންބި އަނބިން ފިރިން އަންހެނުން މަންމަ ބައްޕަ ދަރިފުޅު')

/** Who brings a case, or is claimed of, as the last word of a label: those of the composed labels, and relatives. */
export const leadNouns = [
  ...skeletonsOf(`${actorNouns.join(' ')} ޙިއްޞާދާރު ޝަރީކު ވާރިޘު ވާރިޘުން އަންހެންކުއްޖާ ފިރިހެންކުއްޖާ ވަލީ ވެރިފަރާތް އެއްފަރާތް އަނެއްފަރާތް ޚަޞްމު ބޭންކު ބޭންކް`),
  ...relatives,
]

/** The word for a name after a label, and what says more of it. */
export const nameNouns = skeletonsOf('މަޤާމު ނަން ނަންފުޅު ނަންތައް ނަންފުޅުތައް އިސްމު އިސްމުފުޅު އިސްމުފުޅުތައް މަޢުލޫމާތު ފުރިހަމަ ނަމާއި އެޑްރެސް އެޑްރެހާއި')

/** The first letters of what is brought to a court. */
export const broughtThings = [...skeletonsOf('ދަޢުވާ މައްސަލަ ޤަޟިއްޔާ އިސްތިއުނާފު ޝަކުވާ އެޕީލް ޕެޓިޝަން ރިވިއު އިޢުތިރާޟު އެޕްލިކޭޝަން')]

/** The first letters of verbs of one who brings a case, as far as they are clear without its word; and of those that need it. */
export const asking = /^އެދ(?!ެވ)/u
export const bringing = [...skeletonsOf('ހުށަހެޅ ހުށަހަޅ އުފުލ އުފުއްލ އުފުލުއްވ ކުރިމަތިކ އިޤާމަތްކުރ ގެންނެވ ގެންނެވި ގެނެސް ފޮނުވ ފޮނުއްވ ވައްދ')]
export const doing = /^(?:ކުރ|ކޮށް)/u
/** The verb that is joined to what is brought: `claims`, `has appealed`. */
export const doingEnding = /(?:ކުރާ|ކުރި|ކުރެއްވި|ކުރެއްވީ|ކުރައްވާ|ކުރީ|ކުރަނީ|ކުރެއްވެނީ|ކޮށްފައިވާ|ކޮށްފައިވަނީ|ކުރައްވާފައިވަނީ|ކުރައްވާފައިވާ)$/u

/** The first letters of verbs of one to whom something is done, or who answers; and the passive. */
export const receiving = [
  ...skeletonsOf(
    'ލިބޭ ލިބުނު ލިބިފައި ލިބިގެން ލިބިވަޑައި ލިބެނީ ލިބުނީ ރައްދުވ ރައްދުދ ރައްދުކުރ ދެކޮޅުހ އަމާޒުވ އަމާޒުކުރ ޖަވާބުދާރީވ ޖަވާބުދޭ ޖަވާބުދެ ޖަވާބުދިން ދިފާޢުކުރ އިންކާރުކުރ އިލްޒާމްކުރެވ ތުހުމަތުކުރެވ ދަޢުވާކުރެވ',
  ),
]
/** The ending of the passive: is done, was done, has been done; and of `must`. */
export const passive = /(?:ެވ(?:ޭ|ުނު|ުނީ|ެނީ|ިފައިވާ|ިފައިވަނީ|ިގެންވާ|ިގެންވަނީ)|ންޖެހ(?:ޭ|ުނު|ެނީ|ުނީ)|(?<!^އެ|ދ)ެޅ(?:ުނު|ޭ|ިފައިވާ)|ފުލ(?:ުނު|ޭ|ިފައިވާ|ިގެންވާ))$/u

/** Who looks into a case and is no party: who investigated, translated, wrote. */
export const outsiders = skeletonsOf('ވަކީލުކަން ވަކީލުކަމުގައި ތަޙްޤީޤުކުރި ތަޙްޤީޤުކުރާ ތަރުޖަމާކުރި ލިޔުނު ލިޔެބެލެހެއްޓި ވަކާލާތުކުރާ މެދުވެރި މަޞްލަޙަތުވެރިން')

/** The word for a day at the end of a label. */
export const dayNouns = skeletonsOf('ތާރީޚު ދުވަސް ދުވަހަކީ ތާރީޚަކީ ޑޭޓް')
/** What a label of the day of a decision says: decided, pronounced, announced, issued; and that it is of the judgment. */
export const dayOfDecision = skeletonsOf(
  'ގޮތަކަށް ގޮތެއް ވިދާޅުވި ނިންމި ނިމުނު ނިންމެވި ނިންމާފައިވާ ޙުކުމްކުރި ޙުކުމްކުރެވުނު ޙުކުމްކުރެއްވި އިއްވި އިއްވެވި އިއްވުނު އިއްވެވުނު ޞާދިރުކުރި ޞާދިރުކުރެވުނު ޞާދިރުކުރެއްވި އިޢުލާންކުރި އިޢުލާންކުރެއްވި އިޢުލާންކުރެވުނު ނެރުނު ނެރުއްވި ނެރެވުނު ޙުކުމުގެ ޙުކުމްގެ ނިންމުމުގެ ޖަޖްމަންޓް ޖަޖްމަންޓުގެ ޖަޖްމަންޓްގެ',
)
/** What a label of another day says: filed, registered, begun, held, issued as a copy. */
export const dayOfOther = skeletonsOf(
  'ހުށަހެޅި ހުށަހެޅުނު ރަޖިސްޓްރީކުރި ރަޖިސްޓްރީކުރެވުނު ރަޖިސްޓަރީކުރެވުނު ރަޖިސްޓަރީކުރި ފެށި ފެށުނު ފުރަތަމަ ބޭއްވި ބޭއްވެވި އަޑުއެހުން އަޑުއެހުމުގެ ދޫކުރި ލިބުނު އުފަން ނަކަލު ކޮޕީ ޗާޕުކުރި އިސްތިއުނާފުކުރި އިސްތިއުނާފުކުރެވުނު އިސްތިއުނާފުކުރެވޭ ތަންފީޛުކުރެވޭ ހިނގި މުއްދަތު',
)

/** The label of the judgment that is appealed, and of what belongs to it. */
export const ofAppealed = /(?:އިސްތިއުނާފު|ތަންފީޛު)(?:ކުރި|ކުރެއްވި|ކުރެވުނު|ކުރެވޭ|ކުރެވިފައިވާ)\s(?:ޙުކުމ|ނިންމުމ|ނިންމުނ|އަމުރ|ޤަޟިއްޔާ|މައްސަލަ)/u

/** Looked at, decided. */
export const judgingStem = /^(?:ބެލެވި|ބެއްލެވި|ބައްލަވާ|ބަލާފައި|ނިންމާފައި|ނިންމިފައި|ނިންމަވާފައި)/u

/** The consonants of the plural, of `is` and of `of` after a noun. */
export const partySuffix = /^(?:[އ]?ކ|ތއ|ތކކ?|ނނކ)?ގ?$/u

/** The consonants of the plural, of `is` and of `of` after the word for a judge. */
export const judgeSuffix = /^(?:ނ{0,2}[އ]?ކ?|ނ?ގ|ތއ|ތކގ)$/u

/** What one is owed, who must receive it. */
export const mustReceive = /^ލިބެންޖެހ/u

/** The other one, the opposing one, before the word for a party. */
export const opposing = skeletonsOf('އަނެއް އިދިކޮޅު މުޤާބިލު')

/** Who chaired. */
export const chairing = skeletonsOf('ބެލެހެއްޓީ ބެލެހެއްޓެވީ')

/** The letters of the words for `other`, for an heir and for one whose case it is. */
export const otherOnes = skeletonOf('އެހެން').text
export const heir = skeletonOf('ވާރިޘު').text
export const owner = skeletonOf('ވެރިފަރާތް').text

/** The ending of a word before that for judges, a verb or a genitive, and of no name. */
export const beforePanel = /(?:ގެ|ެވި|ެއްވި|ބެލި|ބަލާ|ނިންމި|ހިމެނޭ)$/u

/** `of the party`, `from the party`: what follows is not the party. */
export const ofParty = /(?:ފަރާތުގެ|ފަރާތްތަކުގެ|ފަރާތުން|މީހާގެ|މީހުންގެ)$/u

/** The short word for a judge, with its vowel signs and endings. */
export const qazi = /^[ޤގ]ާ[ޟދޒ]ީ(?:ން|ންގެ|ގެ|އަކީ|ންނަކީ)?$/u
