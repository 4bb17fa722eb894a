import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codePoint } from '#test/codePoint.ts'
import { spellingKey } from './spelling.ts'
import { fromLatin, toLatin } from './transliterate.ts'

test.each([
  ['ޙުކުމް', 'hukum'],
  ['ކޯޓު', 'koatu'],
  ['ޤާނޫނު', 'qaanoonu'],
  ['ރަށް', 'rah'],
  ['އެއްބަސްވުން', 'ebbasvun'],
  ['ފަރާތް', 'faraaiy'],
  ['މައްސަލަ', 'massala'],
  ['ޢަބްދުﷲ', 'abdhullaa'],
  ['2013 ވަނަ', '2013 vana'],
])('the Thaana word %s is transliterated to %s', (thaana, latin) => {
  expect(toLatin(thaana)).toBe(latin)
})

test.each([
  ['hukum', ['ހުކުމް', 'ޙުކުމް']],
  ['kotu', ['ކޯޓު']],
  ['koatu', ['ކޯޓު']],
  ['qaanoonu', ['ޤާނޫނު']],
  ['gaanoonu', ['ގާނޫނު', 'ޤާނޫނު']],
  ['massala', ['މައްސަލަ']],
  ["sharee'ath", ['ޝަރީއަތް']],
  ['faraaiy', ['ފަރާތް']],
  ['fandiyaaru', ['ފަނޑިޔާރު']],
  ['hekibas', ['ހެކިބަސް']],
  ['rah', ['ރަށް']],
])('the Latin word %s has the Thaana candidates %j', (latin, candidates) => {
  expect(fromLatin(latin)).toEqual(expect.arrayContaining(candidates))
})

test.each(['', "'", 'ހުކުމް', '2013', 'two words', 'a'.repeat(1000)])(
  'the text %j is not a Latin word and has no Thaana candidates',
  (text) => {
    expect(fromLatin(text)).toEqual([])
  },
)

test('common words in Malé Latin are transliterated back to Thaana', () => {
  const file = readFileSync(join(import.meta.dirname, '../../../db/seed/data/wordfreq.tsv'), 'utf8')
  const common = [...file.matchAll(/^\d+\t([ހ-ޱ]{3,})\t/gm)].map(([, word = '']) => word)
  const back = common.filter((word) => fromLatin(toLatin(word)).some((read) => spellingKey(read) === spellingKey(word)))
  expect(common.length).toBeGreaterThan(1500)
  expect(back.length / common.length).toBeGreaterThan(0.95)
})

test('any text has at most five Thaana candidates, all different', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: codePoint }), fc.string({ unit: fc.constantFrom(..."aeiouhdtnsiy'") })),
      (text) => {
        const candidates = fromLatin(text)
        expect(candidates.length).toBeLessThanOrEqual(5)
        expect(new Set(candidates).size).toBe(candidates.length)
        for (const candidate of candidates) expect(candidate).toMatch(/^[ހ-ޱ]+$/)
      },
    ),
    { numRuns: 2000 },
  )
})
