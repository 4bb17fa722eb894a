import { describe, expect, test } from 'vitest'
import type { LiveMessage } from '#shared/calls/live.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { framesOf, type ChangeEvent, type Reader, buildEvents, encoderOf } from './messages.ts'

const label = { dv: '', en: '' }
const contracts = {
  name: 'contracts',
  model: 'Contract',
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

const change: ChangeEvent = {
  sequence: 7,
  resource: 'contracts',
  row_id: 3,
  event: 'Updated',
  previous_filters: null,
  from_socket: '1.1',
  from_session: 'a',
}
const row = { id: 3, version: 2, name: 'A', price: 9, office: { id: 5, name: 'B' }, open: true }

const channels = (more: Partial<ChangeEvent>, now: typeof row | undefined) =>
  buildEvents(contracts, { ...change, ...more }, now).map(({ channel, data }) => [channel, typeof data])

const lists = [
  ['private-Contract-Primary.5', 'object'],
  ['private-Contract-Primary.5.1', 'object'],
]
const rest = (kind: string) => [
  ['private-Contract-Select', kind],
  ['presence-Contract.3', kind],
]

describe('channels of a changed row', () => {
  test('a changed row is sent to the lists that contain it, with and without the optional filter', () => {
    expect(channels({}, row)).toEqual([...lists, ...rest('object')])
  })
  test('a changed row is sent as a number to the lists that it left', () => {
    expect(channels({ previous_filters: ['5', '0'] }, row)).toEqual([
      ...lists,
      ['private-Contract-Primary.5.0', 'number'],
      ...rest('object'),
    ])
  })
  test('a deleted row is sent as a number', () => {
    const left = [
      ['private-Contract-Primary.5', 'number'],
      ['private-Contract-Primary.5.1', 'number'],
    ]
    expect(channels({ event: 'Deleted', previous_filters: ['5', '1'] }, undefined)).toEqual([
      ...left,
      ...rest('number'),
    ])
  })
})

test('the filter values of a row are sent to the readers of its lists, and not to those who only choose it', () => {
  const groups = Object.fromEntries(buildEvents(contracts, change, row).map(({ channel, group }) => [channel, group]))
  expect(groups).toMatchObject({ 'private-Contract-Primary.5': '5.1', 'private-Contract-Select': null })
})

const reader = (more: Partial<Reader>, abilities: string[] = []): Reader => ({
  id: '2.2',
  session_id: 'b',
  user: { user_id: 1, abilities },
  ...more,
})

/** What a reader receives of the row in its list. */
function receivedBy(recipient: Reader): LiveMessage {
  const [event] = buildEvents(contracts, change, row)
  if (!event) throw new Error('no event was built')
  return JSON.parse((JSON.parse(encoderOf(event)(recipient)) as { data: string }).data) as LiveMessage
}

test('a field with a permission is sent only to readers who have it', () => {
  expect(receivedBy(reader({}, ['view-price'])).data).toEqual(row)
  const { price: _, ...others } = row
  expect(receivedBy(reader({})).data).toEqual(others)
})

test('readers with different permissions never share a message', () => {
  const [event] = buildEvents(contracts, change, row)
  const encode = event && encoderOf(event)
  expect(encode?.(reader({}, ['view-price']))).toContain('price')
  expect(encode?.(reader({}))).not.toContain('price')
  expect(encode?.(reader({}, ['view-price']))).toContain('price')
})

test('the source socket is named to every reader, but on that socket only to its own session', () => {
  expect(receivedBy(reader({})).from).toBe('1.1')
  expect(receivedBy(reader({ id: '1.1', session_id: 'a' })).from).toBe('1.1')
  expect(receivedBy(reader({ id: '1.1', session_id: 'b' })).from).toBeNull()
})

test('frames are encoded once for readers with the same permissions and never shared beyond them', () => {
  const event = [change, { ...change, sequence: 8 }].flatMap((one) => buildEvents(contracts, one, row).slice(0, 1))
  const framesFor = framesOf(event)
  const [holder, plain] = [framesFor(reader({}, ['view-price'])), framesFor(reader({}))]
  expect(framesFor(reader({ id: '3.3' }, ['other', 'view-price']))).toBe(holder)
  expect(framesFor(reader({ id: '4.4' }, ['other']))).toBe(plain)
  expect(holder.toString()).toContain('price')
  expect(plain.toString()).not.toContain('price')
  for (const frames of [holder, plain]) expect(frames.toString()).toMatch(/sequence\\":7.*sequence\\":8/)
})

test('the source socket has frames of its own', () => {
  const framesFor = framesOf(buildEvents(contracts, change, row).slice(0, 1))
  expect(framesFor(reader({})).toString()).toContain('1.1')
  expect(framesFor(reader({ id: '1.1', session_id: 'b' })).toString()).not.toContain('1.1')
  expect(framesFor(reader({ id: '1.1', session_id: 'a' })).toString()).toContain('1.1')
})
