import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nightlyTest } from '#test/nightly.ts'
import { gradeAll } from './freeze.ts'
import { buildJudge } from './judge.ts'
import { englishSets, englishTerms } from './english.ts'
import { type Judged, type JudgedCase, readLibrary } from './library.ts'
import { classes, readGrades, readQueries, rowsOf, sets } from './queries.ts'

const none: JudgedCase = {
  name: '', numbers: [], kind: 'debt', parties: [], judges: [], title: '', keywords: '', types: '', text: '',
} // prettier-ignore
const library = (...cases: Partial<JudgedCase>[]): Judged => ({
  cases: cases.map((one, index) => ({ ...none, name: `${index + 1}`, ...one })),
  phrases: ['ދަރަނި', 'ލޯން'],
})
const lemmas = new Map([
  ['ދަރަނި', ['ދަރަނި', 'ދަރަންޏެއް']],
  ['ލޯން', ['ލޯން']],
])
const grade = (rule: string, ...cases: Partial<JudgedCase>[]) =>
  Object.fromEntries(buildJudge(library(...cases), lemmas)(rule))

test('the frozen grades equal those that the rules give for the demo library', () => {
  expect(gradeAll()).toBe(readFileSync(new URL('grades.tsv', import.meta.url), 'utf8'))
})

test('the held-out set has at least 150 queries and fifteen of every class', () => {
  const held = readQueries('heldout')
  expect(held.length).toBeGreaterThanOrEqual(150)
  for (const one of classes) expect(held.filter((query) => query.class === one).length).toBeGreaterThanOrEqual(15)
})

test('no information need is in two sets, and no query is repeated', () => {
  const needs = sets.map((set) => new Set(readQueries(set).map(({ class: of, rule }) => `${of} ${rule}`)))
  expect(new Set(needs.flatMap((set) => [...set])).size).toBe(needs.reduce((sum, set) => sum + set.size, 0))
  const ids = sets.flatMap(readQueries).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('every query has a relevant answer', () => {
  const grades = readGrades()
  const without = sets
    .flatMap(readQueries)
    .filter(({ id }) => ![...(grades.get(id)?.values() ?? [])].some((of) => of > 1))
  expect(without).toEqual([])
})

test.each(['read', 'later'])('no English term is repeated or in another set: %s', (set) => {
  // `another` and `fourth` were written without a look at the other sets.
  const others = englishSets.filter((of) => of !== 'another' && of !== 'fourth')
  const all = others.flatMap((of) => rowsOf(`english.${of}.tsv`).map(([english]) => english))
  const terms = rowsOf(`english.${set}.tsv`).map(([english]) => english)
  expect(terms.length).toBe(75)
  expect(terms.filter((one) => all.filter((term) => term === one).length > 1).length).toBe(0)
})

test.each(['another', 'fourth'])('no English term of a set is repeated: %s', (set) => {
  const terms = rowsOf(`english.${set}.tsv`).map(([english]) => english)
  expect(terms.length).toBe(110)
  expect(new Set(terms).size).toBe(110)
})

nightlyTest.each(['read', 'later', 'another', 'fourth'] as const)(
  'every English term has a relevant case: %s',
  (set) => {
    const { queries, grades } = englishTerms(readLibrary(), set)
    // The number alone: a list of the terms would be read.
    const without = queries.filter(({ id }) => ![...(grades.get(id)?.values() ?? [])].some((of) => of > 1))
    expect(without.length).toBe(0)
  },
)

test('a word in the title grades higher than two in the text, and two higher than one', () => {
  const text = ['ދަރަންޏެއް', 'ދަރަނި، ދަރަންޏެއް', '']
  expect(grade('words ދަރަނި', ...text.map((of) => ({ text: of })), { title: 'ދަރަންޏެއް ހޯދުން' })).toEqual({
    1: 1,
    2: 2,
    4: 3,
  })
})

test('a single mention is relevant when no case has more', () => {
  expect(grade('words ދަރަނި', { text: 'ދަރަނި' }, { text: 'ދަރަނިން' })).toEqual({ 1: 2 })
})

test('of several words the least frequent one decides the grade', () => {
  const both = { title: 'ދަރަނި', text: 'ލޯން ލޯން' }
  expect(grade('words ދަރަނި + ލޯން', both, { title: 'ދަރަނި' })).toEqual({ 1: 2 })
})

test('an adjacent name is a party, a separated one may be, and the name of a judge is near', () => {
  const name = 'އަޙްމަދު މޫސާ'
  expect(
    grade(`party ${name}`, { parties: [name] }, { parties: ['އަޙްމަދު ޢަލީ މޫސާ'] }, { judges: [name] }, { text: name }),
  ).toEqual({ 1: 3, 2: 2, 3: 1 })
})

test('adjacent words match only in their exact form', () => {
  const text = 'ދަރަނި އަދާކުރުން'
  expect(grade(`text ${text}`, { text: `${text}، އެވެ` }, { text: 'ދަރަނި، އެވެ އަދާކުރުން' }, { keywords: text })).toEqual({
    1: 2,
    3: 3,
  })
})

test('a case of the kind is near its topic, and relevant when it contains the aspect', () => {
  const aspect = 'ޗެކު އެނބުރި'
  const asked = `topic debt : ${aspect}`
  expect(grade(asked, {}, { text: `${aspect}އައި` }, { title: aspect }, { kind: 'theft', title: aspect })).toEqual({
    1: 1,
    2: 2,
    3: 3,
  })
})

test('a rule that names something absent from the library is rejected', () => {
  expect(() => grade('number 1/A/2020', {})).toThrow('no case is right')
  expect(() => grade('words ގެ', {})).toThrow('lemmas.tsv')
  expect(() => grade('entry ގެ', {})).toThrow('no phrase')
})
