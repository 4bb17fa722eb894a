import { expect, test } from 'vitest'
import type { Field } from '#shared/resource/field.ts'
import { findViolations } from './rules.ts'

/** The server rejects what a form would not send, in repeater rows too. */

const label = { dv: 'ނަން', en: 'Name' }
const text = { kind: 'text', max: 20, label } as const
const fields: Record<string, Field> = {
  name: text,
  reason: { ...text, rules: 'required_if:name,appeal' },
  parties: {
    kind: 'repeater',
    table: 'parties',
    label,
    rowLabel: label,
    fields: {
      role: text,
      licence: { ...text, rules: 'required_if:role,lawyer|hidden_if:role,witness' },
      secret: { ...text, permission: 'read-secrets' },
    },
  },
}
const violations = (input: object, { before = {}, abilities = [] as string[] } = {}) => {
  const mode = Object.keys(before).length > 0 ? 'Update' : 'Create'
  const found = findViolations(fields, { input: { ...input }, before, mode, abilities })
  return Object.fromEntries(Object.entries(found).map(([path, [problem]]) => [path, problem?.code]))
}

test('a field that its rules require is reported as missing', () => {
  expect(violations({ name: 'appeal' })).toEqual({ reason: 'required' })
  expect(violations({ name: 'appeal', reason: 'late' })).toEqual({})
})

test('a repeater field that the rules of its row require is reported as missing in every such row', () => {
  const parties = [
    { role: 'lawyer' },
    { role: 'party' },
    { role: 'lawyer', licence: ' ' },
    { role: 'lawyer', licence: '7' },
  ]
  expect(violations({ parties })).toEqual({ 'parties.0.licence': 'required', 'parties.2.licence': 'required' })
})

test('a repeater field that is closed in its row is rejected there', () => {
  expect(violations({ parties: [{ role: 'witness', licence: '7' }] })).toEqual({ 'parties.0.licence': 'closed' })
})

test('a repeater field that the user may not write is rejected', () => {
  const parties = [{ role: 'party', secret: 'x' }]
  expect(violations({ parties })).toEqual({ 'parties.0.secret': 'closed' })
  expect(violations({ parties }, { abilities: ['read-secrets'] })).toEqual({})
})

test('a missing field of a stored row counts with its stored value', () => {
  const before = { parties: [{ id: 4, role: 'lawyer', licence: '7' }] }
  expect(violations({ parties: [{ id: 4, role: 'lawyer' }] }, { before })).toEqual({})
  expect(violations({ parties: [{ id: 4, licence: '' }] }, { before })).toEqual({ 'parties.0.licence': 'required' })
})

const number = { kind: 'number', label } as const
const day = { kind: 'date', format: 'DD MMM YYYY', label } as const
const boundedFields: Record<string, Field> = {
  pages: number,
  scanned: { ...number, atMost: 'pages' },
  stays: {
    kind: 'repeater',
    table: 'stays',
    label,
    rowLabel: label,
    fields: { from: { ...day, atMost: 'to' }, to: day },
  },
}
const exceeded = (input: object, before = {}) =>
  findViolations(boundedFields, { input: { ...input }, before, mode: 'Update', abilities: [] })

test('a number above its upper bound is rejected at the field of the input, with the bound', () => {
  const tooBig = { scanned: [{ code: 'too-big', values: { maximum: 3 } }] }
  expect(exceeded({ pages: 3, scanned: 5 })).toEqual(tooBig)
  expect(exceeded({ scanned: 5 }, { pages: 3 })).toEqual(tooBig)
  expect(exceeded({ pages: 3 }, { scanned: 5 })).toEqual({ pages: [{ code: 'too-small', values: { minimum: 5 } }] })
})

test('numbers are not compared when one is empty or neither is in the input', () => {
  expect(exceeded({ scanned: 5 })).toEqual({})
  expect(exceeded({ pages: null }, { scanned: 5 })).toEqual({})
  expect(exceeded({ pages: 5, scanned: 5 })).toEqual({})
  expect(exceeded({ stays: [] }, { pages: 3, scanned: 5 })).toEqual({})
})

test('reversed days of a repeater row are rejected in that row', () => {
  const stays = [
    { from: '2020-01-01', to: '2020-05-05' },
    { from: '2020-05-05', to: '2020-01-01' },
  ]
  const problem = { code: 'days-reversed', values: { lower: day.label, upper: day.label } }
  expect(exceeded({ stays })).toEqual({ 'stays.1.from': [problem] })
  expect(exceeded({ stays: [{ id: 4, to: '2020-01-01' }] }, { stays: [{ id: 4, from: '2020-05-05' }] })).toEqual({
    'stays.0.to': [problem],
  })
})
