import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stems } from './stemmer.ts'

const meet = (one: string, other: string) => stems(one).some((stem) => stems(other).includes(stem))

test.each([
  ['ޙުކުމް', 'ޙުކުމުގެ'],
  ['ޙުކުމް', 'ހުކުމާމެދު'],
  ['މައްސަލަ', 'މައްސަލައިގައި'],
  ['ރާއްޖެ', 'ރާއްޖޭގެ'],
  ['ކައިވެނި', 'ކައިވެންޏެކެވެ'],
  ['ފަރާތް', 'ފަރާތަކަށް'],
  ['ފަރާތް', 'ފަރާތްތަކުގެ'],
  ['ޝަރުޠު', 'ޝަރުޠަކުން'],
  ['ވަގުތު', 'ވަގުތަކަށް'],
  ['ވަގު', 'ވަގުތަކުގެ'],
  ['މިސްކިތް', 'މިސްކިތަކީ'],
  ['ހެކި', 'ހެކިތަކުގެ'],
  ['ޘުބޫތު', 'ޘުބޫތަކާއި'],
  ['މިގޮތް', 'މިގޮތަކަށް'],
  ['ބަސް', 'ބަހުގެ'],
  ['ފަނޑިޔާރު', 'ފަނޑިޔާރުންނަށް'],
  ['އެއްބަސްވުން', 'އެއްބަސްވުމަކީ'],
  ['އިސްތިއުނާފު', 'އިސްތިއުނާފްގެ'],
  ['އިސްތިއުނާފު', 'އިސްތިއުނާފުކުރި'],
  ['އިސްތިއުނާފުކުރުން', 'އިސްތިއުނާފުކޮށްފައިވާ'],
  ['އިންކާރު', 'އިންކާރުކުރުމެވެ'],
  ['ޒިންމާ', 'ޒިންމާވުމުގެ'],
  ['މަޢާފު', 'މައާފްދެއްވާ'],
  ['ބިން', 'ބިމުގެ'],
  ['ބިން', 'ބިމެއް'],
  ['ބިން', 'ބިމަށް'],
  ['ބިން', 'ބިމުން'],
  ['ބިން', 'ބިންތަކުގެ'],
  ['ބިން', 'ބިމެއްގެ'],
  ['ބިން', 'ބިމަކީ'],
  ['ގެ', 'ގޭގެ'],
  ['ގެ', 'ގެއަށް'],
  ['ގެ', 'ގެއެއް'],
  ['ގެ', 'ގޭގައި'],
  ['ގެ', 'ގެއިން'],
  ['ގެ', 'ގެއަކީ'],
  ['ގެ', 'ގެތަކުގެ'],
  ['ބޯ', 'ބޯގައި'],
  ['މިކަން', 'މިކަމުގެ'],
  ['އެކަން', 'އެކަމެއް'],
  ['ދަނޑުބިން', 'ދަނޑުބިމަށް'],
  ['އިން', 'އިމުގެ'],
  ['court', 'COURTS'],
  ['penalty', 'penalties'],
  ['حكم', 'الْحُكْم'],
])('the lemma %s and its form %s share a stem', (lemma, form) => {
  expect(meet(lemma, form)).toBe(true)
})

test.each([
  ['ޙުކުމް', 'ހުކުރު'],
  ['ކަޅު', 'ކުޅު'],
  ['ކުޅި', 'ކުޅު'],
  ['ފަސް', 'ފަހު'],
  ['އިންކާރު', 'އިންޒާރުކުރުން'],
  ['ދޭ', 'ފެންދޭ'],
  ['ގެ', 'ގެއްލުން'],
  ['ގެ', 'ގެން'],
  ['ބިން', 'ބިނާކުރުން'],
  ['އިން', 'ޤާއިމު'],
  ['law', 'laws suit'],
  ['2013', '2014'],
])('the words %s and %s share no stem', (one, other) => {
  expect(meet(one, other)).toBe(false)
})

const anything = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom('ކޯޓު', 'ބަސް', 'ވުން', 'ގެ', 'ގައި', 'އެއް', 'ތައް', 'ަކަށް', 'ން', 'އެވެ', 'ކަން', 'ެ', 'ު', 'ހު', 'އްޔ', 'ދި')).map((parts) => parts.join('')),
  fc.string({ unit: fc.constantFrom('a', 'e', 's', 'x', 'h', 'i') }),
) // prettier-ignore

test('any text has one to four stems, and stemming is idempotent', () => {
  fc.assert(
    fc.property(anything, (text) => {
      const found = stems(text)
      expect(found.length).toBeGreaterThanOrEqual(1)
      expect(found.length).toBeLessThanOrEqual(4)
      for (const stem of found) expect(stems(stem)).toContain(stem)
    }),
    { numRuns: 5000 },
  )
})
