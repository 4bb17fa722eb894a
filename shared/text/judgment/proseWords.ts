import { skeletonOf } from './skeleton.ts'
import { skeletonsOf } from './skeletons.ts'

/** Words of running text that says who brings a case against whom (server/analysis/fields/partiesMarked.ts), by their skeletons. */

/** The endings of a name in a sentence, apart or joined to it: of, with, from, to, is, and. */
export const caseEndings: readonly { marker: 'of' | 'with' | 'from' | 'to' | 'topic' | 'is'; ending: RegExp }[] = [
  { marker: 'is', ending: /(?:ގެއެވެ|ންނެވެ|އެވެ)$/u },
  { marker: 'topic', ending: /އަކީ$/u },
  { marker: 'to', ending: /(?:އަށެވެ|އަށް)$/u },
  { marker: 'with', ending: /(?:އާއި|(?<=ން)ނާއި?|(?<=[\u0780-\u07a5])ާއި|އާ)$/u },
  { marker: 'from', ending: /(?:އިން|(?<=އޮފީހު|ކައުންސިލު|ކޮމިޝަނު|ބޭންކު|ލިމިޓެޑު|ކުންފުނި)ން)$/u },
  { marker: 'of', ending: /ގެ$/u },
]

/** Against, upon, from the hands of, about: after the one of whom something is claimed. */
export const uponWords = skeletonsOf('މައްޗަށް މައްޗަށެވެ އަތުން އަތުންނެވެ އަތްޕުޅުން ކިބައިން ކިބައިންނެވެ ފުށުން')
export const againstWords = skeletonsOf('ދެކޮޅަށް ދެކޮޅަށެވެ')
/** From the side of, in the name of. */
export const sideWords = skeletonsOf('ފަރާތުން ފަރާތުންނެވެ')
export const betweenWords = skeletonsOf('ދެމެދު ދެމެދުގައި ދެމެދުގެ')

/** After the name in the genitive, what one asks of a court; and what one answers. */
export const requests = skeletonsOf('އެދުން އެދުމަށް އެދުމުގެ ހުށަހެޅުން ހުށަހެޅުމަށް ދަޢުވާއަކަށް ޝަކުވާއަކަށް އިސްތިއުނާފަކަށް ދަޢުވާއަކީ ޝަކުވާއަކީ އެދުމަކީ ދަޢުވާ ޝަކުވާ')
export const replies = skeletonsOf('ޖަވާބު ޖަވާބާއި ރައްދު ރައްދާއި ދިފާޢު ދިފާޢާއި')

/** The first letters of what one does who answers, next to `leadWords`. */
export const answering = skeletonsOf('ޖަވާބުދާރީ ޖަވާބުދާރިވ ޖަވާބުދޭ ޖަވާބުދެއް ޖަވާބުދިން ދެކޮޅުހެއްދެވ ދެކޮޅުހެދި ދިފާޢުކުރ އިންކާރުކުރ ރައްދުވ ލިބުނ ލިބެނީ ލިބޭ ލިބިގެން')
/** The same in two words: gave an answer. */
export const replyNoun = skeletonsOf('ޖަވާބު ރައްދު')
export const giving = /^(?:ދިނ|ދޭ|ދެނީ|ދެއްވ|ދެވ)/u

/** The first letters of further verbs of one who brings a case. */
export const bringingMore = skeletonsOf('ގެނެސްފައި ދައްކަނީ އިޤާމަތްކުރ')
/** Shorter ones, with their vowel signs: sends, brings in, brings, lifts. */
export const bringingShort = /^(?:ފޮނު[ވއ]|ވައްދ|ގެނ(?:އ|ެ[ސވ]|ްނެވި)|އުފު[ލއ])/u
/** Does, done: not before, and not former. */
export const doingAlone = /^(?:ކުރ(?!ީގެ|ިން|ިއަށް|ިމަތި)|ކޮށް)/u

/** Persons in a sentence who are called by their kin, their place or their part in it, and no name. */
export const kin = skeletonsOf(
  'މައި ބަފާ ބައްޕަ މަންމަ ބޭބެ ކޮއްކޮ ދައްތަ ދޮންބޭބެ ދޮންތަ ކާފަ މާމަ ދަރި ދަރިފުޅު ދަރިން ދޮށީ ހަގު ފިރި ފިރިކަލުން ފިރިމީހާ އަންބި އަނބި އަނބިމީހާ އަންބިމީހާ އަންހެނުން ކުއްޖާ ކުޑަކުއްޖާ ކުޑަކުދިން ކުދިން ވެރިޔާ ވެރިން މުވައްޒަފު ބޭފުޅާ ކަމަނާ މަނިކުފާނު މީނާ އޭނާ އެމީހާ އަންނަނިވި ކުރީގެ',
)
/** This, that, one, both, now, then and the like: in no name. */
export const smallWords = skeletonsOf(
  'މި އެ އެއިން އެއަށް އެކަމަށް އެކަމާ އެއާމެދު އެއާ މިއީ އެއީ އެކު އަދި އެއް ދެ ތިން ހަތަރު ދެން މިހާރު ރަށު މިރަށު އެރަށު ހުރި އޮތް ވާ ނެތް ނެތި ނުލައި ބުނެ ގޮތުން ގޮތުގައި ދަށުން ފަހު މިއަދު މިތާ ގޯތި ގެ ގޭ އަމިއްލަ އިސްވެ ބެލި ނިންމި ގެން ފުލުހުން ފައިސާ އެއްބަސްވުން އެއްބަސްވުމާ ބާކީ އަގު ކުލި ލޯނު ދަރަނި ކައިވެނި ޙައްޤު މުދާ ތަރިކަ ބިން ވަޅު ދޯނި އުޅަނދު',
)

/** Places that belong to the name of an office before it. */
export const placeOfOffice = skeletonsOf('ދިވެހިރާއްޖޭގެ ރާއްޖޭގެ ދިވެހި ޖެނެރަލްގެ ކައުންސިލްގެ ކައުންސިލުގެ އަތޮޅު')

/** Who is called by what they did: the one who, the ones who; and those who are listed. */
export const personNoun = /^(?:މީހ(?:ާ|ުން|ަކު)|ފަރާތް?|ފަރާތު)/u
export const listedPersons = /^(?:ދެ|ތިން|ހަތަރު|ފަސް)?(?:މީހުން|ފަރާތ|ބޭފުޅުން|ކުންފުނި|ކުދިން)/u
export const followingWords = skeletonsOf('މި މިވާ އަންނަނިވި ތިރީގައި ތިރީގައިވާ ތިރީގައިމިވާ މިދަންނަވާ އެ')
/** The first word of the name of the state or its prosecutor, next to the place it is of. */
export const stateWords = skeletonsOf('ދައުލަތް ދިވެހިދައުލަތް ޕްރޮސެކިއުޓަރ ޕްރޮސިކިއުޓަރ ޕްރޮސެކިއުޓަރޖެނެރަލް')
/** `and` between names: its consonants are also those of `it is`. */
export const andText = /^(?:އާ|އަދި|and)/u
/** The word for a company or an office that stands for one named before: that company. */
export const thatText = /^(?:އެ|މި)$/u
/** The names of the roles before and after a name: claimant, and one of whom something is claimed. */
export const claimantRole = /^މުއްދަޢީ/u
export const respondantRole = /^(?:މުއްދަޢާ|ޢަލައިހި)/u
/** One person or party, without the ending of a case. */
export const plainPerson = /^(?:މީހާ|މީހުން|ފަރާތް|އަންހެންމީހާ|ފިރިހެންމީހާ)$/u
/** A child, before its name. */
export const children = skeletonsOf('ކުއްޖާ ކުޑަކުއްޖާ ދަރިފުޅު ކުއްޖާގެ')
/** The first letters of the word for a company with an ending. */
export const companyStem = skeletonOf('ކުންފުން').text
/** Endings that no name has. */
export const clearEnding = /(?:[\u07a6\u07ac]\u0781\u07b0|ގެން|އެއް|ގައި|ށްފަހު)$/u
/** The building in which one lives, before the name. */
export const ofHome = /ގޭ$/u
/** About one, with or without the ending of `with`. */
export const aboutWord = /^އާ?މެދު/u
/** The number of a person in a list, and `is`. */
export const ordinalIs = /^\s*\(?(?:\d{1,2}\s?ވަނަ|ފުރަތަމަ|އެއްވަނަ|ދެވަނަ|ތިންވަނަ|ހަތަރުވަނަ|ފަސްވަނަ|ހަވަނަ)\S{0,4}(?:\s?\S{0,3}ަކީ)?\s+/u
/** The verb that is joined to what is brought. */
export const doingWithin = /(?:ކުރ|ކޮށް)/u
/** The usual ones of the words for upon, which a misread one may be. */
export const usualUpon = skeletonsOf('މައްޗަށް މައްޗަށެވެ')
