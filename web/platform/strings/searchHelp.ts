import type { Language } from '#shared/messages.ts'
import { isolate } from '#shared/text/format/isolate.ts'

/** One form of a query: its syntax, and what it finds. */
type Way = { write: readonly string[]; finds: string }

type SearchHelp = {
  title: string
  ways: { heading: string; write: string; finds: string; rows: readonly Way[] }
  keyboard: {
    heading: string
    lead: string
    undo: string
    /** What each key writes, for screen readers. */
    key: (latin: string, plain: string, shifted: string) => string
    numbers: string
  }
}

/** The examples have the same syntax in every language of the interface. */
const examples = {
  words: ['ކުލި ދެއްކުން'],
  exact: ['"ކުލީގެ އެއްބަސްވުން"'],
  and: ['ކުލި AND ބިން', 'ކުލި އަދި ބިން'],
  or: ['ކުލި OR އިޖާރާ', 'ކުލި ނުވަތަ އިޖާރާ'],
  not: ['ކުލި NOT ބިން', 'ކުލި -ބިން'],
  group: ['(ކުލި OR އިޖާރާ) AND ބިން'],
  begins: ['ޤާނޫނު*'],
  near: ['ކުލި w/5 އެއްބަސްވުން'],
  paragraph: ['ކުލި w/p އެއްބަސްވުން'],
  number: ['2013/HC-A/80'],
  fields: ['court:"ހައިކޯޓު"', 'judge:އަޙްމަދު', 'party:މުޙައްމަދު', 'type:މަދަނީ'],
  days: ['from:2015 to:2018-06-30'],
  latin: ['hukum'],
} as const

const rows = (finds: Record<keyof typeof examples, string>): readonly Way[] =>
  (Object.keys(examples) as (keyof typeof examples)[]).map((name) => ({ write: examples[name], finds: finds[name] }))

const dv: SearchHelp = {
  title: 'ހޯއްދެވުމުގެ އެހީ',
  ways: {
    heading: 'ހޯއްދެވޭނެ ގޮތްތައް',
    write: 'މިހެން ޖައްސަވާ',
    finds: 'މިއީ ފެންނާނެ އެއްޗަކީ',
    rows: rows({
      words: 'ހުރިހާ ލަފުޒެއް ހިމެނޭ މައްސަލަތައް. ލަފުޒުގެ އެކި ސިފަތަކާއި އެކި ގޮތަށް ލިޔެފައި ހުރި ތަންތަން ވެސް ފެންނާނެ.',
      exact: 'މި ލަފުޒުތައް، ހަމަ މި ލިޔެފައިވާ ގޮތަށް.',
      and: 'ދެ ލަފުޒު ވެސް ހިމެނޭ މައްސަލަތައް.',
      or: 'ދެ ލަފުޒުން އެއް ލަފުޒު ހިމެނޭ މައްސަލަތައް.',
      not: 'ފުރަތަމަ ލަފުޒު ހިމެނޭ، އަދި ދެވަނަ ލަފުޒު ނުހިމެނޭ މައްސަލަތައް.',
      group: 'ކޮން ލަފުޒުތަކެއް އެކުގައި ބަލަންވީކަން ބްރެކެޓުން ދައްކައިދޭ.',
      begins: 'މިހެން ފެށޭ ހުރިހާ ލަފުޒެއް.',
      near: 'ދެވަނަ ލަފުޒު ފުރަތަމަ ލަފުޒާ ފަސް ލަފުޒުގެ ތެރޭގައި ހުންނަ ތަންތަން: ދެމެދުގައި ހުންނާނީ އެންމެ ގިނަވެގެން ހަތަރު ލަފުޒު.',
      paragraph: 'އެއް ޕެރެގްރާފެއްގައި ދެ ލަފުޒު ވެސް ހިމެނޭ ތަންތަން.',
      number: 'މި ނަންބަރުގެ މައްސަލަ. ނަންބަރު ކޮންމެ ގޮތަކަށް ލިޔުއްވިޔަސް ފެންނާނެ.',
      fields: 'މި ކޯޓެއްގެ، ފަނޑިޔާރެއްގެ، ފަރާތެއްގެ، ނުވަތަ މި ބާވަތުގެ މައްސަލަތައް.',
      days: 'މި މުއްދަތުގެ ތެރޭގައި ނިމުނު މައްސަލަތައް.',
      latin: 'އިނގިރޭސި އަކުރުން ޖެއްސެވި ދިވެހި ލަފުޒު، ތާނައިން ލިޔެފައިވާ ތަންތަން.',
    }),
  },
  keyboard: {
    heading: 'ތާނަ ކީބޯޑު',
    lead: `ހޯދާ ތަނުގައިވާ «ހ» އަށް، ނުވަތަ ${isolate('Ctrl+`')} އަށް ފިއްތެވުމުން، އިނގިރޭސި ކީބޯޑުން ތާނަ ޖެއްސޭނެ. ކުޑަކޮށް މަތީގައިވާ އަކުރު ޖައްސަވަން ${isolate('Shift')} އަށް ފިއްތަވާ.`,
    undo: `އިނގިރޭސި އަކުރު އަނބުރާ ގެންނަވަން، އަކުރު ޖެއްސެވުމާއެކު ${isolate('Ctrl+Z')} އަށް ފިއްތަވާ.`,
    key: (latin, plain, shifted) => `${latin}: ${plain}، Shift އާއެކު: ${shifted}`,
    numbers: 'ޤަޟިއްޔާ ނަންބަރުގެ އިނގިރޭސި އަކުރު ބަދަލެއް ނުވާނެ.',
  },
}

const en: SearchHelp = {
  title: 'Help with searching',
  ways: {
    heading: 'Ways to search',
    write: 'Write',
    finds: 'What it finds',
    rows: rows({
      words: 'Cases that hold all of the words, in any of their forms and spellings.',
      exact: 'These words exactly as they are written.',
      and: 'Cases that hold both words.',
      or: 'Cases that hold either word.',
      not: 'Cases that hold the first word, and not the second.',
      group: 'Brackets say what belongs together.',
      begins: 'Every word that begins like this.',
      near: 'The second word within five words of the first, on either side: at most four words between them.',
      paragraph: 'Places where both words stand in one paragraph.',
      number: 'The case of this number, however the number is written.',
      fields: 'Cases of this court, judge, party or type.',
      days: 'Cases that were closed between these days.',
      latin: 'A Dhivehi word typed in Latin letters, where it stands in Thaana.',
    }),
  },
  keyboard: {
    heading: 'The Thaana keyboard',
    lead: 'Press “ހ” in the search box, or Ctrl+`, and a Latin keyboard writes Thaana. Hold Shift for the small letter above.',
    undo: 'Press Ctrl+Z right after a letter to have the Latin one back.',
    key: (latin, plain, shifted) => `${latin}: ${plain}, with Shift: ${shifted}`,
    numbers: 'The Latin letters of a case number stay as they are.',
  },
}

export const searchHelp: Record<Language, SearchHelp> = { dv, en }
