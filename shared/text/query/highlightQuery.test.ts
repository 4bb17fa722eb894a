import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText } from './fold.ts'
import { readQuery } from './query.ts'

const terms = (text: string) => readQuery(text).terms.map(({ words }) => words.join(' '))

test('words are looked for each, quoted ones side by side', () => {
  expect(terms('ޙުކުމް "ދަޢުވާ ލިބޭ ފަރާތް" ކޯޓު')).toEqual([foldText('ޙުކުމް'), foldText('ދަޢުވާ ލިބޭ ފަރާތް'), 'ކޯޓު'])
})

test('a number that is written in pieces is looked for in one piece, in either order', () => {
  expect(terms('2013/HC-A/80')).toEqual(['2013 hc a 80', '80 hc a 2013'])
  expect(terms('80/HC-A')).toEqual(['80 hc a', 'hc a 80'])
  expect(terms('Cv-C/877')).toEqual(['cv c 877', '877 cv c'])
  expect(terms('court-80')).toEqual(['court 80'])
})

test('quotes that are not closed close at the end', () => {
  expect(terms('“ނަފްރަތު ކުރުން')).toEqual([foldText('ނަފްރަތު ކުރުން')])
})

test.each(['', ' ', '"', '""""', '" "', '* ( ) : ^ - + " \'', '\u202e\u200f\u2067', '،؛؟', '«»“”', '!!!', '_'])(
  '“%s” asks for nothing',
  (text) => {
    expect(terms(text)).toEqual([])
  },
)

test('a word that is given twice is looked for once', () => {
  expect(terms('ޙުކުމް ހުކުމް "ޙުކުމް"')).toHaveLength(1)
})

test('ten thousand letters are read', () => {
  expect(terms('ކަ '.repeat(3334))).toEqual(['ކަ'])
  expect(terms('ކ'.repeat(10_000))).toEqual(['ކ'.repeat(10_000)])
})

test('whatever is typed, only folded words come out of it', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.string({ unit: fc.constantFrom(...Array.from('"\'*():^-+{}\\ANDORNOT ކަުﷲ\u202e\0')), maxLength: 60 }),
  )
  fc.assert(
    fc.property(texts, (text) => {
      for (const { words } of readQuery(text).terms) {
        expect(words.length).toBeGreaterThan(0)
        for (const word of words) expect(word).toMatch(/^[\p{L}\p{M}\p{N}]+$/u)
      }
    }),
    { numRuns: 1000 },
  )
})
