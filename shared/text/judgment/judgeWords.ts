import { skeletonsOf } from './skeletons.ts'

/** Titles before the name of a judge, or of the member of a tribunal. */
export const judgeTitles = skeletonsOf(
  'އުއްތަމަ ފަނޑިޔާރު އުއްތަމަފަނޑިޔާރު އިސްފަނޑިޔާރު އިސްޤާޟީ ޤާޟީ ޤާޟިޔާ އަލްޤާޟީ މެޖިސްޓްރޭޓު އިސްމެޖިސްޓްރޭޓު މެންބަރު ރައީސް އިސްވެރިޔާ ޗެއަރޕާސަން އަލްއުސްތާޛު އަލްއުސްތާޛާ އަލްފާޟިލް އަލްފާޟިލާ ޑޮކްޓަރު ޝައިޚު ފަޟީލަތުއްޝައިޚް މެމްބަރު ޖަޖް ޖަޖުން ޖަސްޓިސް justice judge magistrate chief hon honourable',
)

/** Titles of a person, which make no one a judge. */
export const honorifics = skeletonsOf('އަލްއުސްތާޛު އަލްއުސްތާޛާ އަލްފާޟިލް އަލްފާޟިލާ ޑޮކްޓަރު ޝައިޚު ފަޟީލަތުއްޝައިޚް hon honourable')

/** The words for a lower court, or that court, before the label of who judged there. */
export const lowerCourt = /ދަށު\s?ކޯޓު|(?<!\p{M})އެ\s?ކޯޓު/u

/** The label of the day on which a court decided. */
export const courtDecided = /^\W*(?<court>\p{Script=Thaana}.*ކޯޓު)ން\s/u

/** The court of first instance. */
export const firstInstance = /ދަރަޖައިގެ\s?ކޯޓު/u

/** Words that may be before a title, or next to it, and belong to it: އިސް ޤާޟީ, ސުޕްރީމް ކޯޓުގެ ފަނޑިޔާރު, ޑރ. */
export const titlePrefixes = skeletonsOf('އިސް ޑރ އުއްތަމަ ކޯޓުގެ ސުޕްރީމް ހައިކޯޓުގެ މަޖިލީހުގެ ޓްރައިބިއުނަލްގެ')

/** Began, before. */
export const begun = /(?<!\p{M})(?:ފެށި|ފެއްޓެވި|ފެށުނު|ކުރިން|ކުރީގެ|ކުރީގައި)\s/u

/** The label of a title in a block of signatures. */
export const positionLabel = /^\s*މަ[ޤގ]ާމު\s*[:–-]\s*/u

/** `is`, joined to a title: the judge is. */
export const judgeIs = /(?:ުންނ|އ)?ަކީ$/u

/** The verb after which the judges are named, to the end of the sentence: judged, decided by. */
export const judgedBy = skeletonsOf(
  'އަމުރުކުރެއްވީ އަމުރުކުރީ ޙުކުމްކުރަނީ ޙުކުމްކުރައްވަނީ ބައްލަވަނީ ނިންމަނީ ނިންމަވަނީ ބެލީ ބެލެއްވީ ބެއްލެވީ ޙުކުމްކުރީ ޙުކުމްކުރެއްވީ ކުރެއްވީ ނިންމީ ނިންމެވީ އިއްވެވީ އިއްވީ ހިންގީ ހިންގެވީ ނެރުއްވީ އިންނެވީ ހުންނެވީ',
)

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
  'އިއްތިފާޤުވެ އިއްތިފާޤުވެގެން އިއްތިފާޤުން އިއްތިފާޤުވެވަޑައިގެން އެއްބަސްވެ އެއްބަސްވެގެން އެއްބަސްވެވަޑައިގެން އެއްގޮތަކަށް އެއްކޮށް އެކުގައި އެކީގައި ބައިވެރިވެ ބައިވެރިވެގެން ތިއްބެވީ ތިއްބެވި ހިމެނުނު ހިމެނޭ އެކުލެވޭ އެކުލެވިގެންވާ އެކުލެވިގެން އެކުލެވިފައިވާ އެކުލެވުނު ހިމެނިގެން ހިމެނިގެންވާ',
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
export const presiding = skeletonsOf(
  'މަޖިލީހުންނެވެ މަޖިލީހެވެ މަޖިލީހަކުންނެވެ މަޖިލީހަކުން އިސްކުރައްވައިގެން އިސްކޮށްގެން ރިޔާސަތުގައި ރިޔާސަތުގެ މަޖިލީހުގައި މަޖިލީހުން ކުރިމަތީގައި ކުރިމައްޗަށް ކުރިމަތިން ޙުޟޫރުގައި',
)

/** Words that are near the names of judges but in no name. */
export const closingWords = skeletonsOf(
  'ނަމާއި މަޤާމު ކުލާރކު ކްލާރކް ރަޖިސްޓްރާރު މައްސަލަ މައްސަލައިގެ މަޖިލިސް މަޖިލީހުގެ ޙުކުމް ޙުކުމުގެ ކޯޓު ކޯޓުގެ ނިންމުން ތާރީޚު ނަންބަރު ޤަޟިއްޔާ ދިވެހިރާއްޖެ މާލެ ރިޔާސަތު ޚިލާފު ރައުޔު ސޮއި އިއްވީ ނިންމީ ފަރާތް ދަޢުވާކުރާ ދަޢުވާލިބޭ ދަޢުވާގެ ޚުލާޞާ ޖަވާބު',
)

/** The plural of judge, magistrate and member. */
export const pluralOfJudges = /(?:ރުން|ޓުން|ޟީން|ޖުން)$/u
