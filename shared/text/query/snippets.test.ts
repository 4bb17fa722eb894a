import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codePoint } from '#test/codePoint.ts'
import { findTermMatches, snippetsAround } from './snippets.ts'
import { toHighlightQuery } from './highlightQuery.ts'
import { parseQuery } from './parse.ts'

const marked = (text: string, query: string) =>
  findTermMatches(text, toHighlightQuery(parseQuery(query)).terms).map(({ start, end }) => text.slice(start, end))

const snippets = (text: string, query: string, size: { count: number; letters: number }) =>
  snippetsAround(text, findTermMatches(text, toHighlightQuery(parseQuery(query)).terms), size)

test('a word is highlighted in every spelling, including its vowel sign', () => {
  expect(marked('ޙުކުމް އަކީ ހުކުމް.', 'ހުކުމް')).toEqual(['ޙުކުމް', 'ހުކުމް'])
})

test('a word is highlighted in every inflected form', () => {
  expect(marked('މި ޙުކުމުގެ މަތިން، ހުކުމަކީ ހުކުރެއް ނޫން.', 'ޙުކުމް')).toEqual(['ޙުކުމުގެ', 'ހުކުމަކީ'])
  expect(marked('މެންބަރުގެ ގޮތުގައި', 'މެމްބަރު')).toEqual(['މެންބަރުގެ'])
  expect(marked('Two courts, one Court', 'court')).toEqual(['courts', 'Court'])
})

test('a quoted word is highlighted only in its exact form', () => {
  expect(marked('ޙުކުމް ހުކުމް ޙުކުމުގެ', '"ޙުކުމް"')).toEqual(['ޙުކުމް'])
  expect(marked('ޙުކުމް ހުކުމް ޙުކުމުގެ', '"ހުކުމް"')).toEqual(['ހުކުމް'])
})

test('a prefix query highlights the words with that prefix', () => {
  expect(marked('އިސްތިއުނާފު އިސްތިއުނާފުކުރި އިސްލާމް', 'އިސްތި*')).toEqual(['އިސްތިއުނާފު', 'އިސްތިއުނާފުކުރި'])
})

test('a quoted phrase is highlighted where its words are adjacent', () => {
  expect(marked('burden of proof; proof of burden', '"burden of proof"')).toEqual(['burden of proof'])
})

test('a case number is highlighted as one match', () => {
  expect(marked('see 2013/HC-A/80 and 80', '2013/hc-a/80')).toEqual(['2013/HC-A/80'])
})

test.each(['', '"', '""', '"""', '()', 'AND', '“ ”', '\u202e\u2067', '…'])(
  'the query %j parses without an error',
  (query) => {
    expect(() => toHighlightQuery(parseQuery(query))).not.toThrow()
  },
)

test('an unclosed quote is highlighted as a phrase to the end of the query', () => {
  expect(toHighlightQuery(parseQuery('x "b c')).terms).toEqual([
    { words: ['x'], quoted: false },
    { words: ['b', 'c'], quoted: true },
  ])
})

test('the snippet with the most terms is chosen', () => {
  const filler = 'ލިޔުން '.repeat(80)
  const text = `${filler}އެއްބަސްވުން ${filler}އެއްބަސްވުން އުވާލުން ${filler}`
  const [first] = snippets(text, 'އެއްބަސްވުން އުވާލުން', { count: 1, letters: 120 })
  expect(first?.filter((piece) => piece.marked).map((piece) => piece.text)).toEqual(['އެއްބަސްވުން', 'އުވާލުން'])
})

test('a text without a match shows its start, and a blank text shows no snippet', () => {
  expect(snippets('one two', 'three', { count: 2, letters: 100 })).toEqual([[{ text: 'one two', marked: false }]])
  expect(snippets(' \n', 'three', { count: 2, letters: 100 })).toEqual([])
})

const anything = fc.oneof(
  fc.string({ unit: codePoint }),
  fc.string({ unit: fc.constantFrom('ޙ', 'ު', 'ކ', 'ް', ' ', '"', 'ﷲ', '\n', '\u202e') }),
)

test('no snippet starts, ends or has a highlight inside a letter', () => {
  fc.assert(
    fc.property(anything, anything, (text, query) => {
      for (const snippet of snippets(text, query, { count: 3, letters: 20 }))
        for (const [index, piece] of snippet.entries())
          expect((snippet[index - 1]?.text ?? '').slice(-1) + piece.text.charAt(0)).not.toMatch(/^[ހ-ޥ][ަ-ް]/)
    }),
    { numRuns: 2000 },
  )
})
