import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLinear } from '#test/cpuTime.ts'
import { codePoint } from '#test/codePoint.ts'
import { parseQuery } from './parse.ts'
import { printQuery } from '#test/printQuery.ts'
import type { Node } from './tree.ts'
import { runs } from '#test/nightly.ts'

const pieces = [
  ...['a', 'ކޯޓު', 'ޙުކުމް', 'އަދި', 'ނުވަތަ', 'ނޫން', '2013/HC-A/80', '27(NR)/HC-RNM/2016', '80', '2013', 'HC-A', 'w'],
  ...[
    'AND',
    'OR',
    'NOT',
    '&',
    '|',
    '-',
    '+',
    '(',
    ')',
    '"',
    '“',
    '»',
    '*',
    'w/5',
    'w/p',
    'NEAR(',
    ', 5)',
    'NEAR/999',
    'PARA',
    '.',
    '/',
  ],
  ...[
    'court:',
    'from:2013',
    'to:',
    'ކޯޓު:',
    'x:y',
    ':',
    ' ',
    ' ',
    ' ',
    '\u202e',
    '\u2067',
    '\ud800',
    '\n',
    '،',
    'é',
    '٣',
    'ﷲ',
  ],
]
const query = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 200 }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((some) => some.join('')),
  fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((some) => some.join(' ')),
)
const parameters = { numRuns: runs(150, 3000) }

test('any text parses into folded terms and a limited number of repairs', () => {
  fc.assert(
    fc.property(query, (text) => {
      const { terms, repairs } = parseQuery(text)
      expect(repairs.length).toBeLessThanOrEqual(8)
      for (const term of terms)
        for (const word of 'word' in term ? [term.word] : term.words) expect(word).toMatch(/^[\p{L}\p{M}\p{N}]+$/u)
    }),
    parameters,
  )
})

test('a printed query parses to the same query', () => {
  fc.assert(
    fc.property(query, (text) => {
      const printed = printQuery(parseQuery(text))
      expect(printQuery(parseQuery(printed))).toBe(printed)
    }),
    parameters,
  )
})

test('invisible marks do not change the parsed query, and offsets point to the typed words', () => {
  const marks = fc.constantFrom(
    '\u200f',
    '\u200e',
    '\u2067',
    '\u2069',
    '\u202b',
    '\u061c',
    '\u200c',
    '\ufeff',
    '\u00ad',
  )
  const units = fc.array(fc.tuple(fc.oneof(...['', '', ''].map(fc.constant), marks), fc.constantFrom(...pieces)))
  const inside = fc.tuple(fc.string({ unit: marks, maxLength: 2 }), fc.nat())
  fc.assert(
    fc.property(units, inside, (some, [more, at]) => {
      const plain = some
        .map(([, piece]) => piece)
        .join('')
        .replace(allMarks, '')
      const joined = some.map(([mark, piece]) => mark + piece + mark).join('')
      const index = at % (joined.length + 1)
      const marked = joined.slice(0, index) + more + joined.slice(index)
      const [one, other] = [parseQuery(plain), parseQuery(marked)]
      expect([printQuery(other), other.repairs]).toEqual([printQuery(one), one.repairs])
      const typed = (text: string, { terms }: typeof one) => terms.map(({ start, end }) => text.slice(start, end))
      expect(typed(marked, other).map((text) => text.replace(allMarks, ''))).toEqual(typed(plain, one))
      for (const text of typed(marked, other)) expect(text).toBe(text.replace(outerMarks, ''))
    }),
    parameters,
  )
})

test('a negated filter is never applied, whatever surrounds it', () => {
  const negation = fc.constantFrom('NOT ', '-', 'NOT (', '-(', 'NOT (a ', 'NOT a OR ', 'NOT "b" w/5 ', 'ނޫން ', 'ނޫން ((')
  const around = fc.array(fc.constantFrom('a', 'b', '"c d"', 'OR', 'AND', '(', ')', 'w/5', 'ނުވަތަ', 'from:2013'))
  fc.assert(
    fc.property(around, negation, around, (before, not, behind) => {
      const { filters } = parseQuery(
        `${before.join(' ')} ${not}court:HC${/\($/.test(not) ? ')' : ''} ${behind.join(' ')}`,
      )
      expect(filters.court).toBeUndefined()
    }),
    { numRuns: runs(80, 1000) },
  )
})

const allMarks = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
const outerMarks = new RegExp(`^${allMarks.source}|${allMarks.source}$`, 'g')

test('the depth of a syntax tree is limited, and proximity nodes contain only leaves', () => {
  const depth = (node: Node): number => ('of' in node ? 1 + Math.max(...[node.of].flat().map(depth)) : 1)
  const deep = fc
    .array(fc.constantFrom('(', '(', '-(', 'NOT (', 'a', 'b', ')', ' OR ', ' '), { maxLength: 400 })
    .map((some) => some.join(''))
  fc.assert(
    fc.property(fc.oneof(query, deep), (text) => {
      const { root } = parseQuery(text)
      expect(root ? depth(root) : 0).toBeLessThanOrEqual(132)
      checkNear(root)
    }),
    { numRuns: runs(80, 1000) },
  )
})

function checkNear(node: Node | undefined) {
  if (!node || !('of' in node)) return
  const parts = [node.of].flat()
  if (node.kind === 'near' || node.kind === 'paragraph')
    for (const part of parts) expect('of' in part ? part.kind : 'or').toBe('or')
  expect(parts.length).toBeGreaterThan(node.kind === 'not' ? 0 : 1)
  for (const part of parts) checkNear(part)
}

test.each([
  ['10,000 letters', 'ކަ '.repeat(3334)],
  ['10,000 brackets', '('.repeat(10_000)],
  ['10,000 quotes', '"'.repeat(10_000)],
  ['10,000 stars', '*'.repeat(10_000)],
  ['10,000 minuses', '-'.repeat(10_000)],
  ['operators only', 'AND OR NOT NEAR( '.repeat(600)],
  ['case numbers', '2013/HC-A/80 '.repeat(800)],
  ['digits and hyphens', '1-'.repeat(5000)],
  ['digits, spaces and slashes', '1   /'.repeat(2000)],
  ['a digit and spaces', `1${' '.repeat(10_000)}`],
  ['one long word', 'ކ'.repeat(10_000)],
  ['invisible marks', '\u202e'.repeat(10_000)],
  ['filters', 'court:a '.repeat(1200)],
])('parsing time grows linearly with the input: %s', (_name, text) => {
  expect(isLinear(parseQuery, text)).toBe(true)
})
