import { inLanguage, type Language, type Sentence } from '#shared/messages.ts'
import { fill } from '#shared/text/format/isolate.ts'

type Sentences = Record<string, Sentence>

/** Why a run failed: code → sentence. */
export const analysisFailures = {
  unreadable: ['މި ފައިލަކީ ކިޔޭ ޕީޑީއެފް ފައިލެއް ނޫން', 'The file is not a PDF that can be read.'],
  encrypted: ['މި ޕީޑީއެފް ފައިލު ހުޅުވަން ޕާސްވޯޑެއް ބޭނުންވޭ', 'The PDF needs a password.'],
  'too-many-pages': ['މި ފައިލުގެ ޞަފްޙާތައް މާ ގިނަ: އެންމެ ގިނަވެގެން 2000', 'The PDF has too many pages: at most 2000.'],
  'file-missing': ['މި އެނަލިސިސްގެ ފައިލު ނުފެނުނު', 'The file of this analysis is missing.'],
  'page-time': ['އެއް ޞަފްޙާ ކިޔުމަށް މާ ގިނަ ވަގުތު ނަގައިފި', 'One page took too long to read.'],
  'total-time': ['މި ފައިލު ކިޔުމަށް މާ ގިނަ ވަގުތު ނަގައިފި', 'The file took too long to read.'],
  memory: ['މި ފައިލު ކިޔުމަށް މާ ގިނަ މެމޮރީ ބޭނުންވޭ', 'The file needs too much memory to read.'],
  'too-large': ['މި ފައިލުން ނެރެވޭ ލިޔުން މާ ބޮޑު', 'The text of the file is too large.'],
  crashed: ['ފައިލު ކިޔަނިކޮށް މެދުކެނޑިއްޖެ', 'Reading the file ended unexpectedly.'],
  interrupted: ['އެނަލައިޒްކުރުން ގިނަ ފަހަރު މެދުކެނޑިއްޖެ', 'The run was interrupted too often.'],
} as const satisfies Sentences
export type AnalysisFailureCode = keyof typeof analysisFailures

/** The failures that may be due to the moment, and are tried again: the others would end in the same way. */
export const retriedFailures: readonly AnalysisFailureCode[] = ['crashed', 'file-missing']

/** What a run warns of: code → sentence. `{…}` is filled with the values of the warning. */
const analysisWarnings = {
  'scanned-pages': ['ސްކޭންކޮށްފައިވާ {count} ޞަފްޙާއެއްގެ ލިޔުން ކިޔާފައެއް ނެތް', 'The text of {count} scanned pages was not read.'],
  'read-by-ocr': ['ސްކޭންކޮށްފައިވާ {count} ޞަފްޙާއެއްގެ ލިޔުން ކިޔެވިފައިވަނީ އޯސީއާރުން', 'The text of {count} scanned pages was read by OCR.'],
  'hidden-text': ['މި ޞަފްޙާގައި ކިޔާ މީހަކަށް ނުފެންނަ ލިޔުމެއް އެބައޮތް', 'This page has text that its reader cannot see.'],
  'unknown-glyphs': [
    'މި ޞަފްޙާގެ {count} އަކުރެއް އެއީ ކޮން އަކުރެއްކަން ފައިލަކުން ނޭނގޭ',
    'The file does not say which letters {count} glyphs of this page are.',
  ],
  'doubtful-page': ['މި ޞަފްޙާގެ ލިޔުމުގެ ޞައްޙަކަން ޔަޤީނެއް ނޫން', 'The text of this page is doubtful.'],
  'picture-differs': [
    'ފައިލުގެ ލިޔުމާއި ޞަފްޙާގެ ފޮޓޯއިން ފެންނަ ލިޔުން ތަފާތު: އެއްގޮތްވަނީ {share}',
    'The text of the file is not what its pages show: {share} of the letters agree.',
  ],
  'no-text': ['މި ފައިލަކުން ލިޔުމެއް ނުފެނުނު', 'No text was found in this file.'],
  'tables-found': ['މި ޞަފްޙާގައި {count} ތާވަލު އެބަހުރި', 'Tables on this page: {count}.'],
  'preserved-changes': [
    'އަލުން ކިޔުނު ނަމަވެސް، ޔޫޒަރުން ބަދަލުކޮށްފައިވާ {count} ބަޔަކަށް ބަދަލެއް ނުގެނެވޭ',
    '{count} fields keep the changes of a user instead of what was read again.',
  ],
  'other-court': [
    'މި އެނަލިސިސްގެ ކޯޓު ނޫން އެހެން ކޯޓެއްގެ ނަން ލިޔުމުގައި އެބައޮތް: {court}',
    'The text names another court than the one chosen: {court}.',
  ],
  'several-numbers': ['މި ޙުކުމުގައި ޤަޟިއްޔާ ނަންބަރުތަކެއް އެބަހުރި: {numbers}', 'The judgment has several case numbers: {numbers}.'],
  'unlisted-judge': ['ފަނޑިޔާރުންގެ ލިސްޓުގައި މި ނަމެއް ނެތް: {name}', 'The list of judges has no such name: {name}.'],
  'date-before-number': [
    'ޙުކުމުގެ ތާރީޚަކީ ޤަޟިއްޔާ ނަންބަރުގެ އަހަރުގެ ކުރީގެ ތާރީޚެއް: {date}',
    'The judgment is dated before the year of its number: {date}.',
  ],
  'doubtful-number': ['ޤަޟިއްޔާ ނަންބަރުގެ ޞައްޙަކަން ޔަޤީނެއް ނޫން: {value}', 'The case number is doubtful: {value}.'],
  'doubtful-court': ['ކޯޓުގެ ނަމުގެ ޞައްޙަކަން ޔަޤީނެއް ނޫން: {value}', 'The court is doubtful: {value}.'],
  'doubtful-date': ['ޙުކުމުގެ ތާރީޚުގެ ޞައްޙަކަން ޔަޤީނެއް ނޫން: {value}', 'The date of the judgment is doubtful: {value}.'],
  'no-case-number': ['ޤަޟިއްޔާގެ ނަންބަރެއް ނުފެނުނު', 'No case number was found.'],
  'no-court': ['ކޯޓެއްގެ ނަމެއް ނުފެނުނު', 'No court was found.'],
  'no-date': ['ޙުކުމުގެ ތާރީޚެއް ނުފެނުނު', 'No date of the judgment was found.'],
  'no-judge': ['ފަނޑިޔާރެއްގެ ނަމެއް ނުފެނުނު', 'No judge was found.'],
  'no-party': ['މައްސަލައިގެ ފަރާތްތަކެއް ނުފެނުނު', 'No parties were found.'],
} as const satisfies Sentences

/** The sentence of a failure or a warning in a language; undefined for a code of another version. */
export function analysisSentence(
  kind: 'failure' | 'warning',
  code: string,
  language: Language,
  values: Readonly<Record<string, string | number>> = {},
): string | undefined {
  const sentences: Sentences = kind === 'failure' ? analysisFailures : analysisWarnings
  const sentence = Object.hasOwn(sentences, code) ? sentences[code] : undefined
  return sentence && fill(inLanguage(sentence, language), values)
}
