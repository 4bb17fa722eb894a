import { describe, expect, test } from 'vitest'
import type { LiveMessage } from '#shared/calls/live.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { framesOf, type ChangeEvent, type Reader, buildEvents, encoderOf } from './messages.ts'

const label = { dv: '', en: '' }
const letters = {
  name: 'letters',
  model: 'Letter',
  label: { one: label, many: label },
  dialog: 'sm',
  filters: { Office: { field: 'office', required: true }, Open: { field: 'open' } },
  fields: {
    name: { kind: 'text', max: 9, label, list: 1 },
    price: { kind: 'number', label, list: 2, permission: 'view-price' },
    office: { kind: 'select', from: 'courts', label },
    open: { kind: 'switch', label },
  },
} as const satisfies Resource

const happened: ChangeEvent = {
  sequence: 7, resource: 'letters', row_id: 3, event: 'Updated', previous_filters: null, from_socket: '1.1', from_session: 'a',
} // prettier-ignore
const row = { id: 3, version: 2, name: 'A', price: 9, office: { id: 5, name: 'B' }, open: true }

const channels = (more: Partial<ChangeEvent>, now: typeof row | undefined) =>
  buildEvents(letters, { ...happened, ...more }, now).map(({ channel, data }) => [channel, typeof data])

const lists = [
  ['private-Letter-Primary.5', 'object'],
  ['private-Letter-Primary.5.1', 'object'],
]
const rest = (kind: string) => [
  ['private-Letter-Select', kind],
  ['presence-Letter.3', kind],
]

describe('a row is told', () => {
  test('to the lists that it is in, with and without the filter that may be empty', () => {
    expect(channels({}, row)).toEqual([...lists, ...rest('object')])
  })
  test('as a number to those that it left', () => {
    expect(channels({ previous_filters: ['5', '0'] }, row)).toEqual([
      ...lists,
      ['private-Letter-Primary.5.0', 'number'],
      ...rest('object'),
    ])
  })
  test('as a number when it is gone', () => {
    const left = [
      ['private-Letter-Primary.5', 'number'],
      ['private-Letter-Primary.5.1', 'number'],
    ]
    expect(channels({ event: 'Deleted', previous_filters: ['5', '1'] }, undefined)).toEqual([
      ...left,
      ...rest('number'),
    ])
  })
})

const reader = (more: Partial<Reader>, abilities: string[] = []): Reader => ({
  id: '2.2', session_id: 'b', user: { user_id: 1, abilities }, ...more,
}) // prettier-ignore

/** What a reader hears of the row in its list. */
function heard(by: Reader): LiveMessage {
  const [told] = buildEvents(letters, happened, row)
  if (!told) throw new Error('nothing is told')
  return JSON.parse((JSON.parse(encoderOf(told)(by)) as { data: string }).data) as LiveMessage
}

test('a field that needs a right is written only for whoever has it', () => {
  expect(heard(reader({}, ['view-price'])).data).toEqual(row)
  const { price: _, ...others } = row
  expect(heard(reader({})).data).toEqual(others)
})

test('readers of other rights never share a text', () => {
  const [told] = buildEvents(letters, happened, row)
  const write = told && encoderOf(told)
  expect(write?.(reader({}, ['view-price']))).toContain('price')
  expect(write?.(reader({}))).not.toContain('price')
  expect(write?.(reader({}, ['view-price']))).toContain('price')
})

test('a socket is named to everybody, but to itself only by its own session', () => {
  expect(heard(reader({})).from).toBe('1.1')
  expect(heard(reader({ id: '1.1', session_id: 'a' })).from).toBe('1.1')
  expect(heard(reader({ id: '1.1', session_id: 'b' })).from).toBeNull()
})

test('many changes are written once for all who may see the same, and never shared beyond that', () => {
  const told = [happened, { ...happened, sequence: 8 }].flatMap((one) => buildEvents(letters, one, row).slice(0, 1))
  const framesFor = framesOf(told)
  const [holder, without] = [framesFor(reader({}, ['view-price'])), framesFor(reader({}))]
  expect(framesFor(reader({ id: '3.3' }, ['other', 'view-price']))).toBe(holder)
  expect(framesFor(reader({ id: '4.4' }, ['other']))).toBe(without)
  expect(holder.toString()).toContain('price')
  expect(without.toString()).not.toContain('price')
  for (const frames of [holder, without]) expect(frames.toString()).toMatch(/sequence\\":7.*sequence\\":8/)
})

test('who is named as the maker has frames of his own', () => {
  const framesFor = framesOf(buildEvents(letters, happened, row).slice(0, 1))
  expect(framesFor(reader({})).toString()).toContain('1.1')
  expect(framesFor(reader({ id: '1.1', session_id: 'b' })).toString()).not.toContain('1.1')
  expect(framesFor(reader({ id: '1.1', session_id: 'a' })).toString()).toContain('1.1')
})
