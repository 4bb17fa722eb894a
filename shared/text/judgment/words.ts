import { type Skeleton, skeletonOf } from './skeleton.ts'

/** Words around the names in a judgment, by their skeletons (`skeletonOf`). */
const skeletonsOf = (words: string) => new Set(words.split(' ').map((word) => skeletonOf(word).text))

const skeletonsOfPhrases = (phrases: string) => phrases.split(', ').map((phrase) => skeletonOf(phrase))

/** Titles before the name of a judge, or of the member of a tribunal. */
export const judgeTitles = skeletonsOf(
  'އުއްތަމަ ފަނޑިޔާރު އުއްތަމަފަނޑިޔާރު އިސްފަނޑިޔާރު އިސްޤާޟީ ޤާޟީ އަލްޤާޟީ މެޖިސްޓްރޭޓު އިސްމެޖިސްޓްރޭޓު މެންބަރު ރައީސް އިސްވެރިޔާ ޗެއަރޕާސަން އަލްއުސްތާޛު އަލްއުސްތާޛާ އަލްފާޟިލް އަލްފާޟިލާ ޑޮކްޓަރު ޝައިޚު މެމްބަރު ޖަޖް ޖަޖުން ޖަސްޓިސް justice judge magistrate chief hon honourable',
)

/** Titles of a person, which make no one a judge. */
export const honorifics = skeletonsOf('އަލްއުސްތާޛު އަލްއުސްތާޛާ އަލްފާޟިލް އަލްފާޟިލާ ޑޮކްޓަރު ޝައިޚު hon honourable')

/** The words for a lower court, or that court, before the label of who judged there. */
export const lowerCourt = /ދަށު\s?ކޯޓު|(?<!\p{M})އެ\s?ކޯޓު/u

/** The court of first instance. */
export const firstInstance = /ދަރަޖައިގެ\s?ކޯޓު/u

/** Words that may be before a title, or next to it, and belong to it: އިސް ޤާޟީ, ސުޕްރީމް ކޯޓުގެ ފަނޑިޔާރު, ޑރ. */
export const titlePrefixes = skeletonsOf('އިސް ޑރ އުއްތަމަ ކޯޓުގެ ސުޕްރީމް ހައިކޯޓުގެ މަޖިލީހުގެ ޓްރައިބިއުނަލްގެ')

/** The label of a title in a block of signatures. */
export const positionLabel = /^\s*މަ[ޤގ]ާމު\s*[:–-]\s*/u

/** `is`, joined to a title: the judge is. */
export const judgeIs = /(?:ުންނ|އ)?ަކީ$/u
/** The verb after which the judges are named, to the end of the sentence: judged, decided by. */
export const judgedBy = skeletonsOf('ބެލީ ބެލެއްވީ ބެއްލެވީ ޙުކުމްކުރީ ޙުކުމްކުރެއްވީ ކުރެއްވީ ނިންމީ ނިންމެވީ އިއްވެވީ އިއްވީ ހިންގީ ހިންގެވީ ނެރުއްވީ އިންނެވީ ހުންނެވީ')
/** What one who judges does, and to what, after the name: `judge A looked at this case and decided`. */
export const judgingVerbs = skeletonsOf(
  'ބެލި ބެލެއްވި ބެއްލެވި ބައްލަވާ ބައްލަވައި ބަލައި ބަލައިގެން ނިންމި ނިންމެވި ނިންމަވައި ނިންމާފައިވާ ކުރި ކުރެއްވި އިއްވި އިއްވެވި ޙުކުމްކުރި ޙުކުމްކުރެއްވި ނެރުނު ނެރުއްވި ކުރިއެވެ ކުރެއްވިއެވެ ނިންމިއެވެ ނިންމެވިއެވެ ޙުކުމްކުރެއްވިއެވެ އިއްވެވިއެވެ',
)
export const judgedThings = skeletonsOf('މި މިމައްސަލަ މިޤަޟިއްޔާ މިޙުކުމް މައްސަލަ ޤަޟިއްޔާ ޙުކުމް ދަޢުވާ ޝަރީޢަތް އަމުރު ނިންމުން')
/** Before the name of one who decided, with a colon: decided, signed. */
export const deciding = new Set([
  ...judgedBy,
  ...skeletonsOf('ކުރި ޙުކުމްކުރި ޙުކުމްކުރެއްވި ކުރެއްވި ނިންމި ނިންމެވި އިއްވި އިއްވެވި ނެރުނު ނެރުއްވި ބެލި ބެއްލެވި ބެލެއްވި ސޮއިކުރި ސޮއިކުރެއްވި ސޮއިކުރީ ސޮއިކުރެއްވީ'),
])
/** How the judges of a panel decide: agreeing, together. */
export const agreeing = skeletonsOf(
  'އިއްތިފާޤުވެ އިއްތިފާޤުވެގެން އިއްތިފާޤުން އިއްތިފާޤުވެވަޑައިގެން އެއްބަސްވެ އެއްބަސްވެގެން އެއްބަސްވެވަޑައިގެން އެއްގޮތަކަށް އެއްކޮށް އެކުގައި އެކީގައި ބައިވެރިވެ ބައިވެރިވެގެން ތިއްބެވީ ތިއްބެވި ހިމެނުނު ހިމެނޭ އެކުލެވޭ އެކުލެވިގެންވާ',
)
/** The `and` or `of` that is joined to the last word of a name. */
export const andJoined = /(?:އާއި|އާ|ގެ)$/u
/** Who signs next to a judge and is none: a clerk, a registrar, one who writes. */
export const clerks = skeletonsOf('ކުލާރކު ކްލާރކް ކުލާރކް ރަޖިސްޓްރާރު ރަޖިސްޓްރާރ ރެޖިސްޓްރާރ ލިޔުންތެރިޔާ ސެކްރެޓަރީ ލިޔުނު ލިޔެބެލެހެއްޓި')
/** What one who chairs a panel has: the chair. */
export const chair = skeletonsOf('ރިޔާސަތު ރިޔާސަތުގައި މުޤައްރިރު')
/** `of this court`, in one word or two. */
export const ofThisCourt = /^(?:މި|މިކޯޓުގެ|ކޯޓުގެ)$/u
/** `this`, apart or joined to the word for a court, a case or a judgment. */
export const thisOne = /(?<!\p{M})މި(?:އީ|\s|ކޯޓު|މައްސަލަ|ޤަޟިއްޔާ|ޙުކުމް|ޓްރައިބިއުނަލް|މަޖިލީހު)/u
/** After the name of one who judges: presiding, chairing. */
export const presiding = skeletonsOf('މަޖިލީހުންނެވެ މަޖިލީހެވެ މަޖިލީހަކުންނެވެ މަޖިލީހަކުން އިސްކުރައްވައިގެން އިސްކޮށްގެން ރިޔާސަތުގައި ރިޔާސަތުގެ މަޖިލީހުގައި މަޖިލީހުން')

/** `and` between names: އާއި, އަދި. */
export const conjunctions = skeletonsOf('އާއި އާއި، އަދި and')

/** What begins a line with a further name: the label `name:`, `and:`. */
export const nameLabel = /^[^\p{L}]*(?:ނަން|އަދި|އާއި)\s?:/u

/** The number of a party before its label: 1st, first, second. */
export const ordinalBefore =
  /^[^\p{L}\d]*(?:\d{1,2}\)?\s?ވަނަ|ފުރަތަމަ|އެއްވަނަ|ދެވަނަ|ތިންވަނަ|ހަތަރުވަނަ|ފަސްވަނަ|ހަވަނަ|first|second|third)\s+$/iu

/** The same at the start of a role: first party. */
export const ordinalFirst = /^[^\p{L}\d]*(?:\d{1,2}\)?\s?ވަނަ|ފުރަތަމަ|އެއްވަނަ|ދެވަނަ|ތިންވަނަ|ހަތަރުވަނަ|ފަސްވަނަ|ހަވަނަ)\s+/u

/** The same between a bracket or a dash and the label. */
export const ordinalInside = /(?:\d{1,2}\s?ވަނަ|ފުރަތަމަ|އެއްވަނަ|ދެވަނަ|ތިންވަނަ|ހަތަރުވަނަ|ފަސްވަނަ|ހަވަނަ)\s+$/u

/** The same between the verb and the noun of a label: the claimed of 2nd party. */
export const ordinalWithin =
  /(?<=\p{M}\s)(?:\d{1,2}\s?[ވލ][\u07a6-\u07b0]*[ނރ][\u07a6-\u07b0]*|ފުރަތަމަ|އެއްވަނަ|ދެވަނަ|ތިންވަނަ|ހަތަރުވަނަ|ފަސްވަނަ|ހަވަނަ)\s+(?=ފަރާތ|މީހ)/gu

/** The same in Dhivehi words, in order. */
export const ordinalWords = ['ފުރަތަމަ', 'ދެވަނަ', 'ތިންވަނަ', 'ހަތަރުވަނަ', 'ފަސްވަނަ', 'ހަވަނަ']

/** The number of a party with its mark, alone or before a noun: `1st:`, `2nd party -`. */
export const ordinalMark = new RegExp(
  String.raw`^[\s*•]*\(?(\d{1,2}\)?\s?ވަނަ|${ordinalWords.join('|')})(?:\s(?:ފަރާތް|މީހާ|ކުއްޖާ))?\s?[:؛–—-]\s*(?=\p{L})`,
  'u',
)

/** The plural nouns of a label, without the ending of the plural. */
export const pluralNouns = /(?:މީހުން|ކުދިން|ކުންފުނިތައް)[^\p{L}\p{M}]*$/u

/** The word for a name, which heads its column. */
export const nameHeading = skeletonsOf('ނަން ފުރިހަމަނަން name')

/** Words of the headings of columns of a table of cases. */
export const columnHeadings = skeletonsOf(
  'ޤަޟިއްޔާ ޤަޟިއްޔާއެއް މައްސަލަ މައްސަލައިގެ ޤަޟިއްޔާގެ ނަންބަރު ނަން އަދަދު ތާރީޚު ބާވަތް އެޑްރެސް ވަކީލު ޙުކުމް ނިމުނު ކޯޓު ފަނޑިޔާރު ޤާޟީ no',
)

/** The heading of the numbers of rows. */
export const rowNumber = skeletonsOf('އަދަދު ނަންބަރު ނަމްބަރު no')

/** The heirs of one who died: the names that follow are theirs. */
export const heirs = skeletonsOf('ވާރިޘުން ވާރިޘުންނާއި ވާރިޘުންގެ ވާރިޘުންނަކީ ވާރިޘުންކަމަށްވާ ވާރިޘުންކަމުގައިވާ ވާރިޘަކީ ވާރިޘެއްކަމުގައިވާ')
/** The children of one who died, or the words after the one for heirs: in the capacity of, who are. */
export const children = skeletonsOf('ދަރިން ދަރިންގެ ދަރިންކަމަށްވާ ދަރިންކަމުގައިވާ')
export const asHeirs = skeletonsOf('ގޮތުގައި ގޮތުން ކަމުގައިވާ ކަމަށްވާ ކަމުގައި ތިބި ތެރެއިން ހައިސިއްޔަތުން ފަރާތުން ނަމުގައި ބަދަލުގައި')
/** One who died. */
export const deceased = skeletonsOf('މަރުޙޫމް މަރުޙޫމާ މަރުޙޫމު ނިޔާވި ނިޔާވެފައިވާ ނިޔާވެގެންދިޔަ ނިޔާވެގެންދެވި')

/** Other parties that a head does not name: އެހެންމީހުން, އިތުރު 3 މީހުން. */
export const otherParties = skeletonsOf('އެހެންމީހުން އެހެން އިތުރު others another')

/** Endings of a place, an origin, a purpose and a verb: ކޯޓުގައި, ފަރާތުން, ފަރާތަށް, ޙާޟިރުވީ, ކުރަނީ, މިއީއެވެ. */
export const sentenceEnding = /(?:ގައި|(?<!ވާރި[ޘސ])ުން|ަށް|އްވި|(?<!ަ)ވީ|(?:^|.{3})ކުރ(?:ި|ީ|ާ)|[ރވ]ަނީ|ެނީ|[އތނ]ަކީ|ެވެ|ތައް|ގެން|ފައި|ކަމް?)$/u

/** The ending of `of`. */
export const genitive = 'ގެ'

/** The dot after an initial: the Dhivehi name of a Latin letter, as in އެމް., one letter with its vowel sign, or a Latin one; or that of doctor, ޑރ. */
export const initialDot =
  /(?<=(?<![\p{L}\p{M}])(?:[\u0780-\u07a5][\u07a7-\u07af]|އެއްޗް|އެކްސް|އެ[ފޗލމނސ]ް|އައި|އާރު?|ކިއު|ވައި|ޒެޑް|ޑަބްލި[އޔ]ު|ޑރ|[A-Z][A-Za-z]?))\./gu

/** Before the number under which this court registered the case, and after it. */
export const ofThisCourtBefore = /މި\s?ކޯޓުގެ\s$/u
export const nthCase = /^\s*ވަނަ\s(?:މައްސަލަ|ޤަޟިއްޔާ|ދަޢުވާ)/u
export const registered = skeletonOf('ރަޖިސްޓްރީ')

/** Before the number of a case that is decided together with this one. */
export const decidedTogether = skeletonsOfPhrases(
  'ގުޅުވިގެން, ގުޅުވައިގެން, އެއްކޮށްގެން, އެކީގައި ބެލި, އެކުގައި ބެލި, އެއްކުރެވުނު, އެއްކުރެވިގެން, އެއްކުރެވިފައިވާ, އެއްފަހަރާ ބެލި',
)

/** The other side follows: ވ., v., vs, ނ. */
export const versus = /\s\.?(?:ވ|v|vs|V|VS|ނ|ދެކޮޅަށް)[.\s]\s*(?!\s*\p{M})/u

/** The same in a line of its own; in parentheses it is the mark of a list. */
export const versusAlone = /^[\s–-]*(?:ވ|v|vs|ދެކޮޅަށް)\s?\.?[\s–-]*$/iu

/** Between the parties, after the second: އާ ދެމެދު, އާ ދެކޮޅަށް. */
export const betweenParties = skeletonsOf('ދެމެދު ދެމެދުގެ ދެމެދުގައި ދެކޮޅަށް')
/** The sentence that begins a judgment: this is, this case is; and what ends the party who brought it. */
export const caseIntroduction = skeletonsOfPhrases('މިއީ, މި މައްސަލައަކީ, މި ޤަޟިއްޔާއަކީ, މި ދަޢުވާއަކީ')
export const from = skeletonsOf('އިން')
/** The same, joined to the word for an office, which changes before it. */
export const fromOffice = skeletonsOf('އޮފީހުން ކައުންސިލުން ބޭންކުން ކޮމިޝަނުން')
/** After the party of whom something is claimed: against, upon. */
export const against = skeletonsOf('ދެކޮޅަށް')
/** The verb after the party who claims, when nothing else ends it. */
export const claims = skeletonsOf('ކުރި ކުރާ ކުރެއްވި ކޮށްފައިވާ ދަޢުވާކުރި ދަޢުވާކުރާ ދަޢުވާކޮށްފައިވާ ދަޢުވާ ހުށަހެޅި ހުށަހަޅާފައިވާ އުފުލި')
/** The same when it only says against. */
export const againstWith = skeletonsOf('ދެކޮޅަށް')
/** The `and` or the `with` that is joined to a name. */
export const andEnding = /އާއި$/u
export const withEnding = /އާ$/u
/** After the name of each side: A claims, B is claimed of. */
export const claimantTurns = skeletonsOfPhrases(
  'ދަޢުވާކުރާ, ދަޢުވާކުރައްވައި, ދަޢުވާކޮށް, ދަޢުވާކުރައްވާ, ދަޢުވާކުރި, ދަޢުވާކުރެއްވި, އިސްތިއުނާފުކުރާ, އިސްތިއުނާފުކުރި, އިސްތިއުނާފުކޮށް, އިސްތިއުނާފުކުރެއްވި, މައްސަލަ ހުށަހެޅި, މުއްދަޢީގެ ގޮތުގައި, ދަޢުވާކުރާ ފަރާތެއްގެ ގޮތުގައި',
)
export const respondantTurns = skeletonsOfPhrases(
  'ދަޢުވާލިބޭ, ދަޢުވާލިބި, ދަޢުވާލިބުނު, ދަޢުވާލިބިގެން, އިސްތިއުނާފު ރައްދުވާ, އިސްތިއުނާފު ރައްދުވި, މައްސަލަ ރައްދުވާ, މައްސަލަ ރައްދުވި, މުއްދަޢާޢަލައިހިގެ ގޮތުގައި, ދަޢުވާލިބޭ ފަރާތެއްގެ ގޮތުގައި',
)
export const upon = skeletonsOf('މައްޗަށް')
/** The same at the end of a sentence. */
export const uponIs = skeletonsOf('މައްޗަށެވެ')
/** Before the label of one who acts for a party. */
export const agentBefore = /(?:ފަރާތުން|ބަދަލުގައި|ނަމުގައި)(?:\s\S{1,12})?\s*$/u
/** The same in a line of its own, or only the ending of the one who claims. */
export const onBehalfAlone = /^\s*(?:ގެ\s)?(?:ފަރާތުން|އިން)\s*$/u
export const onBehalf = /(?:^|[\s،,]|(?<=\p{M}))ގެ (?:ފަރާތުން|ނަމުގައި|ބަދަލުގައި)\s/u

/** The state and offices that are parties of one word. */
export const offices = skeletonsOf('ދައުލަތް ދިވެހިދައުލަތް ޕްރޮސެކިއުޓަރޖެނެރަލް')

/** `of` and `and` in the English name of an office. */
export const ofOffice = skeletonsOf('އޮފް of')
export const andOffice = skeletonsOf('އެންޑް އޭންޑް and')

/** The state; an office after it only represents it. */
export const state = skeletonsOf('ދައުލަތް ދިވެހިދައުލަތް')

/** Words by which a company or an office is known. */
export const companyWords = skeletonsOf(
  'ލިމިޓެޑް ޕްރައިވެޓް ކުންފުނި ކޮމިޝަން ކައުންސިލް ކައުންސިލްގެ އިދާރާ މިނިސްޓްރީ އޮފީސް ޕީއެލްސީ ޕްލކ ޖަމްޢިއްޔާ ކޯޕަރޭޝަން އޮތޯރިޓީ ބޭންކް ދައުލަތް ޖެނެރަލް ޕްރޮސެކިއުޓަރ އޮފީހު ltd pvt plc limited company',
)

/** Words before the name of a party that say who it is: father, mother, husband, wife, the late, and titles. */
export const partyPrefixes = skeletonsOf(
  'ކުޑަކުއްޖާ ކުއްޖާ އަންހެންކުއްޖާ ފިރިހެންކުއްޖާ އަންހެންމީހާ އަލްޙާއްޖު ބައްޕަ މަންމަ އަންބި ފިރިމީހާ އަންހެނުން މަރުޙޫމް މަރުޙޫމާ އަލްފާޟިލް އަލްފާޟިލާ އަލްއުސްތާޛު އަލްއުސްތާޛާ އަލްމުކައްރަމް އަލްމުކައްރަމާ',
)

/** Words in a line about one who acts for a party or is near it. */
export const representatives = skeletonsOf(
  'ޙަވާލުވެހުރި ޙަވާލުވެހުންނެވި ތަމްސީލުކުރާ ތަމްސީލުކުރި ތަމްސީލުކުރައްވާ ތަމްސީލުކުރެއްވި ތަމްސީލުވެރިޔާ ވަކީލު ވަކީލުން ވަކާލާތުކުރާ ޑިރެކްޓަރު ޑިރެކްޓަރ މެނޭޖަރު ބެލެނިވެރިޔާ ބަލަދުވެރިޔާ ވަލީވެރިޔާ ވަޞީ ހެކިން އިންޓަރވީނަރ',
)

/** The first words of what stands between a name and the next: a card, a passport, a register, an address. */
export const partyDetails = skeletonsOf('ދާއިމީ އެޑްރެސް މިހާރުގެ ކާޑު އައިޑީކާޑު އައިޑީ އައި ނަންބަރު ރަޖިސްޓްރީ ރަޖިސްޓްރޭޝަން މާލެ ދިވެހިރާއްޖެ ޕާސްޕޯޓު passport id')

/** What is in the place of a name but is none. */
export const notNames = skeletonsOf(
  'ދާއިމީ އެޑްރެސް މިހާރުގެ ކާޑު އައިޑީކާޑު އައިޑީ ނަންބަރު ރަޖިސްޓްރީ ރަޖިސްޓްރޭޝަން ޤާނޫނީ ވަކީލު ބެލެނިވެރިޔާ ޑިރެކްޓަރު ޑިރެކްޓަރ ތާރީޚު މާލެ ދިވެހިރާއްޖެ ތައްގަނޑު އިސްތިއުނާފުކުރެވުނު ޤަޟިއްޔާ މައްސަލަ މައްސަލައިގެ ޙުކުމް ކޯޓު ނިމުނު ޞަފްޙާ ނިންމުން ޚުލާޞާ ޕާސްޕޯޓު passport ފަރާތް',
)

/** Headings that every judgment has; none is a title. */
export const usualHeadings = skeletonsOf(
  'ޤަޟިއްޔާނިމުނުގޮތް ޤަޟިއްޔާނިމުނުގޮތުގެޚުލާޞާ ޤަޟިއްޔާނިމުނުގޮތުގެޚުލާޞާރިޕޯޓު ޝަރީޢަތްނިމުނުގޮތުގެޚުލާޞާ ޝަރީޢަތުންނިންމިގޮތް ޙުކުމް ޙުކުމުގެޚުލާޞާ ޙުކުމުގެޚުލާޞާރިޕޯޓު ނިންމުން އިޖުރާއީނިންމުން އަމުރު ދަޢުވާގެޚުލާޞާ ދިވެހިރާއްޖެ މާލެދިވެހިރާއްޖެ މާލެ ޖިނާޢީމައްސަލައެއްގެޙުކުމް ރަސްމީނަކަލު ބިސްމިﷲއިއްރަޙްމާނިއްރަޙީމް',
)

/** Words that a title of a judgment has: about, case, claim, asking. */
export const titleWords = skeletonsOf(
  'މައްސަލަ މައްސަލައެއް މައްސަލައިގެ މައްސަލައެއްގެ މައްސަލައާ މައްސަލައެކެވެ ދަޢުވާ ދަޢުވާއެއް ދަޢުވާއެއްގެ އެދި އެދިގެން ހޯދުމަށް ކުރި ގުޅޭގޮތުން ގުޅިގެން',
)

/** The ending of the noun of a verb at the end of a title: doing, giving, asking, dividing. */
export const asked = /(?:ކުރު|ދިނު|ނެގު|ހޯދު|އެދު|ބެހު|ނެރު|ކެނޑު|ވު|ގަތު|ޖެހު|ދެއްކު|ހެދު|ބޭލު|އެޅު|ލިބު|ބެލު)ން["']?$/u

/** Words that the headings of all judgments are made of: with these alone a line says nothing of its case. */
export const headingWords = skeletonsOf(
  'މި ދެ ތިން މައްސަލަ މައްސަލައިގެ މައްސަލައެއް މައްސަލައެއްގެ މައްސަލަތަކުގެ މައްސަލަތައް ޤަޟިއްޔާ ޤަޟިއްޔާގެ ޤަޟިއްޔާއެއްގެ ޤަޟިއްޔާތަކުގެ ޙުކުމް ޙުކުމުގެ ޙުކުމެއް ޚުލާޞާ ރިޕޯޓު ނިމުނު ނިމުނުގޮތް ނިމުނުގޮތުގެ ނިންމި ގޮތް ގޮތުގެ ގޮތުން ތަފްޞީލު މަޢުލޫމާތު ޖިނާޢީ މަދަނީ ޢާއިލީ ޝަރުޢީ ދަޢުވާ ދަޢުވާގެ ދަޢުވާއެއްގެ އެއްކޮށްގެން އެއްކުރެވިގެން އެއްކުރެވުނު ގުޅުވައިގެން ގުޅުވިގެން ކުރި ކުރެވުނު ކުރެއްވި އިސްތިއުނާފު އިސްތިއުނާފުގެ އިސްތިއުނާފުކުރި އިސްތިއުނާފުކުރެވުނު ނިންމުން ނިންމުމުގެ އަމުރު އަމުރުގެ ޝަރީޢަތް ޝަރީޢަތުގެ ބަޔާން ރަސްމީ ނަކަލު ކޮޕީ އާއި އަދި ބާވަތް',
)

/** The usual type of a court's cases, by the letters of its code. */
export const usualTypes: Record<string, string> = { crc: 'ޖިނާޢީ މައްސަލަ', jvc: 'ޖިނާޢީ މައްސަލަ', dc: 'މަސްތުވާތަކެތީގެ މައްސަލަ', fmc: 'ޢާއިލީ މައްސަލަ', cvc: 'މަދަނީ މައްސަލަ', hca: 'އިސްތިއުނާފު މައްސަލަ', sca: 'އިސްތިއުނާފު މައްސަލަ' } // prettier-ignore

/** Words in which a sentence says that the day before or after it is that of the decision, or another. */
export const decisionWords = skeletonsOfPhrases(
  'ނިމުނު, ނިންމި, ނިންމުނީ, ޙުކުމްކުރި, ޙުކުމްކުރީ, ޙުކުމް ކުރެވުނީ, ޙުކުމްކުރެވުނު, ޙުކުމް އިއްވީ, އިއްވި, ނިންމީ, ނެރުނު, މިއަދު, އިއްވުނީ, އިއްވެވީ, ޞާދިރުކުރި, ސޮއިކުރެވުނީ, ސޮއިކުރެއްވީ, ސޮއިކުރީ, ޙުކުމުގެ ތާރީޚަކީ',
)
/** The decision of this judgment, or the day on which it is given. */
export const thisDecision = skeletonsOfPhrases('މި ޙުކުމް, މި ޤަޟިއްޔާ, މި މައްސަލަ, މި ނިންމުން, މި އަމުރު, މި ކޯޓުން, މިއަދު')
export const otherDayWords = skeletonsOfPhrases(
  'ހުށަހެޅި, ހުށަހެޅުނު, ރަޖިސްޓްރީކުރި, ރަޖިސްޓްރީކުރެވުނު, ރަޖިސްޓްރީކޮށްފައި, އިސްތިއުނާފުކުރެވުނު, ދަށު ކޯޓުން, ނިންމެވި, ދޫކުރި, ދޫކުރީ, ފެށުނު, އުފަން, އެއްބަސްވުން, އެއްބަސްވުމުގެ, ކައިވެނި, ހިނގި, ޖެހި, އަޑުއެހުން, އަޑުއެހުމުގައި, ދަށު ކޯޓުގެ, ޚަބަރު, ހައްޔަރުކު, ކޮޕީ, ނަކަލު, މުއްދަތު ހަމަވާ, މުއްދަތު ހަމަވަނީ, ކަށަވަރުކޮށްދެނީ, ޝާއިޢުކުރި, ލިބުނު, އިސްތިއުނާފުކުރާނަމަ, ޝަހާދަތް, ހެކިބަސް',
)

/** Words that are near the names of judges but in no name. */
export const closingWords = skeletonsOf(
  'ކުލާރކު ކްލާރކް ރަޖިސްޓްރާރު މައްސަލަ މައްސަލައިގެ މަޖިލިސް މަޖިލީހުގެ ޙުކުމް ޙުކުމުގެ ކޯޓު ކޯޓުގެ ނިންމުން ތާރީޚު ނަންބަރު ޤަޟިއްޔާ ދިވެހިރާއްޖެ މާލެ ރިޔާސަތު ޚިލާފު ރައުޔު ސޮއި އިއްވީ ނިންމީ ފަރާތް ދަޢުވާކުރާ ދަޢުވާލިބޭ ދަޢުވާގެ ޚުލާޞާ ޖަވާބު',
)

/** Before the party: `the claimant is`, `appeals`; and `the respondent is`, `is claimed of`. Those of one word end in a long i. */
const actions = ['ދަޢުވާ', 'މައްސަލަ', 'މައްސަލަ ކޯޓަށް', 'ޤަޟިއްޔާ', 'އިސްތިއުނާފު', 'ޝަކުވާ']
const isOf = (verbs: string) =>
  actions.flatMap((action) => verbs.split(' ').map((verb) => `${action} ${verb}`)).join(', ')
const partyIs = (clauses: string) =>
  clauses
    .split(', ')
    .flatMap((clause) => ['ފަރާތަކީ', 'މީހަކީ'].map((noun) => `${clause} ${noun}`))
    .join(', ')

export const claimantIs = skeletonsOfPhrases(
  `${isOf('ކުރީ ކުރަނީ ކުރެއްވީ އުފުލީ އުފުލަނީ އުފުއްލެވީ ހުށަހެޅީ ހުށަހަޅަނީ ހުށަހެޅުއްވީ ކުރިމަތިކުރީ ހުށަހަޅާފައިވަނީ')}, ${partyIs('ދަޢުވާކުރި, ދަޢުވާކުރެއްވި, ދަޢުވާ އުފުލި, ދަޢުވާ ހުށަހެޅި, މައްސަލަ ހުށަހެޅި, މައްސަލަ ހުށަހެޅުއްވި, ޝަކުވާ ހުށަހެޅި, އިސްތިއުނާފުކުރި, އިސްތިއުނާފުކުރެއްވި, އިސްތިއުނާފު ހުށަހެޅި, އެދޭ')}, މުއްދަޢީއަކީ`,
)
export const respondantIs = skeletonsOfPhrases(
  `${isOf('ލިބިވަޑައިގަންނަވަނީ ރައްދުވެވަޑައިގަންނަވަނީ ލިބުނީ ލިބެނީ ލިބިފައިވަނީ ކުރެވުނީ ކުރެވެނީ ކުރެވިފައިވަނީ ރައްދުވަނީ ރައްދުވީ ރައްދުވެފައިވަނީ އަމާޒުވަނީ އަމާޒުކޮށްފައިވަނީ އުފުލިފައިވަނީ އުފުލެނީ ކޮށްފައިވަނީ')}, ${partyIs('ދަޢުވާލިބޭ, ދަޢުވާ ރައްދުވާ, ދަޢުވާކުރެވޭ, ދަޢުވާކުރެވުނު, ޝަކުވާ ރައްދުވާ, އިސްތިއުނާފު ރައްދުވާ, މައްސަލަ ރައްދުވާ, ރައްދުވާ, ތުހުމަތުކުރެވޭ')}, މުއްދަޢާޢަލައިހިއަކީ, ރައްދުވަނީ, ޖަވާބުދާރީވަނީ, ޖަވާބުދާރީވެފައިވަނީ`,
)
/** The end of the word for `is` and of such a verb. */
export const longEnding = /ީ$/u
/** After the party: `is the case that A appealed`. */
export const caseOfParty = skeletonsOfPhrases(
  'އިސްތިއުނާފުކުރި ޤަޟިއްޔާއެކެވެ, އިސްތިއުނާފުކުރި މައްސަލައެކެވެ, އިސްތިއުނާފުކުރެއްވި ޤަޟިއްޔާއެކެވެ, އިސްތިއުނާފުކުރެއްވި މައްސަލައެކެވެ, ހުށަހެޅި ޤަޟިއްޔާއެކެވެ, ހުށަހެޅި މައްސަލައެކެވެ, ހުށަހެޅި އިސްތިއުނާފެކެވެ, ކުރި ދަޢުވާއެކެވެ, ކުރި އިސްތިއުނާފެކެވެ',
)
/** Words that end a name in a sentence, next to those with the ending of a verb or a case: who is called, these two, together. */
export const clauseStops = skeletonsOf('ކިޔާ ކިޔުނު ކިޔައިގެން މިދެމީހުން މިމީހުން މިމީހާ މީހަކު މީހެއްގެ އެކު އެކުގައި ޙާޟިރުގައި އިން')
/** The end of a sentence, joined to a name or apart: is, is to. */
export const isEnding = /(?:އަށެވެ|ންނަށެވެ|ންނެވެ|ގެއެވެ|އެވެ|ށެވެ|ެވެ)$/u
export const orders = skeletonsOf('އަންގަމެވެ އެންގީމެވެ އެންގުނެވެ އަންގައިފީމެވެ އަމުރުކުރަމެވެ އަމުރުކުރީމެވެ')

const atolls = {
  ހއ: 'ތިލަދުންމަތީ އުތުރުބުރި, ހާ އަލިފު', HA: 'North Thiladhunmathi',
  ހދ: 'ތިލަދުންމަތީ ދެކުނުބުރި, ހާ ދާލު', HDh: 'South Thiladhunmathi',
  ށ: 'މިލަދުންމަޑުލު އުތުރުބުރި, ޝަވިޔަނި', Sh: 'North Miladhunmadulu',
  ނ: 'މިލަދުންމަޑުލު ދެކުނުބުރި, ނޫނު އަތޮޅު', N: 'South Miladhunmadulu',
  ރ: 'މާޅޮސްމަޑުލު އުތުރުބުރި, ރާ އަތޮޅު', R: 'North Maalhosmadulu',
  ބ: 'މާޅޮސްމަޑުލު ދެކުނުބުރި, ބާ އަތޮޅު', B: 'South Maalhosmadulu',
  ޅ: 'ފާދިއްޕޮޅު, ޅަވިޔަނި', Lh: 'Faadhippolhu',
  ކ: 'މާލެ އަތޮޅު, ކާފު އަތޮޅު', K: 'Male Atoll',
  އއ: 'އަރި އަތޮޅު އުތުރުބުރި, އަލިފު އަލިފު', AA: 'North Ari Atoll',
  އދ: 'އަރި އަތޮޅު ދެކުނުބުރި, އަލިފު ދާލު', ADh: 'South Ari Atoll',
  ވ: 'ފެލިދޫ އަތޮޅު, ވާވު އަތޮޅު', V: 'Felidhu Atoll',
  މ: 'މުލަކު އަތޮޅު, މީމު އަތޮޅު', M: 'Mulaku Atoll',
  ފ: 'ނިލަންދެ އަތޮޅު އުތުރުބުރި, ފާފު އަތޮޅު', F: 'North Nilandhe Atoll',
  ދ: 'ނިލަންދެ އަތޮޅު ދެކުނުބުރި, ދާލު އަތޮޅު', Dh: 'South Nilandhe Atoll',
  ތ: 'ކޮޅުމަޑުލު, ތާ އަތޮޅު', Th: 'Kolhumadulu',
  ލ: 'ހައްދުންމަތި, ލާމު އަތޮޅު', L: 'Hahdhunmathi',
  ގއ: 'ހުވަދޫ އަތޮޅު އުތުރުބުރި, ގާފު އަލިފު', GA: 'North Huvadhu Atoll',
  ގދ: 'ހުވަދޫ އަތޮޅު ދެކުނުބުރި, ގާފު ދާލު', GDh: 'South Huvadhu Atoll',
  ޏ: 'ފުވައްމުލައް, ޏަވިޔަނި', Gn: 'Fuvammulah',
  ސ: 'އައްޑޫ, ސީނު އަތޮޅު', S: 'Addu',
} // prettier-ignore

/** Names of atolls by their short names. */
export const atollNames: Record<string, Skeleton[]> = Object.fromEntries(
  Object.entries(atolls).map(([letters, names]) => [letters, skeletonsOfPhrases(names)]),
)

/** The word for a court, as a recognizer reads it. */
export const courtWord = /ކޓ|court|ކޒ|ކބ|ތޓ/

/** The word for a court in its cases. */
export const courtForms = skeletonsOf('ކޯޓު ކޯޓުގެ ކޯޓުން ހައިކޯޓު ހައިކޯޓުގެ ހައިކޯޓުން court')
