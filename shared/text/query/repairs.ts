import type { Sentence } from '#shared/messages.ts'

/** The repairs made to a query before it was answered; `{at}` is the part of the query that a repair concerns. */
export const repairs = {
  'quote-unclosed': ['ނިމޭ " ނެތުމުން، ނިމުމާ ހަމައަށް އެއްކޮށް ހޯދުނީ', 'The quotes were not closed: they were read up to the end.'],
  'quote-empty': ['އެއްޗެއް ނެތް " " ދޫކޮށްލެވުނީ', 'Empty quotes were left out.'],
  'bracket-unclosed': ['ނިމޭ ބްރެކެޓް ނެތުމުން، ނިމުމާ ހަމައަށް އެއްކޮށް ބެލެވުނީ', 'A bracket was not closed: it was closed at the end.'],
  'bracket-unopened': ['ފެށޭ ބްރެކެޓް ނެތުމުން، ނިމޭ ބްރެކެޓް ދޫކޮށްލެވުނީ', 'A bracket that was not opened was left out.'],
  'group-empty': ['އެއްޗެއް ނެތް ބްރެކެޓް ދޫކޮށްލެވުނީ', 'Empty brackets were left out.'],
  'passage-read': [
    'ގިނަ ބަސްތަކެއް ޖައްސަވާފައިވާތީ، އެ ލިޔުމުގެ ބައިތައް އެގޮތަށް ހިމެނޭ މައްސަލަތައް ހޯދުނީ',
    'So many words were read as a passage: cases that hold parts of it as it stands were looked for.',
  ],
  'near-frequent': [
    'ގާތްގާތުން ހޯދަން އެދުނު ބަސްތައް މާ ގިނަ މައްސަލައެއްގައި އެބަހުރި. މައްސަލައިގެ ކޮންމެ ތަނެއްގައި އެ ބަސްތައް ހުއްޓަސް ހޯދުނީ. ގުޅޭ މިންވަރުން ތަރުތީބުކުރާއިރު، އެންމެ ފަހުގެ މައްސަލަތަކުގެ ތެރެއިން އެ ބަސްތައް ގާތްގާތުގައި ހުރި މައްސަލަތައް ކުރިން އާދެއެވެ.',
    'The words that were to be near each other stand in very many cases: they were looked for anywhere in a case. By relevance, those of the newest come first in which they are near each other.',
  ],
  'not-near-frequent': [
    'ގާތްގާތުގައި ހުރި މައްސަލަތައް ނުހިމަނަން އެދުނު ބަސްތައް މާ ގިނަ މައްސަލައެއްގައި އެބަހުރި. އެހެންކަމުން އެ ބަސްތައް ގާތްގާތުގައި ހުރި މައްސަލަތައްވެސް މީގައި ހިމެނެއެވެ.',
    'The words that were to be left out where they are near each other stand in very many cases: cases in which they are near each other are included.',
  ],
  'operator-alone': ['“{at}” އިން ގުޅޭނެ އެއްޗެއް ނެތުމުން، އެ ބަސް ދޫކޮށްލެވުނީ', '“{at}” has nothing to join and was left out.'],
  'operator-read': [
    '“{at}” އަކީ ބަސްތައް ގުޅުވަން ލިޔެފައިވާ ބަހެއްގެ ގޮތުގައި ބެލެވުނީ. އެ ބަސް ހޯދުމަށް ކުރިން + ޖައްސަވާ.',
    '“{at}” was read as an operator. To look for the word itself, write + before it.',
  ],
  'operator-word': [
    '“{at}” ހޯދުނީ ބަހެއްގެ ގޮތުގައި. ބަސްތައް ގުޅުއްވުމަށް AND، OR ނުވަތަ NOT ޖައްސަވާ.',
    '“{at}” was looked for as a word. To join words write AND, OR or NOT.',
  ],
  'only-negative': [
    'އެކަނި ނުހިމެނޭ ބަސްތައް ލިޔެފައިވާތީ، އެ ބަސްތައް ނެތް ހުރިހާ މައްސަލައެއް ހޯދުނީ',
    'Only words to leave out were given: everything without them was looked for.',
  ],
  'or-negative': [
    '“{at}” ގައި OR އާއެކު ނުހިމެނޭ ބަސްތައްވެސް ލިޔެފައިވާތީ، އެހެން ބަސްތައް ހިމެނޭ މައްސަލަތަކުގެ އިތުރުން، އެ ބަސްތައް ނެތް ހުރިހާ މައްސަލައެއް ހޯދުނީ',
    '“{at}” joins words to leave out by OR: cases that hold the others were looked for, and everything without these.',
  ],
  'near-mixed': [
    '“{at}” އިން ގުޅެނީ ހަމައެކަނި ބަސްތައް. އެހެންކަމުން އެ ދެ ބައި، ކޮންމެ ތަނެއްގައި ވިޔަސް ހޯދުނީ.',
    '“{at}” joins words and phrases only: both sides were looked for anywhere.',
  ],
  'near-capped': ['ދެ ބަހުގެ ދެމެދު އެންމެ ގިނަވެގެން {at} ބަސް', 'Words may be at most {at} words apart.'],
  'date-unreadable': [
    '“{at}” އަކީ ތާރީޚެއް ނޫން. 2021 ނުވަތަ 2021-05-17 ފަދައިން ޖައްސަވާ.',
    '“{at}” is no day and was left out. Write 2021, 2021-05 or 2021-05-17.',
  ],
  'day-typed': ['މި ތާރީޚުގައި ނިމުނު މައްސަލަތައް ހޯދުމަށް “{at}” ޖައްސަވާ.', 'To find the cases closed on this day, write “{at}”.'],
  'dates-reversed': ['ފެށޭ ތާރީޚާއި ނިމޭ ތާރީޚު ބަދަލުކުރެވުނީ', 'The first day was after the last: they changed places.'],
  'filter-unknown': [
    '“{at}” މި ނަމުގައި ފިލްޓަރު ނެތް. އެއީ ބަހެއްގެ ގޮތުގައި ހޯދުނީ.',
    'There is no filter “{at}”: it was looked for as words.',
  ],
  'filter-empty': ['“{at}” ގެ ފަހުގައި އެއްޗެއް ނެތުމުން، އެ ދޫކޮށްލެވުނީ', 'Nothing stands behind “{at}”: it was left out.'],
  'filter-negated': [
    '“{at}” އަކީ ފިލްޓަރު. އޭގެ ކުރިން -، NOT ނުވަތަ ނޫން ނުޖެހޭ. އެހެންކަމުން އެ ދޫކޮށްލެވުނީ',
    'A filter cannot be left out with a minus or NOT: “{at}” was not used.',
  ],
  'filter-unused': [
    '“{at}” އަކީ މައްސަލަތަކުގެ ފިލްޓަރު. އެހެންކަމުން އެ ދޫކޮށްލެވުނީ.',
    'Only case files have the filter “{at}”: it was not used.',
  ],
  'star-misplaced': [
    'މަދުވެގެން ދެ އަކުރުގެ ފަހުގައި ނޫނީ * ނުޖެހޭ. " " ގެ ތެރެއަކުވެސް، ފިލްޓަރެއްގައިވެސް ނުޖެހޭ. އެހެންކަމުން އެ ދޫކޮށްލެވުނީ.',
    'A star stands behind at least two letters of a word, in no quotes and in no filter: others were left out.',
  ],
  'stars-too-many': [
    '* ޖެހިފައިވާ ބަސްތައް މާ ގިނަ. ބާކީ ބަސްތައް ހޯދުނީ ލިޔެފައިވާ ގޮތަށް.',
    'Too many words have a star: the last ones were looked for as they are.',
  ],
  'too-deep': ['ބްރެކެޓް މާ ގިނަ. އޭގެ ބައެއް ދޫކޮށްލެވުނީ.', 'Too many brackets stand inside each other: the innermost were left out.'],
  'too-many-words': ['ބަސްތައް މާ ގިނަ. ހޯދުނީ ކުރީގެ ބަސްތައް.', 'There are too many words: only the first were looked for.'],
  'word-too-long': [
    '“{at}…” އަކީ އެއް ބަހަކަށް ވުމަށްޓަކައި މާ ދިގު އެއްޗެއް. ހޯދުނީ ހަމަ ލިޔެފައިވާ ގޮތަށް.',
    '“{at}…” is too long for a word: it was looked for only as it is written.',
  ],
  'court-unknown': ['“{at}” ކިޔާ ކޯޓެއް ނެތް', 'There is no court called “{at}”.'],
  'judge-unknown': ['“{at}” ކިޔާ ފަނޑިޔާރެއް ނެތް', 'There is no judge called “{at}”.'],
  'type-unknown': ['“{at}” ކިޔާ ބާވަތެއް ނެތް', 'There is no case type called “{at}”.'],
} as const satisfies Record<string, Sentence>

export type RepairCode = keyof typeof repairs
