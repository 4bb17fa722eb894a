import { readVocabulary } from '#db/seed/lists.ts'

const words = readVocabulary().filter((word) => /^[ހ-ޱ]{5,}$/u.test(word))
const [one = '', other = '', third = ''] = words
const times = (count: number, make: (at: number) => string, between = ' ') =>
  Array.from({ length: count }, (_, at) => make(at)).join(between)
const first = (at: number) => words[at] ?? ''

/** Hostile queries: each must be answered or rejected with an error message, in time. */
export const hostileQueries: Record<string, string> = {
  '10,000 letters': times(2500, () => 'ހަބަ', ''),
  'a thousand letters, one word': times(1000, () => 'ހ', ''),
  '200 brackets inside each other': `${times(200, () => '(', '')}${one}${times(200, () => ')', '')}`,
  '40 brackets with words on both sides': `${times(40, (at) => `(${first(at)} OR `, '')}${one}${times(40, (at) => ` ${first(at + 40)})`, '')}`,
  '500 stars': times(500, () => '*', ' '),
  '240 words with stars': times(240, () => 'ހަ*'),
  'four stars of two letters': ['ހަ*', 'ކު*', 'މަ*', 'އި*'].join(' OR '),
  'a two-letter prefix with common words': `އަ* ${one} ${other}`,
  '****': '****',
  'operators only': 'AND OR NOT AND ( OR ) NOT -',
  'everything left out': `-${one} -${other} -${third}`,
  'all but a word that nobody uses': 'NOT ޏަޏަޏަޏަޏަ',
  '150 most frequent words, all of them': times(150, first).slice(0, 990),
  '80 most frequent words, any of them': times(80, first, ' OR ').slice(0, 990),
  'the most frequent words near each other': times(6, first, ' w/60 '),
  'words near each other, eight times, with AND': times(8, (at) => `(${first(at)} w/60 ${first(at + 1)})`, ' AND '),
  'a word without the most frequent words near each other': `${one} -(${other} w/60 ${third})`,
  'a phrase of the most frequent words': `"${times(12, first)}"`,
  'one phrase fifty times': times(50, () => `"${one} ${other}"`),
  'mixed scripts': `${one} hukum حكم 判決 суд ${other} קונטרס 🏛️ ٢٠٢١ x*`,
  'marks that are not seen and half letters': `${times(100, () => '\u200b\u202e\ud800ަ', '')}${one}`,
  'quotes that do not close, colons, syntax': `"${one} court:" judge: ": title : { ^ NEAR(${one} ${other}, 99999) *:*`,
}
