import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findMatches, snippetsAround } from './marks.ts'
import { readQuery } from './query.ts'

const marked = (text: string, query: string) =>
  findMatches(text, readQuery(query).terms).map(({ start, end }) => text.slice(start, end))

const snippets = (text: string, query: string, size: { count: number; letters: number }) =>
  snippetsAround(text, findMatches(text, readQuery(query).terms), size)

test('a word is marked in every spelling, with its vowel', () => {
  expect(marked('ޙުކުމް އަކީ ހުކުމް.', 'ހުކުމް')).toEqual(['ޙުކުމް', 'ހުކުމް'])
})

test('a word is marked in every form that it is found in', () => {
  expect(marked('މި ޙުކުމުގެ މަތިން، ހުކުމަކީ ހުކުރެއް ނޫން.', 'ޙުކުމް')).toEqual(['ޙުކުމުގެ', 'ހުކުމަކީ'])
  expect(marked('މެންބަރުގެ ގޮތުގައި', 'މެމްބަރު')).toEqual(['މެންބަރުގެ'])
  expect(marked('Two courts, one Court', 'court')).toEqual(['courts', 'Court'])
})

test('a word in quotes is marked as it is written, with and without dots', () => {
  expect(marked('ޙުކުމް ހުކުމް ޙުކުމުގެ', '"ޙުކުމް"')).toEqual(['ޙުކުމް'])
  expect(marked('ޙުކުމް ހުކުމް ޙުކުމުގެ', '"ހުކުމް"')).toEqual(['ހުކުމް'])
})

test('a beginning is marked where a word begins so', () => {
  expect(marked('އިސްތިއުނާފު އިސްތިއުނާފުކުރި އިސްލާމް', 'އިސްތި*')).toEqual(['އިސްތިއުނާފު', 'އިސްތިއުނާފުކުރި'])
})

test('words in quotes are marked where they stand together', () => {
  expect(marked('burden of proof; proof of burden', '"burden of proof"')).toEqual(['burden of proof'])
})

test('a case number is marked as one', () => {
  expect(marked('see 2013/HC-A/80 and 80', '2013/hc-a/80')).toEqual(['2013/HC-A/80'])
})

test.each(['', '"', '""', '"""', '()', 'AND', '“ ”', '\u202e\u2067', '…'])(
  'a query of %j is read without an error',
  (query) => {
    expect(() => readQuery(query)).not.toThrow()
  },
)

test('quotes that are not closed close at the end', () => {
  expect(readQuery('a "b c').terms).toEqual([
    { words: ['a'], quoted: false },
    { words: ['b', 'c'], quoted: true },
  ])
})

test('the passage that shows most of what was searched comes', () => {
  const filler = 'ލިޔުން '.repeat(80)
  const text = `${filler}އެއްބަސްވުން ${filler}އެއްބަސްވުން އުވާލުން ${filler}`
  const [first] = snippets(text, 'އެއްބަސްވުން އުވާލުން', { count: 1, letters: 120 })
  expect(first?.filter((piece) => piece.marked).map((piece) => piece.text)).toEqual(['އެއްބަސްވުން', 'އުވާލުން'])
})

test('without a match the text begins, and a text without letters shows nothing', () => {
  expect(snippets('one two', 'three', { count: 2, letters: 100 })).toEqual([[{ text: 'one two', marked: false }]])
  expect(snippets(' \n', 'three', { count: 2, letters: 100 })).toEqual([])
})

const anything = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('ޙ', 'ު', 'ކ', 'ް', ' ', '"', 'ﷲ', '\n', '\u202e') }),
)

test('no passage begins, ends or is marked inside a letter', () => {
  fc.assert(
    fc.property(anything, anything, (text, query) => {
      for (const snippet of snippets(text, query, { count: 3, letters: 20 }))
        for (const [index, piece] of snippet.entries())
          expect((snippet[index - 1]?.text ?? '').slice(-1) + piece.text.charAt(0)).not.toMatch(/^[ހ-ޥ][ަ-ް]/)
    }),
    { numRuns: 2000 },
  )
})
