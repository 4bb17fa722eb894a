import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluate } from '#server/search/postings/evaluateQuery.ts'
import { exactForm, type ExactWord, tokenizeExact } from '#shared/text/language/exactForm.ts'
import { foldText } from '#shared/text/language/fold.ts'
import { openMemoryIndex } from '#test/memoryIndex.ts'
import { runs } from '#test/nightly.ts'
import { countBits, idsOfBitset } from './bitset.ts'
import { anyOf, type FtsQuery, phrase, prefix, term } from './ftsQuery.ts'
import { exactTerm } from './indexTerms.ts'

const spellings = [
  ...['ޙުކުމް', 'ހުކުމް', 'ޙުކުމެއް', 'ޤާޞިދު', 'ގާޞިދު', 'ޤާސިދު', 'ގާސިދު', 'ގާސިދުގެ', 'ޠާހިރު', 'ތާޙިރު', 'ތާހިރު'],
  ...['Résumé', 'resumé', 'resume', '١٢/Ab', '12', 'ﷲ', 'އްލާ'],
]

const anyText = fc
  .array(fc.array(fc.constantFrom(...spellings), { maxLength: 12 }), { maxLength: 2 })
  .map((lines) => lines.map((words) => words.join(' ')).join('\n'))

type Asked = { ftsQuery: FtsQuery; isMatch: (words: readonly ExactWord[]) => boolean }

const isEqualAt = (words: readonly ExactWord[], part: 'word' | 'exact', wanted: readonly string[]) =>
  words.some((_, at) => wanted.every((one, next) => words[at + next]?.[part] === one))

const wordsOfTest = fc
  .array(fc.constantFrom(...spellings), { minLength: 1, maxLength: 9 })
  .map((words) => tokenizeExact(words.join(' ')))

const askedPhrase = wordsOfTest.map((words): Asked => {
  const folded = words.map(({ word }) => word)
  return { ftsQuery: phrase(folded), isMatch: (text) => isEqualAt(text, 'word', folded) }
})

const askedExact = wordsOfTest.map((words): Asked => {
  const exact = words.map((one) => one.exact)
  return { ftsQuery: phrase(exact.map(exactTerm)), isMatch: (text) => isEqualAt(text, 'exact', exact) }
})

const askedPrefix = fc.tuple(wordsOfTest, fc.nat({ max: 7 })).map(([[first], length]): Asked => {
  const begin = first?.word.slice(0, length + 1) ?? ''
  return { ftsQuery: prefix(begin), isMatch: (text) => text.some(({ word }) => word.startsWith(begin)) }
})

const askedNear = fc.tuple(wordsOfTest, wordsOfTest, fc.nat({ max: 4 })).map(([[one], [other], between]): Asked => {
  const [word = '', begin = ''] = [one?.word, other?.word.slice(0, 3)]
  const parts = [[{ kind: 'phrase', words: [word] }], [{ kind: 'prefix', word: begin }]] as const
  // One word may be both parts.
  const isNear = (text: readonly ExactWord[], at: number, next: number) =>
    text[at]?.word === word && text[next]?.word.startsWith(begin) && Math.abs(at - next) - 1 <= between
  return {
    ftsQuery: { kind: 'near', parts, between },
    isMatch: (text) => text.some((_, at) => text.some((_other, next) => isNear(text, at, next))),
  }
})

const asked = fc.oneof(askedPhrase, askedExact, askedPrefix, askedNear)

test('words, phrases, prefixes, and proximity find every spelling after random changes, and no other word', () => {
  const change = fc.tuple(fc.integer({ min: 1, max: 8 }), fc.option(anyText, { freq: 6 }))
  const rounds = fc.array(fc.tuple(fc.array(change, { maxLength: 6 }), fc.array(asked, { maxLength: 12 })), {
    maxLength: 3,
  })
  fc.assert(
    fc.property(rounds, (all) => {
      const { library, putText, refresh, close } = openMemoryIndex()
      const texts = new Map<number, string>()
      for (const [changes, questions] of all) {
        for (const [id, text] of changes) {
          putText(id, text)
          if (text === null) texts.delete(id)
          else texts.set(id, text)
        }
        refresh()
        for (const { ftsQuery, isMatch } of questions) {
          const bits = evaluate(library.database, ftsQuery)
          const wanted = [...texts].filter(([, text]) => text.split('\n').map(tokenizeExact).some(isMatch))
          const found = [...idsOfBitset(bits, countBits(bits))]
          expect([ftsQuery, found]).toEqual([ftsQuery, wanted.map(([id]) => id).sort((one, other) => one - other)])
        }
      }
      close()
    }),
    { numRuns: runs(60, 600) },
  )
})

test('a phrase with thousands of combinations of spellings finds every one that occurs', () => {
  const { library, putText, refresh, close } = openMemoryIndex()
  const families = [spellings.slice(3, 7), spellings.slice(8, 11)]
  const combinations = Array.from({ length: 40 }, (_, number) =>
    Array.from({ length: 9 }, (_word, at) => families[at % 2]?.[(number * 7 + at * at) % (4 - (at % 2))]).join(' '),
  )
  combinations.forEach((text, at) => putText(at + 1, text))
  refresh()
  const folded = tokenizeExact(combinations[0] ?? '').map(({ word }) => word)
  expect(countBits(evaluate(library.database, phrase(folded)))).toBe(40)
  const [first = '', ...others] = spellings
  expect(countBits(evaluate(library.database, anyOf([first, ...others].map(exactTerm).map(term))))).toBe(40)
  close()
})

/** Letters and marks of Latin, Arabic, and Thaana. */
const letter = fc
  .oneof(
    fc.integer({ min: 0x20, max: 0x24f }),
    fc.integer({ min: 0x600, max: 0x6ff }),
    fc.integer({ min: 0x780, max: 0x7b1 }),
  )
  .map((unit) => String.fromCharCode(unit))

test('the exact form of a word folds to the fold of the word', () => {
  fc.assert(
    fc.property(fc.string({ unit: letter, maxLength: 12 }), (text) => {
      for (const { word, exact } of tokenizeExact(text)) expect(foldText(exact)).toBe(word)
    }),
  )
  for (const text of spellings) expect(foldText(exactForm(text))).toBe(foldText(text))
})
