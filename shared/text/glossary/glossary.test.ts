import { describe, expect, test } from 'vitest'
import { isFunctionWord } from '#shared/text/language/functionWords.ts'
import { isLinear } from '#test/cpuTime.ts'
import { isThaana } from '#shared/text/language/spelling.ts'
import { arabicTerms } from './arabicTerms.ts'
import { furtherSenses } from './furtherSenses.ts'
import { furtherMeaningsOfTerm, glossary, meaningsOfTerm, tables } from './glossary.ts'

const lines = tables.flatMap((table) => table.trim().split('\n'))
const names = lines.flatMap((line) => line.split(' = ')[0]?.split(', ') ?? [])

describe('the tables of the glossary', () => {
  test('a line has names and one to five meanings in Thaana', () => {
    const wrong = [...lines, ...furtherSenses.trim().split('\n')].filter((line) => {
      const [of, meanings, ...more] = line.split(' = ')
      const parts = meanings?.split('; ') ?? []
      const isRight = parts.length <= 5 && parts.every((part) => part.split(' ').every((word) => isThaana(word)))
      return !of || more.length > 0 || !isRight || new Set(parts).size < parts.length
    })
    expect(wrong).toEqual([])
  })

  test('an English name is in lower case, without signs', () => {
    const english = names.filter((name) => !arabicTerms.includes(name))
    expect(english.filter((name) => !/^[a-z]+(?:['.]?[ a-z])*$/.test(name))).toEqual([])
    expect(english.length).toBeGreaterThan(2500)
  })

  test('a function word is no name, but for a will and what is decided', () => {
    expect(names.filter(isFunctionWord)).toEqual(['decided', 'will'])
    const further = furtherSenses.split('\n').flatMap((line) => line.split(' = ')[0]?.split(', ') ?? [])
    expect(new Set(further.filter(isFunctionWord))).toEqual(new Set(['decided', 'will']))
  })

  test('no name stands twice', () => {
    const seen = new Set<string>()
    expect(names.filter((name) => seen.size === seen.add(name).size)).toEqual([])
  })
})

describe('a term', () => {
  test.each([
    ['arson', ['arsonist', 'arsonists']],
    ['custody', ['custodial', 'the custody']],
    ['child custody', ['custody of the child', 'custody of children']],
    ['guest house', ['guesthouses', 'guest-house']],
    ['organisation', ['organization', 'organisations']],
    ['defence', ['defense', 'the defences']],
    ['steal', ['stealing', 'stole', 'steals']],
    ['rape', ['raping', 'rapes']],
    ['quash', ['quashing', 'quashes']],
    ['negligent', ['negligently']],
    ['employee', ["employee's", 'of the employee']],
    ['sea', ['seas']],
    ['damage', ['the damage to']],
    ['fraud', ['fraud case', 'got defrauded']],
    ['unauthorised', ['unauthorized', 'without permission']],
    ['rescind contract', ['rescinding the contract', 'rescinded contracts']],
    ['statutory construction', ['the construction of the law']],
  ])('%s is also %s', (term, others) => {
    expect(meaningsOfTerm(term)).not.toEqual([])
    for (const other of others) expect([other, meaningsOfTerm(other)]).toEqual([other, meaningsOfTerm(term)])
  })

  test('further senses are of a term in any inflection, none of them usual, and at most five', () => {
    expect(meaningsOfTerm('clinic')).toEqual(['ހޮސްޕިޓަލު'])
    expect(furtherMeaningsOfTerm('clinic')).toContain('ކްލިނިކު')
    expect(furtherMeaningsOfTerm('the clinics')).toEqual(furtherMeaningsOfTerm('clinic'))
    const terms = furtherSenses.split('\n').flatMap((line) => line.split(' = ')[0]?.split(', ') ?? [])
    for (const name of terms) {
      const [usual, further] = [meaningsOfTerm(name), furtherMeaningsOfTerm(name)]
      expect([name, further.length <= 5, further.filter((one) => usual.includes(one))]).toEqual([name, true, []])
    }
    expect(furtherMeaningsOfTerm('xyzzy')).toEqual([])
  })

  test('a term that only the further senses know has its first as the usual one', () => {
    expect(meaningsOfTerm('preference')).toEqual(['އެދުން'])
    expect(furtherMeaningsOfTerm('preference')).toEqual(['ޚިޔާލު', 'ބޭނުންވުން'])
  })

  test('the time to look up the meanings of a word is linear in its length', () => {
    // The stem of a word is memoized without the spaces by which the texts differ.
    let lookups = 0
    expect(isLinear((text) => meaningsOfTerm(`${text.trim()}${(lookups += 1)}`), 'a'.repeat(20_000))).toBe(true)
  })

  test('a will is not a function word, and function words alone are no term', () => {
    expect(meaningsOfTerm('the will')).toEqual(glossary.get('will'))
    expect(meaningsOfTerm('of the')).toEqual([])
    expect(meaningsOfTerm('')).toEqual([])
  })

  test.each(['vari', 'vagu', 'buri', 'bas', 'hukum', 'kuli', 'massala'])(
    'Dhivehi in Latin letters is no stem of an English term: %s',
    (word) => {
      expect(meaningsOfTerm(word)).toEqual([])
    },
  )

  test.each(['successful', 'station', 'county', 'unite', 'united', 'shame', 'several', 'quite'])(
    'a word of the same beginning is not derived from a term: %s',
    (word) => {
      expect(meaningsOfTerm(word)).toEqual([])
    },
  )
})

test.each([
  ['refrigerator', 'އައިސްއަލަމާރި'],
  ['maternity', 'ވިހެއުމުގެ ޗުއްޓީ'],
  ['cats', 'ބުޅާ'],
  ['whale shark', 'ފެހުރިހި'],
  ['import duty', 'އިމްޕޯޓު ޑިއުޓީ'],
  ['human rights commission', 'އިންސާނީ ޙައްޤުތަކުގެ ކޮމިޝަން'],
  ['المفقود', 'ގެއްލުނު'],
])('a thing is named by its own word before that of its field: %s is %s', (name, meaning) => {
  expect(meaningsOfTerm(name)[0]).toBe(meaning)
})
