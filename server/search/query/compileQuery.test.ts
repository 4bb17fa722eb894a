import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluate } from '#server/search/postings/evaluateQuery.ts'
import { hasBit } from '#server/search/storage/bitset.ts'
import { toFtsSyntax } from '#server/search/storage/ftsQuery.ts'
import { schema } from '#server/search/storage/schema.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
import type { Node } from '#shared/text/query/tree.ts'
import { codePoint } from '#test/codePoint.ts'
import { caseFields, compileQuery, phraseFields } from './compileQuery.ts'
import { openMemoryIndex } from '#test/memoryIndex.ts'
import { runs } from '#test/nightly.ts'

/** Indexes texts as rows, and returns a search for them; `\n` ends a paragraph. */
function indexOf(texts: readonly string[]) {
  const { library, putText, refresh } = openMemoryIndex()
  texts.forEach((text, row) => putText(row + 1, text))
  refresh()
  const fields = caseFields
  return (query: string) => {
    const { root } = parseQuery(query)
    if (!root) return []
    const found = evaluate(library.database, compileQuery(root, fields))
    return texts.filter((_, row) => hasBit(found, row + 1))
  }
}

const find = indexOf([
  'ޙުކުމް ކޮށްފިއެވެ',
  'ހުކުމެއް ކޮށްފި',
  'ދަޢުވާ ކުރި ޤާނޫނުގެ ދަށުން ޙުކުމް',
  'ޤާނޫނު\nދަޢުވާ',
  'court rules on the claims of a court',
])

test.each([
  ['ޙުކުމް', ['ޙުކުމް ކޮށްފިއެވެ', 'ހުކުމެއް ކޮށްފި', 'ދަޢުވާ ކުރި ޤާނޫނުގެ ދަށުން ޙުކުމް']],
  ['"ޙުކުމް"', ['ޙުކުމް ކޮށްފިއެވެ', 'ދަޢުވާ ކުރި ޤާނޫނުގެ ދަށުން ޙުކުމް']],
  ['"ހުކުމެއް"', ['ހުކުމެއް ކޮށްފި']],
  ['"ހުކުމް"', []],
  ['"ޙުކުމް ކޮށްފިއެވެ"', ['ޙުކުމް ކޮށްފިއެވެ']],
  ['ޙުކުމް -ދަޢުވާ', ['ޙުކުމް ކޮށްފިއެވެ', 'ހުކުމެއް ކޮށްފި']],
  ['ޙުކުމް NOT (ދަޢުވާ OR ހުކުމެއް)', []],
  ['-ޙުކުމް', ['ޤާނޫނު\nދަޢުވާ', 'court rules on the claims of a court']],
  ['claims OR -ޙުކުމް', ['ޤާނޫނު\nދަޢުވާ', 'court rules on the claims of a court']],
  ['ޤާނޫނު ނުވަތަ court', ['ދަޢުވާ ކުރި ޤާނޫނުގެ ދަށުން ޙުކުމް', 'ޤާނޫނު\nދަޢުވާ', 'court rules on the claims of a court']],
  // A prefix holds its own word in every form: ކުރި is a form of the verb of ކޮށް.
  ['ކޮށް*', ['ޙުކުމް ކޮށްފިއެވެ', 'ހުކުމެއް ކޮށްފި', 'ދަޢުވާ ކުރި ޤާނޫނުގެ ދަށުން ޙުކުމް']],
  ['ކޮށްފި*', ['ޙުކުމް ކޮށްފިއެވެ', 'ހުކުމެއް ކޮށްފި', 'ދަޢުވާ ކުރި ޤާނޫނުގެ ދަށުން ޙުކުމް']],
  ['ޤާނޫނުގެ*', ['ދަޢުވާ ކުރި ޤާނޫނުގެ ދަށުން ޙުކުމް', 'ޤާނޫނު\nދަޢުވާ']],
  ['ދަޢުވާ w/2 ޤާނޫނު', ['ދަޢުވާ ކުރި ޤާނޫނުގެ ދަށުން ޙުކުމް']],
  ['ދަޢުވާ w/1 ޤާނޫނު', []],
  ['ޙުކުމް w/4 ދަޢުވާ', ['ދަޢުވާ ކުރި ޤާނޫނުގެ ދަށުން ޙުކުމް']],
  ['ޤާނޫނު w/p ދަޢުވާ', ['ދަޢުވާ ކުރި ޤާނޫނުގެ ދަށުން ޙުކުމް']],
  ['ޤާނޫނު w/60 ދަޢުވާ', ['ދަޢުވާ ކުރި ޤާނޫނުގެ ދަށުން ޙުކުމް']],
  ['NEAR((ޤާނޫނު OR rules) (ދަޢުވާ OR claims), 2)', ['ދަޢުވާ ކުރި ޤާނޫނުގެ ދަށުން ޙުކުމް']],
  ['NEAR((ޤާނޫނު OR rules) (ދަޢުވާ OR claims), 3)', ['ދަޢުވާ ކުރި ޤާނޫނުގެ ދަށުން ޙުކުމް', 'court rules on the claims of a court']],
  ['ޤާނޫނު* w/2 ދަޢުވާ', ['ދަޢުވާ ކުރި ޤާނޫނުގެ ދަށުން ޙުކުމް']],
  ['ކޮށްފި* w/1 ޙުކުމް', ['ޙުކުމް ކޮށްފިއެވެ', 'ހުކުމެއް ކޮށްފި']],
  ['ޤާނޫނުން w/2 ދަޢުވާ*', ['ދަޢުވާ ކުރި ޤާނޫނުގެ ދަށުން ޙުކުމް']],
  ['ދަޢުވާއަށް w/2 ޤާނޫނުގެ*', ['ދަޢުވާ ކުރި ޤާނޫނުގެ ދަށުން ޙުކުމް']],
  ['rules w/3 clai*', ['court rules on the claims of a court']],
  ['"court rules" w/3 claim', ['court rules on the claims of a court']],
])('the query %s finds exactly the matching texts', (query, texts) => {
  expect(find(query)).toEqual(texts)
})

const pieces = [
  ...['a', 'ކޯޓު', '"ޙުކުމް ކުރި"', 'އަދި', 'ނުވަތަ', '2013/HC-A/80', 'AND', 'OR', 'NOT', '-', '(', ')', '"', 'co*', '*'],
  ...[
    'w/5',
    'w/p',
    'NEAR(',
    ', 5)',
    'court:HC',
    ' ',
    ' ',
    '\u202e',
    '\ud800',
    "'",
    ':',
    '^',
    '\0',
    '{',
    '}',
    '+',
    '\\',
  ],
]
const anyQuery = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((some) => some.join(' '))

test('any input compiles to valid FTS5 syntax, for cases and phrases', () => {
  const phrases = new DatabaseSync(':memory:')
  phrases.exec(schema)
  const select = phrases.prepare('select rowid from phrases where phrases match ?')
  const typed = fc.oneof(anyQuery, fc.string({ unit: codePoint, maxLength: 80 }))
  fc.assert(
    fc.property(typed, (query) => {
      expect(() => find(query)).not.toThrow()
      const { root } = parseQuery(query)
      if (root) expect(select.all(toFtsSyntax(compileQuery(root, phraseFields)))).toEqual([])
    }),
    { numRuns: runs(100, 1500) },
  )
})

test.each([
  ['brackets inside brackets', '(a (b OR '.repeat(32) + 'c' + '))'.repeat(32)],
  ['negations inside negations', '(-a -(b OR '.repeat(32) + 'c' + '))'.repeat(32)],
  ['choices near each other', '(a OR b OR c OR d) w/60 (a OR b OR c OR d) '.repeat(8)],
  ['words', 'a'.repeat(2).concat(' ').repeat(300)],
  ['stars', Array.from({ length: 500 }, (_, index) => `wo${index}*`).join(' ')],
])('a large query is executed without an error: %s', (_name, query) => {
  expect(() => find(query)).not.toThrow()
})

test.each([
  ['statutes', (at: number) => `${at}/2014`],
  ['days', (at: number) => `${at}/5/2014`],
  ['case numbers', (at: number) => `2014/HC-A/${at}`],
  ['a word in brackets and statutes', (at: number) => (at === 1 ? '(1/2013 OR 2/2013)' : `${at}/2014`)],
  ['a prefix and statutes', (at: number) => (at === 1 ? 'word*' : `${at}/2014`)],
])('a search of phrases near each other has a limited size: %s', (_name, partAt) => {
  const { root } = parseQuery(`NEAR(${Array.from({ length: 14 }, (_, index) => partAt(index + 1)).join(' ')})`)
  const syntax = root ? toFtsSyntax(compileQuery(root, phraseFields)) : ''
  expect(syntax.length).toBeGreaterThan(0)
  expect(syntax.length).toBeLessThan(5000)
})

test('a few statutes near each other are searched as phrases in either order of number and year', () => {
  const { root } = parseQuery('9/2014 w/5 12/2010')
  const syntax = root ? toFtsSyntax(compileQuery(root, phraseFields)) : ''
  expect(syntax.split('NEAR(')).toHaveLength(1 + 4)
})

const letters = ['aa', 'bb', 'cc', 'dd']
const query = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(...letters),
    fc
      .tuple(tie('node'), fc.constantFrom(' AND ', ' OR ', ' NOT ', ' '), tie('node'))
      .map(([one, by, other]) => `(${one})${by}(${other})`),
    tie('node').map((node) => `-(${node})`),
  ),
})).node

test('random queries of AND, OR, and NOT find exactly the texts for which they are true', () => {
  const texts = Array.from({ length: 16 }, (_, bits) => letters.filter((_letter, bit) => bits & (1 << bit)).join(' '))
  const search = indexOf(texts)
  fc.assert(
    fc.property(query, (typed) => {
      const { root } = parseQuery(typed)
      expect(search(typed)).toEqual(texts.filter((text) => root && isTrue(root, text.split(' '))))
    }),
    { numRuns: runs(80, 600) },
  )
})

function isTrue(node: Node, words: readonly string[]): boolean {
  if (node.kind === 'and') return node.of.every((part) => isTrue(part, words))
  if (node.kind === 'or') return node.of.some((part) => isTrue(part, words))
  if (node.kind === 'not') return !isTrue(node.of, words)
  return node.kind === 'word' && words.includes(node.word)
}

test('proximity and phrases match within a paragraph of any length and never across two', () => {
  const long = `alpha ${'x '.repeat(300)}beta`
  const search = indexOf([long, 'alpha one\nbeta two', 'alpha beta'])
  expect(search('alpha w/p beta')).toEqual([long, 'alpha beta'])
  for (const query of ['"one beta"', 'one-beta', 'one w/60 beta', 'one w/60 bet*', 'one w/p beta'])
    expect(search(query)).toEqual([])
})

test('each of many paragraphs is found, and no match crosses two of them, however far apart', () => {
  const paragraphs = Array.from({ length: 1200 }, (_, at) => `begin${at} middle${at} end${at}`)
  const search = indexOf([paragraphs.join('\n')])
  for (const at of [0, 511, 512, 513, 1023, 1024, 1199]) {
    expect(search(`"begin${at} middle${at} end${at}"`)).toHaveLength(1)
    expect(search(`begin${at} w/p end${at}`)).toHaveLength(1)
  }
  const apart: [number, number][] = [[0, 1], [0, 512], [511, 512], [511, 1023], [512, 1024]] // prettier-ignore
  for (const [at, next] of apart)
    for (const query of [
      `"end${at} begin${next}"`,
      `end${at} w/60 begin${next}`,
      `end${at} w/60 begin${next}*`,
      `end${at} w/p begin${next}`,
    ])
      expect([query, search(query).length]).toEqual([query, 0])
})
