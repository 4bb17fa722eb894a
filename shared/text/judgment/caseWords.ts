import { type Skeleton, skeletonOf } from './skeleton.ts'
import { skeletonsOf, skeletonsOfPhrases } from './skeletons.ts'

/** Before the number under which this court registered the case, and after it. */
export const ofThisCourtBefore = /މި\s?ކޯޓުގެ\s$/u

export const nthCase = /^\s*ވަނަ\s(?:މައްސަލަ|ޤަޟިއްޔާ|ދަޢުވާ)/u

export const registered = skeletonOf('ރަޖިސްޓްރީ')

/** Before the number of a case that is decided together with this one. */
export const decidedTogether = skeletonsOfPhrases(
  'ގުޅުވިގެން, ގުޅުވައިގެން, އެއްކޮށްގެން, އެކީގައި ބެލި, އެކުގައި ބެލި, އެއްކުރެވުނު, އެއްކުރެވިގެން, އެއްކުރެވިފައިވާ, އެއްފަހަރާ ބެލި',
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
  'ނިމުނު, ނިންމި, ނިންމުނީ, ޙުކުމްކުރި, ޙުކުމްކުރީ, ޙުކުމް ކުރެވުނީ, ޙުކުމްކުރެވުނު, ޙުކުމް އިއްވީ, އިއްވި, ނިންމީ, ނެރުނު, މިއަދު, އިއްވުނީ, އިއްވެވީ, ޞާދިރުކުރި, ސޮއިކުރެވުނީ, ސޮއިކުރެއްވީ, ސޮއިކުރީ, ޙުކުމުގެ ތާރީޚަކީ, އިޢުލާންކުރި, އިޢުލާންކުރީ, އިޢުލާންކުރެއްވީ, ކުރެވުނު ޙުކުމް, ކުރި ޙުކުމެކެވެ, ޙުކުމްކޮށްފީމެވެ, ޙުކުމްކުރީމެވެ, ޙުކުމްކުރަމެވެ',
)

/** The verb of a decision directly before its day or before a colon: ordered, issued an order, gave the force of a judgment. */
export const decidedOn =
  /(?<!\p{M})(?:އަމުރުކުރ(?:ި|ީ|ެއްވި|ެއްވީ|ެވުނު|ެވުނީ)|(?:އަމުރު|ޙުކުމް|ހުކުމް|ނިންމުން)\s(?:ނެރުނީ|ނެރުއްވީ|ނެރުނު|ނެރެވުނީ)|ބާރު\s?(?:ދިނީ|ދެއްވީ|ދިން|ދެއްވި))\s*:?\s*$/u

/** The decision of this judgment, or the day on which it is given. */
export const thisDecision = skeletonsOfPhrases('މި ޙުކުމް, މި ޤަޟިއްޔާ, މި މައްސަލަ, މި ނިންމުން, މި އަމުރު, މި ކޯޓުން, މިއަދު')

export const otherDayWords = skeletonsOfPhrases(
  'ހުށަހެޅި, ހުށަހެޅުނު, ރަޖިސްޓްރީކުރި, ރަޖިސްޓްރީކުރެވުނު, ރަޖިސްޓްރީކޮށްފައި, އިސްތިއުނާފުކުރެވުނު, ދަށު ކޯޓުން, ނިންމެވި, ދޫކުރި, ދޫކުރީ, ފެށުނު, އުފަން, އެއްބަސްވުން, އެއްބަސްވުމުގެ, ކައިވެނި, ހިނގި, ޖެހި, އަޑުއެހުން, އަޑުއެހުމުގައި, ދަށު ކޯޓުގެ, ޚަބަރު, ހައްޔަރުކު, ކޮޕީ, ނަކަލު, މުއްދަތު ހަމަވާ, މުއްދަތު ހަމަވަނީ, ކަށަވަރުކޮށްދެނީ, ޝާއިޢުކުރި, ލިބުނު, އިސްތިއުނާފުކުރާނަމަ, ޝަހާދަތް, ހެކިބަސް, ޗާޕުކުރި, ޗާޕުކުރީ, އެއްބަސްވި ގޮތ',
)

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

/** A tribunal, which is no court. */
export const tribunal = skeletonsOf('ޓްރައިބިއުނަލް ޓްރިބިއުނަލް ޓްރައިބިޔުނަލް tribunal')

/** The names of the days of the week. */
export const weekday = /(?:އާދ[ިީ]އްތަ|ހޯމަ|އަންގާރަ|ބުދަ|ބުރާސްފަތި|ހުކުރު|ހޮނިހިރު)/gu

/** The label of the last hearing. */
export const lastHearing = /އެންމެ ފަހު|ފަހުގެ|އެންމެފަހު/u

/** The word for a judgment, and nothing else. */
export const judgmentAlone = /^\P{L}*[ޙހ]ުކުމް\P{L}*$/u

/** The heading of an order. */
export const orderHeading = /^\P{L}*(?:ކޯޓު\s?)?އަމުރު\P{L}*$/u

/** The word for a case, a claim or a summary before a colon. */
export const caseAlone = /^[^\p{L}\d]*(?:މައްސަލަ|މައްސަލައަކީ|ޤަޟިއްޔާ|ދަޢުވާ|ޚުލާޞާ|މައްސަލައިގެ ޚުލާޞާ)\s*[:–-]\s*/u

/** The end of a title: the noun of a verb, or the word for a case. */
export const titleEnd = /(?:\u07aa\u0782\u07b0|މައްސަލަ|ދަޢުވާ)["']?$/u

/** A label before its colon that ends in the word for a day. */
export const dayLabel = /\p{M}\s(?:ދުވަސް|ތާރީޚު|ތާރީޚް|ތާރީޙު)\s*:\s*$/u
