import { skeletonsOf, skeletonsOfPhrases } from './skeletons.ts'

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
export const heirs = skeletonsOf(
  'ވާރުތަވެރިން ވާރުތަވެރިންނާއި ވާރުތަވެރިންގެ ވާރުތަވެރިންނަކީ ވާރުތަވެރިންކަމުގައިވާ ވާރުތަވެރިންކަމަށްވާ ވާރުތަވެރިޔަކީ ވާރިޘުން ވާރިޘުންނާއި ވާރިޘުންގެ ވާރިޘުންނަކީ ވާރިޘުންކަމަށްވާ ވާރިޘުންކަމުގައިވާ ވާރިޘަކީ ވާރިޘެއްކަމުގައިވާ',
)

/** The children of one who died, or the words after the one for heirs: in the capacity of, who are. */
export const children = skeletonsOf('ދަރިން ދަރިންގެ ދަރިންކަމަށްވާ ދަރިންކަމުގައިވާ')

export const asHeirs = skeletonsOf('ގޮތުގައި ގޮތުން ކަމުގައިވާ ކަމަށްވާ ކަމުގައި ތިބި ތެރެއިން ހައިސިއްޔަތުން ފަރާތުން ނަމުގައި ބަދަލުގައި')

/** One who died. */
export const deceased = skeletonsOf('މަރުޙޫމް މަރުޙޫމާ މަރުޙޫމު ނިޔާވި ނިޔާވެފައިވާ ނިޔާވެގެންދިޔަ ނިޔާވެގެންދެވި')

/** Other parties that a head does not name: އެހެންމީހުން, އިތުރު 3 މީހުން. */
export const otherParties = skeletonsOf('އެހެންމީހުން އެހެން އިތުރު others another')

/** Endings of a place, an origin, a purpose and a verb: ކޯޓުގައި, ފަރާތުން, ފަރާތަށް, ޙާޟިރުވީ, ކުރަނީ, މިއީއެވެ. */
export const sentenceEnding =
  /(?:ގައި|(?<!ވާރި[ޘސ])ުން|ަށް|އްވި|(?<!ަ)ވީ|(?:^|.{3})ކުރ(?:ި|ީ|ާ)|[ރވ]ަނީ|(?<!ޕ)ެނީ|[އތނ]ަކީ|މުން(?:އައި)?|(?:ކުރު|ދިނު|ވު)މާ|ކަމުގައިވާ|ކަމަށްވާ|ެވެ|ތައް|ގެން|ފައި|ކަމް?)$/u

/** The ending of `of`. */
export const genitive = 'ގެ'

/** The dot after an initial: the Dhivehi name of a Latin letter, as in އެމް., one letter with its vowel sign, or a Latin one; or that of doctor, ޑރ. */
export const initialDot =
  /(?<=(?<![\p{L}\p{M}])(?:[\u0780-\u07a5][\u07a7-\u07af]|އެއްޗް|އެކްސް|އެ[ފޗލމނސ]ް|އައި|އާރު?|ކިއު|ވައި|ޒެޑް|ޑަބްލި[އޔ]ު|ޑރ|[A-Z][A-Za-z]?))\./gu

/** The other side follows: ވ., v., vs, ނ. */
export const versus = /\s\.?(?:ވ|v|vs|V|VS|ނ|ދެކޮޅަށް|ޟިއްދު|ވާސަސް|ވަރސަސް|against|versus)[.\s]\s*(?!\s*\p{M})/u

/** The same in a line of its own; in parentheses it is the mark of a list. */
export const versusAlone = /^[\s–-]*(?:ވ|v|vs|ދެކޮޅަށް|ޟިއްދު|ވާސަސް|ވަރސަސް|against|versus)\s?\.?[\s–-]*$/iu

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
/** After the party from whom something is claimed: from the hands of, and upon and against at the end of a sentence. */
export const fromHands = skeletonsOf('އަތުން އަތުންނެވެ މައްޗަށެވެ ދެކޮޅަށެވެ')

/** `about`, after the one who is complained of. */
export const concerning = /^އާ?މެދުގަ/u
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
  'ކޮމްޕެނީ ކޮމްޕެނި ސޮސައިޓީ ފައުންޑޭޝަން އެސޯސިއޭޝަން ގްރޫޕް އެލްއެލްސީ ކްލަބް ޔުނިވަރސިޓީ ފެޑަރޭޝަން ޓްރަސްޓް ސްކޫލް ހޮސްޕިޓަލް ކޯޕަރޭޓިވް އިންސްޓިޓިއުޓް ލިމިޓެޑް ޕްރައިވެޓް ކުންފުނި ކޮމިޝަން ކައުންސިލް ކައުންސިލްގެ އިދާރާ މިނިސްޓްރީ އޮފީސް ޕީއެލްސީ ޕްލކ ޖަމްޢިއްޔާ ކޯޕަރޭޝަން އޮތޯރިޓީ ބޭންކް ދައުލަތް ޖެނެރަލް ޕްރޮސެކިއުޓަރ އޮފީހު ltd pvt plc limited company',
)

/** Words before the name of a party that say who it is: father, mother, husband, wife, the late, and titles. */
export const partyPrefixes = skeletonsOf(
  'ކުޑަކުއްޖާ ކުއްޖާ އަންހެންކުއްޖާ ފިރިހެންކުއްޖާ އަންހެންމީހާ އަލްޙާއްޖު ބައްޕަ މަންމަ އަންބި ފިރިމީހާ އަންހެނުން މަރުޙޫމް މަރުޙޫމާ އަލްފާޟިލް އަލްފާޟިލާ އަލްއުސްތާޛު އަލްއުސްތާޛާ އަލްމުކައްރަމް އަލްމުކައްރަމާ',
)

/** The home or `that home` in which the one lives who is named after it. */
export const homeLead = /^\s*(?:އެ\s)?[\p{L}\p{M}]*ގޭ\s+(?=\S+\s\S)/u

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
export const clauseStops = skeletonsOf(
  'އެދިގެން ރަށު ރަށުގެ އަވަށު އަވަށުގެ ބުނެފައި އެމީހަކު އެމީހާގެ އޭނާގެ ދަންނަވައި ދަންނަވާފައި ޙާޟިރުވެ ވަޑައިގެން ކިޔާ ކިޔުނު ކިޔައިގެން މިދެމީހުން މިމީހުން މިމީހާ މީހަކު މީހެއްގެ އެކު އެކުގައި ޙާޟިރުގައި އިން',
)

/** Before an alias: called by the name. */
export const aliasLead = String.raw`\sކިޔާ(?=\sނަން)`

/** The last word of a name that is no party: of the court, at the court. */
export const ofCourt = skeletonsOf('ކޯޓުގެ ކޯޓުން ހައިކޯޓުގެ ހައިކޯޓުން ޓްރައިބިއުނަލްގެ ޓްރައިބިއުނަލުން')

/** The end of a sentence, joined to a name or apart: is, is to. */
export const isEnding = /(?:އަށެވެ|ންނަށެވެ|ންނެވެ|ގެއެވެ|އެވެ|ށެވެ|ެވެ)$/u

export const orders = skeletonsOf('އަންގަމެވެ އެންގީމެވެ އެންގުނެވެ އަންގައިފީމެވެ އަމުރުކުރަމެވެ އަމުރުކުރީމެވެ')

/** `and` before the short name of an atoll or a ward and a place, all in one piece: `Th. island A and Th. island B`. */
export const andBeforePlace = /\s(?:އާއި|އަދި)\s(?=[\u0780-\u07a5]{1,2}\.\s[^\s،,]+\s[^،,]+$)/u

/** The label of both sides. */
export const ofSides = /^[^:]{0,30}(?:ފަރާތްތައް|ދެ\s?ފަރާތް)\s*:\s*/u

/** Says, states, complains, asks, claims: in the form that points to what follows. */
export const saying = /^(?:ބުނަނީ|ބުނީ|ބުނެފައިވަނީ|ދެންނެވީ|ދަންނަވަނީ|ދަންނަވާފައިވަނީ|ޝަކުވާކުރީ|ޝަކުވާކުރަނީ|އެދެނީ|އެދުނީ|ދަޢުވާކުރަނީ|ދަޢުވާކުރީ|ހުށަހަޅާފައިވަނީ|ހުށަހެޅީ|ހުށަހަޅަނީ)$/u

/** `that company`, before the word for the relation. */
export const thatOne = /(?<!\p{M})އެ\s(?:ކުންފުން|އިދާރާ|އޮފީ|މިނިސްޓްރީ|ތަން|ފަރާތ|ކައުންސިލ|ބޭންކ)[\p{L}\p{M}]*\s(?:އާއި?\s)?$/u

/** The ending of a verb after which the sentence goes on: claiming. */
export const demonstrative = /^\u0789\u07a8(?:\u0787\u07a9|(?:ދެ|ތިން|ހަތަރު)?މީހުން(?:ގެ)?)?$/u

/** The word for a company, an office or an employer in a label. */
export const officeNoun = /^(?:ކުންފުނ|އިދާރާ|އޮފީ|މުއައްސަސ|އެމްޕްލޯޔަރ|މިނިސްޓްރީ)/u
