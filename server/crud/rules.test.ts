import { expect, test } from 'vitest'
import type { Field } from '#shared/resource/field.ts'
import { findViolations } from './rules.ts'

/** What a form would not have sent is refused wherever it comes from, in rows of a repeater too. */

const label = { dv: 'ނަން', en: 'Name' }
const text = { kind: 'text', max: 20, label } as const
const fields: Record<string, Field> = {
  name: text,
  reason: { ...text, rules: 'required_if:name,appeal' },
  parties: {
    kind: 'repeater',
    table: 'parties',
    label,
    fields: {
      role: text,
      licence: { ...text, rules: 'required_if:role,lawyer|hidden_if:role,witness' },
      secret: { ...text, permission: 'read-secrets' },
    },
  },
}
const broken = (given: object, { before = {}, abilities = [] as string[] } = {}) => {
  const mode = Object.keys(before).length > 0 ? 'Update' : 'Create'
  const found = findViolations(fields, { input: { ...given }, before, mode, abilities })
  return Object.fromEntries(Object.entries(found).map(([place, [problem]]) => [place, problem?.code]))
}

test('a field that its rules demand is missed', () => {
  expect(broken({ name: 'appeal' })).toEqual({ reason: 'required' })
  expect(broken({ name: 'appeal', reason: 'late' })).toEqual({})
})

test('a field of a row is missed by the rules of that row, and all rows are told of', () => {
  const parties = [
    { role: 'lawyer' },
    { role: 'party' },
    { role: 'lawyer', licence: ' ' },
    { role: 'lawyer', licence: '7' },
  ]
  expect(broken({ parties })).toEqual({ 'parties.0.licence': 'required', 'parties.2.licence': 'required' })
})

test('a field that is closed in its row is refused there', () => {
  expect(broken({ parties: [{ role: 'witness', licence: '7' }] })).toEqual({ 'parties.0.licence': 'closed' })
})

test('a field of a row that somebody may not write is closed to him', () => {
  const parties = [{ role: 'party', secret: 'x' }]
  expect(broken({ parties })).toEqual({ 'parties.0.secret': 'closed' })
  expect(broken({ parties }, { abilities: ['read-secrets'] })).toEqual({})
})

test('what is left out of a row that is kept counts as it is kept', () => {
  const before = { parties: [{ id: 4, role: 'lawyer', licence: '7' }] }
  expect(broken({ parties: [{ id: 4, role: 'lawyer' }] }, { before })).toEqual({})
  expect(broken({ parties: [{ id: 4, licence: '' }] }, { before })).toEqual({ 'parties.0.licence': 'required' })
})

const number = { kind: 'number', label } as const
const day = { kind: 'date', format: 'DD MMM YYYY', label } as const
const counted: Record<string, Field> = {
  pages: number,
  scanned: { ...number, atMost: 'pages' },
  stays: {
    kind: 'repeater',
    table: 'stays',
    label,
    fields: { from: { ...day, atMost: 'to' }, to: day },
  },
}
const beyond = (given: object, before = {}) =>
  findViolations(counted, { input: { ...given }, before, mode: 'Update', abilities: [] })

test('a number that is beyond another is refused at the one that was given, with how far it may go', () => {
  const tooBig = { scanned: [{ code: 'too-big', values: { maximum: 3 } }] }
  expect(beyond({ pages: 3, scanned: 5 })).toEqual(tooBig)
  expect(beyond({ scanned: 5 }, { pages: 3 })).toEqual(tooBig)
  expect(beyond({ pages: 3 }, { scanned: 5 })).toEqual({ pages: [{ code: 'too-small', values: { minimum: 5 } }] })
})

test('numbers of which one is empty, and those that were not given, are not compared', () => {
  expect(beyond({ scanned: 5 })).toEqual({})
  expect(beyond({ pages: null }, { scanned: 5 })).toEqual({})
  expect(beyond({ pages: 5, scanned: 5 })).toEqual({})
  expect(beyond({ stays: [] }, { pages: 3, scanned: 5 })).toEqual({})
})

test('days that are the wrong way round are refused in their row', () => {
  const stays = [
    { from: '2020-01-01', to: '2020-05-05' },
    { from: '2020-05-05', to: '2020-01-01' },
  ]
  expect(beyond({ stays })).toEqual({ 'stays.1.from': [{ code: 'range-reversed' }] })
  expect(beyond({ stays: [{ id: 4, to: '2020-01-01' }] }, { stays: [{ id: 4, from: '2020-05-05' }] })).toEqual({
    'stays.0.to': [{ code: 'range-reversed' }],
  })
})
