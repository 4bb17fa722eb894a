import fc from 'fast-check'
import { expect, test } from 'vitest'
import { takesLessThan } from '#test/cpuTime.ts'
import { runs } from '#test/nightly.ts'
import { codePoint } from '#test/codePoint.ts'
import { type DiffPart, wordDiff } from './wordDiff.ts'

const join = (parts: DiffPart[], kind: 'removed' | 'added') =>
  parts.flatMap((part) => (part.kind === 'same' || part.kind === kind ? [part.text] : [])).join('')

const show = (parts: DiffPart[]) =>
  parts.map(({ kind, text }) => ({ same: text, removed: `[-${text}]`, added: `[+${text}]` })[kind]).join('')

test('a word with its vowel signs is the unit of a difference', () => {
  expect(show(wordDiff('ޤާޟީ ޙުކުމް ކުރެއްވިއެވެ.', 'ޤާޟީ ޙުކުމެއް ކުރެއްވިއެވެ.'))).toBe('ޤާޟީ [-ޙުކުމް][+ޙުކުމެއް] ކުރެއްވިއެވެ.')
})

test('words that changed next to each other are one difference', () => {
  expect(show(wordDiff('މި މައްސަލައިގެ ޙުކުމް ނިންމިއެވެ', 'މި ދަޢުވާގެ ނިންމުން ނިންމިއެވެ'))).toBe('މި [-މައްސަލައިގެ ޙުކުމް][+ދަޢުވާގެ ނިންމުން] ނިންމިއެވެ')
})

test('a paragraph that is split differs by its line end', () => {
  expect(show(wordDiff('އެއް ދެ\nތިން\n', 'އެއް\nދެ\nތިން\n'))).toBe('އެއް[- ][+\n]ދެ\nތިން\n')
})

test('texts without a common word are removed and added as a whole', () => {
  expect(show(wordDiff('', 'އެއް'))).toBe('[+އެއް]')
  expect(show(wordDiff('އެއް', ''))).toBe('[-އެއް]')
  expect(wordDiff('', '')).toEqual([])
  expect(wordDiff('އެއް\n', 'އެއް\n')).toEqual([{ kind: 'same', text: 'އެއް\n' }])
})

const word = fc.constantFrom(
  'ޙުކުމް',
  'ޤާޟީ',
  'މި',
  'a',
  '12',
  ' ',
  '  ',
  '\n',
  '،',
  '.',
  '\u200d',
  '\ud83d',
  '\ude00',
  '\u0301',
)
const text = fc.oneof(
  fc.string({ unit: codePoint }),
  fc.array(word, { maxLength: 60 }).map((words) => words.join('')),
)

test('the parts of a difference join to the text before and to the text after', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = wordDiff(before, after)
      expect(join(parts, 'removed')).toBe(before)
      expect(join(parts, 'added')).toBe(after)
      // No part is empty or of the kind of the part before it.
      expect(parts.filter((part, index) => part.text === '' || part.kind === parts[index - 1]?.kind)).toEqual([])
    }),
    { numRuns: runs(200, 20_000) },
  )
})

const repeat = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join('')

test.each([
  {
    texts: 'with a change in every line',
    before: repeat(20_000, (n) => `${n} ޙުކުމް ކުރެވިފައި ވާތީ\n`),
    after: repeat(20_000, (n) => `${n} ނިންމުން ކުރެވިފައި ވާތީ\n`),
  },
  {
    texts: 'of one line without a common word',
    before: repeat(200_000, (n) => `a${n} `),
    after: repeat(200_000, (n) => `b${n} `),
  },
  {
    texts: 'of two words in another order',
    before: repeat(100_000, (n) => `${'ab'[(n * 7) % 2]} `),
    after: repeat(100_000, (n) => `${'ab'[(n >> 3) % 2]} `),
  },
])('the difference of large texts $texts takes less than a second of the processor', ({ before, after }) => {
  const parts = wordDiff(before, after)
  expect(join(parts, 'removed') === before && join(parts, 'added') === after).toBe(true)
  expect(takesLessThan(1000, () => wordDiff(before, after))).toBe(true)
})

test('one changed word in every line of a large text is found', () => {
  const lines = 20_000
  const parts = wordDiff(
    repeat(lines, (n) => `${n} ޙުކުމް ވީ\n`),
    repeat(lines, (n) => `${n} ނިންމުން ވީ\n`),
  )
  expect(parts.filter(({ kind }) => kind === 'removed')).toHaveLength(lines)
})
