import type { Language } from '#shared/messages.ts'
import { isolate } from '#shared/text/format/isolate.ts'

/** The strings of the reader's tools, in Dhivehi. They are loaded with the reader. */
const dv = {
  paragraph: (numbers: string) => `ޕެރެގްރާފް ${isolate(numbers)}`,
  /** The word before the position among the matches in the text. */
  match: 'ތަން',
  page: (number: string) => ({ short: `ޞ. ${number}`, full: `${number} ވަނަ ޞަފްޙާ` }),

  link: 'ލިންކު',
  copyLink: (paragraph: string) => `${paragraph}: ލިންކު ނަކަލުކުރައްވާ`,
  linkCopied: 'ލިންކު ނަކަލުކުރެވިއްޖެ',

  citedBy: 'މި މައްސަލައަށް ޙަވާލާދީފައިވާ މައްސަލަތައް',
  moreCitedBy: (count: number) => `އިތުރު ${count} މައްސަލަ`,

  settings: 'ކިޔާގޮތް',
  sizes: { small: 'ކުޑަ', medium: 'މެދުމިން', large: 'ބޮޑު', largest: 'އެންމެ ބޮޑު' },
  lines: 'ފޮޅުވަތްތަކުގެ ދުރުމިން',
  lineHeights: { tight: 'ކައިރި', normal: 'މެދުމިން', loose: 'ދުރު' },
  width: 'ލިޔުމުގެ ފުޅާމިން',
  widths: { narrow: 'ހަނި', normal: 'މެދުމިން', wide: 'ފުޅާ' },
  definitions: 'ޢިބާރާތްތަކުގެ މާނަ',
  showDefinitions: { on: 'ދައްކަވާ', off: 'ނުދައްކަވާ' },
  definitionsHere: 'މި ލިޔުމުގައިވާ ޢިބާރާތްތައް',
  wholeMeaning: 'މުޅި މާނަ ބައްލަވާ',

  selection: 'ޚިޔާރުކުރެއްވި ލިޔުން',
  addNote: 'ޚިޔާލެއް އިތުރުކުރައްވާ',
  copying: 'ނަކަލުކުރައްވާ',
  searchLibrary: 'ލައިބްރަރީން ހޯއްދަވާ',
  report: 'ކުށެއް އަންގަވާ',

  reportHelp: 'ލިޔުމުގައި ހުރި ކުށް، އިޞްލާޙުކުރުމުގެ ހުއްދަ ލިބިފައިވާ މުވައްޒަފުންނަށް އެންގޭނެއެވެ.',
  reportMessage: 'ރަނގަޅުކުރަންޖެހެނީ ކޮންކަމެއް؟',
  reportNeeded: 'ތަފްޞީލު ޖައްސަވަންޖެހޭނެ',
  reportSend: 'އަންގަވާ',
  reportSent: 'ކުށް އެންގިއްޖެ. ޝުކުރިއްޔާ.',
  reports: (count: number) => `އަންގަވާފައިވާ ކުށްތައް (${count})`,
  reportsFailed: 'އަންގަވާފައިވާ ކުށްތައް ނުލިބުނު',
  reportChanged: 'މި ކުށް އެންގުމަށްފަހު މައްސަލައަށް ބަދަލު އައިސްފައިވޭ',
  reportGoTo: 'ލިޔުމުން ބައްލަވާ',
  reportDone: 'ނިމިއްޖެ',
}

const en: typeof dv = {
  paragraph: (numbers) => `Paragraph ${isolate(numbers)}`,
  match: 'Match',
  page: (number) => ({ short: `p. ${number}`, full: `Page ${number}` }),

  link: 'Link',
  copyLink: (paragraph) => `${paragraph}: copy the link`,
  linkCopied: 'The link was copied',

  citedBy: 'Cases that cite this one',
  moreCitedBy: (count) => `${count} more ${count === 1 ? 'case' : 'cases'}`,

  settings: 'Reading settings',
  sizes: { small: 'Small', medium: 'Medium', large: 'Large', largest: 'Largest' },
  lines: 'Space between lines',
  lineHeights: { tight: 'Tight', normal: 'Medium', loose: 'Loose' },
  width: 'Width of the text',
  widths: { narrow: 'Narrow', normal: 'Medium', wide: 'Wide' },
  definitions: 'Meanings of phrases',
  showDefinitions: { on: 'Show', off: 'Hide' },
  definitionsHere: 'Phrases in this text',
  wholeMeaning: 'Show the whole meaning',

  selection: 'Selected text',
  addNote: 'Add a note',
  copying: 'Copy',
  searchLibrary: 'Search in the library',
  report: 'Report an error',

  reportHelp: 'The staff who may correct the text are notified of the error.',
  reportMessage: 'What has to be corrected?',
  reportNeeded: 'Description needed',
  reportSend: 'Report',
  reportSent: 'The error was reported. Thank you.',
  reports: (count) => `Reported errors (${count})`,
  reportsFailed: 'The reported errors could not be fetched',
  reportChanged: 'The case was changed after this report',
  reportGoTo: 'Show in the text',
  reportDone: 'Done',
}

export const readerStrings: Record<Language, typeof dv> = { dv, en }
