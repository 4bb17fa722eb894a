import type { Language } from '#shared/messages.ts'
import { isolate } from '#shared/text/format/isolate.ts'
import type { Shape } from './types.ts'

/** A noun after its count: Dhivehi has one form, English a plural. */
const invariable = (noun: string) => (_count: number) => noun
const counted = (noun: string) => (count: number) => (count === 1 ? noun : `${noun}s`)

const dv = {
  suggestion: {
    name: 'ހުށަހެޅުން',
    confirm: 'ޔަޤީންކުރައްވާ',
    reject: 'ނޫން',
    confirmAll: 'ހުރިހާ ހުށަހެޅުމެއް ޔަޤީންކުރައްވާ',
    ambiguous: 'މި ނަންބަރު އެކި މައްސަލަތަކަކާ ގުޅިދާނެ',
    missing: 'މި ނަންބަރުގެ މައްސަލައެއް ނުފެނުނު',
    keys: 'Ctrl+Enter: ޔަޤީންކުރައްވާ، Ctrl+Shift+Enter: ނޫން',
  },
  cited: {
    title: 'ލިޔުމުގައިވާ ޤަޟިއްޔާ ނަންބަރުތައް',
    more: 'ގުޅުންހުރި މައްސަލައެއް އިތުރުކުރެއްވުމަށް ނަންބަރަށް ފިއްތަވާ. އެއަށްފަހު ގުޅުމުގެ ބާވަތް ޚިޔާރުކުރައްވާ.',
    add: (number: string) => `އިތުރުކުރައްވާ: ${isolate(number)}`,
  },
  counts: {
    words: invariable('ލަފުޒު'),
    paragraphs: invariable('ޕެރެގްރާފް'),
    footnotes: invariable('ފުޓްނޯޓު'),
    annotations: invariable('ޚިޔާލު'),
    suggestions: invariable('ހުށަހެޅުން'),
  },
  outline: { title: 'ފިހުރިސްތު', none: 'ލިޔުމުގައި ސުރުޚީއެއް ނެތް' },
  warnings: {
    title: 'އިންޒާރުތައް',
    show: 'ބައްލަވާ',
    dismiss: 'ދޫކޮށްލައްވާ…',
    reason: 'ދޫކޮށްލާ ސަބަބު',
    restore: 'އަލުން ދައްކަވާ',
    kinds: {
      'paragraph-missing': (value: string) => `ޕެރެގްރާފް ނަންބަރު ${isolate(value)} މަދު`,
      'paragraph-twice': (value: string) => `ޕެރެގްރާފް ނަންބަރު ${isolate(value)} ދެފަހަރު`,
      'footnote-empty': (value: string) => `ފުޓްނޯޓު ${isolate(value)}: ލިޔުމެއް ނެތް`,
      'marker-unresolved': (value: string) => `${isolate(value)}: މި ނަންބަރުގެ މައްސަލައެއް ނުފެނުނު`,
      'fili-twice': (value: string) => `“${isolate(value)}”: އެއް އަކުރެއްގައި ދެ ފިލި`,
      'fili-alone': (value: string) => `“${isolate(value)}”: އަކުރެއް ނެތި ފިލި`,
    },
  },
  find: {
    label: 'ހޯއްދަވާ',
    replacement: 'ބަދަލުގައި ޖައްސަވާނެ ލިޔުން',
    similar: 'އެއްގޮތް އިމްލާތައްވެސް',
    wholeWord: 'މުޅި ލަފުޒު',
    next: 'ދެން އޮތް ތަން',
    previous: 'ކުރީގެ ތަން',
    replace: 'ބަދަލުކުރައްވާ',
    replaceAll: 'ހުރިހާ ތަނެއް ބަދަލުކުރައްވާ',
    close: 'ހޯދުން ބަންދުކުރައްވާ',
    none: 'ނުފެނުނު',
    place: (current: number, count: number) => `${count} ގެ ތެރެއިން ${current}`,
    replaced: (count: number) => `${count} ތަން ބަދަލުކުރެވިއްޖެ`,
  },
  paste: {
    left: 'މި ބައިތައް ނުގެނެވުނު:',
    parts: {
      footnotes: 'ފުޓްނޯޓުތައް',
      pictures: 'ފޮޓޯތައް',
      comments: 'ކޮމެންޓުތައް',
      links: 'ބައެއް ލިންކުތައް',
    },
  },
}

const en: Shape<typeof dv> = {
  suggestion: {
    name: 'Suggestion',
    confirm: 'Confirm',
    reject: 'No',
    confirmAll: 'Confirm all suggestions',
    ambiguous: 'This number may stand for several cases',
    missing: 'No case has this number',
    keys: 'Ctrl+Enter confirms, Ctrl+Shift+Enter rejects',
  },
  cited: {
    title: 'Case numbers in the text',
    more: 'Choose a number to add a related case, then its relation type.',
    add: (number) => `Add: ${isolate(number)}`,
  },
  counts: {
    words: counted('word'),
    paragraphs: counted('paragraph'),
    footnotes: counted('footnote'),
    annotations: counted('annotation'),
    suggestions: counted('suggestion'),
  },
  outline: { title: 'Contents', none: 'The text has no headings' },
  warnings: {
    title: 'Warnings',
    show: 'Show',
    dismiss: 'Dismiss…',
    reason: 'Reason to dismiss',
    restore: 'Show again',
    kinds: {
      'paragraph-missing': (value) => `Paragraph number ${isolate(value)} is missing`,
      'paragraph-twice': (value) => `Paragraph number ${isolate(value)} occurs twice`,
      'footnote-empty': (value) => `Footnote ${isolate(value)} is empty`,
      'marker-unresolved': (value) => `No case has the number ${isolate(value)}`,
      'fili-twice': (value) => `“${isolate(value)}”: two vowel signs on one letter`,
      'fili-alone': (value) => `“${isolate(value)}”: a vowel sign without a letter`,
    },
  },
  find: {
    label: 'Find',
    replacement: 'Replace with',
    similar: 'Similar spellings',
    wholeWord: 'Whole words',
    next: 'Next match',
    previous: 'Previous match',
    replace: 'Replace',
    replaceAll: 'Replace all',
    close: 'Close find',
    none: 'Not found',
    place: (current, count) => `${current} of ${count}`,
    replaced: (count) => `Replaced: ${count}`,
  },
  paste: {
    left: 'Not pasted:',
    parts: {
      footnotes: 'footnotes',
      pictures: 'pictures',
      comments: 'comments',
      links: 'some links',
    },
  },
}

/** The strings of what the editor of judgments proposes and finds. */
export const editorAidStrings: Record<Language, Shape<typeof dv>> = { dv, en }

const editorDv = {
  tools: 'ލިޔުމުގެ އާލާތްތައް',
  names: {
    undo: 'އަނބުރާލައްވާ',
    redo: 'އަލުން ކުރައްވާ',
    bold: 'ބޯ އަކުރު',
    italic: 'އަރި އަކުރު',
    underline: 'ތިރިން ރޮނގު',
    strike: 'މެދުން ރޮނގު',
    sub: 'ތިރީގެ އަކުރު',
    sup: 'މަތީގެ އަކުރު',
    large: 'ބޮޑު ސުރުޚީ',
    small: 'ކުޑަ ސުރުޚީ',
    bullets: 'ލިސްޓު',
    numbers: 'ނަންބަރުޖެހި ލިސްޓު',
    quote: 'ނަކަލުކުރި ބަސް',
    link: 'ލިންކު',
    center: 'މެދަށް',
    end: 'އަނެއް ފަޅިއަށް',
    justify: 'ދެ ފަޅި ހަމަކޮށް',
    english: 'އިނގިރޭސި ބަސް',
    arabic: 'ޢަރަބި ބަސް',
    clear: 'އަކުރުގެ ސިފަތައް ފޮހެލައްވާ',
    table: 'ތާވަލު',
    addRow: 'ސަފެއް އިތުރުކުރައްވާ',
    removeRow: 'ސަފު ފޮހެލައްވާ',
    addColumn: 'ކޮލަމެއް އިތުރުކުރައްވާ',
    removeColumn: 'ކޮލަމް ފޮހެލައްވާ',
    removeTable: 'ތާވަލު ފޮހެލައްވާ',
    picture: 'ފޮޓޯ',
  },
  address: 'ލިންކުގެ އެޑްރެސް',
  addressWrong: 'ޞައްޙަ އެޑްރެހެއް ޖައްސަވާ، މިސާލަކަށް https://example.mv',
  alt: 'ފޮޓޯއިން ފެންނަ އެއްޗެއް ލިޔުއްވާ',
  apply: 'ޖައްސަވާ',
  remove: 'ފޮހެލައްވާ',
  uploading: (percent: number) => `ފޮޓޯ ފޮނުވެނީ: ${isolate(`${percent}%`)}`,
  uploadFailed: 'ފޮޓޯ ފޮނުވުމުގައި މައްސަލައެއް ދިމާވެއްޖެ',
}

const editorEn: Shape<typeof editorDv> = {
  tools: 'Tools of the text',
  names: {
    undo: 'Undo',
    redo: 'Redo',
    bold: 'Bold',
    italic: 'Italic',
    underline: 'Underline',
    strike: 'Strike through',
    sub: 'Subscript',
    sup: 'Superscript',
    large: 'Large heading',
    small: 'Small heading',
    bullets: 'List',
    numbers: 'Numbered list',
    quote: 'Quotation',
    link: 'Link',
    center: 'To the middle',
    end: 'To the other side',
    justify: 'Both sides even',
    english: 'English',
    arabic: 'Arabic',
    clear: 'Clear formatting',
    table: 'Table',
    addRow: 'Add a row',
    removeRow: 'Delete the row',
    addColumn: 'Add a column',
    removeColumn: 'Delete the column',
    removeTable: 'Delete the table',
    picture: 'Picture',
  },
  address: 'Address of the link',
  addressWrong: 'Enter a valid address, such as https://example.mv',
  alt: 'What the picture shows, in words',
  apply: 'Apply',
  remove: 'Remove',
  uploading: (percent) => `Sending the picture: ${percent}%`,
  uploadFailed: 'Error: Something went wrong uploading the image',
}

/** The strings of every rich text editor. */
export const editorStrings: Record<Language, Shape<typeof editorDv>> = { dv: editorDv, en: editorEn }
