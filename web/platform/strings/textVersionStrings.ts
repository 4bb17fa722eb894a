import type { Language } from '#shared/messages.ts'
import { isolate } from '#shared/text/format/isolate.ts'

const dv = {
  conflicts: (count: number) => `ދެފަރާތުން ވެސް ބަދަލުކޮށްފައިވާ ތަންތަން: ${count}`,
  rest: 'އެންމެ ފަރާތަކުން ބަދަލުކުރި ޕެރެގްރާފްތައް ލިޔުމުގައި އެބަހުރި.',
  place: (number: number, count: number) => `ތަން ${isolate(`${number} / ${count}`)}`,
  both: 'ދެ ލިޔުން ވެސް',
  removed: 'މި ޕެރެގްރާފް އުނިކޮށްފައިވޭ',
  formatting: 'ބަދަލުކޮށްފައިވަނީ ހަމައެކަނި ފޯމެޓް',
  show: 'ތަފާތު ބައްލަވާ',
  earlier: 'މީގެ ކުރީގެ ބަދަލުތައް ދައްކަވާ',
  unchanged: (count: number) => `ބަދަލުނުވާ ޕެރެގްރާފްތައް: ${count}`,
  restore: 'މި ބަދަލުގެ ކުރިން އޮތް ލިޔުން އަނބުރާ ގެންނަވާ',
  restored: 'އެ ލިޔުން މިހާރު ފޯމުގައި އެބައޮތް. އަދި ރައްކާއެއް ނުކުރެވޭ.',
  undo: 'އަނބުރާލައްވާ',
  job: {
    merged: 'އައު މަޢުލޫމާތު މިހާރު މި ފޯމުގައި އެބަހުރި. ލިޔުއްވި އެއްޗެއް ނުގެއްލޭނެ.',
    taken: 'އައު މަޢުލޫމާތު ލިބުނު ބައިތައް:',
    theirs: 'އެނަލިސިސްއިން ފެނުނު ގޮތް',
  },
}

const en: typeof dv = {
  conflicts: (count) => `Places that both of you changed: ${count}`,
  rest: 'Paragraphs that only one of you changed are in the text.',
  place: (number, count) => `Place ${number} / ${count}`,
  both: 'Both',
  removed: 'This paragraph was removed',
  formatting: 'Only the formatting was changed',
  show: 'See the difference',
  earlier: 'Show earlier changes',
  unchanged: (count) => `Unchanged paragraphs: ${count}`,
  restore: 'Restore the text before this change',
  restored: 'The text is in the form now. It is not saved yet.',
  undo: 'Undo',
  job: {
    merged: 'This form now has the new values. Nothing that you have typed is lost.',
    taken: 'New values:',
    theirs: 'From the analysis',
  },
}

/** Differences of two versions of a judgment's text. Loaded with them. */
export const textVersionStrings: Record<Language, typeof dv> = { dv, en }
