import { expect, test } from 'vitest'
import type { ListAnswer, Row } from '#shared/calls/crud.ts'
import type { LiveMessage } from '#shared/calls/live.ts'
import { limits } from '#shared/limits.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { courts } from '#shared/resources/courts.ts'
import { users } from '#shared/resources/users.ts'
import { applyLive, changedColumns, idOf, rowOf } from './applyLive.ts'

const row = (id: number, name: string): Row => ({ id, version: 1, name })
const list = (...data: Row[]): ListAnswer => ({ data, ovf: false, count: data.length, countIsExact: true, page: 1, pages: 1 }) // prettier-ignore
const ids = (answer: ListAnswer | undefined) => answer?.data.map(({ id }) => id)
const message = (part: Partial<LiveMessage>): LiveMessage => ({
  sequence: 1,
  event: 'Updated',
  data: 1,
  group: '',
  from: null,
  ...part,
})

test('a new row stands first where the newest are first, and by its name where names are sorted', () => {
  expect(ids(applyLive(courts, list(row(2, 'b'), row(1, 'a')), 3, row(3, 'c')))).toEqual([3, 2, 1])
  expect(ids(applyLive(users, list(row(1, 'a'), row(2, 'c')), 3, row(3, 'b')))).toEqual([1, 3, 2])
})

test('a changed row stays where it stood; one that was not there is added', () => {
  const after = applyLive(courts, list(row(2, 'b'), row(1, 'a')), 1, row(1, 'changed'))
  expect(after?.data[1]).toEqual(row(1, 'changed'))
  expect(ids(applyLive(courts, list(row(2, 'b')), 1, row(1, 'a')))).toEqual([2, 1])
})

test('a row that is gone is taken out, and counted no more', () => {
  expect(applyLive(courts, list(row(2, 'b'), row(1, 'a')), 2, undefined)).toMatchObject({
    count: 1,
    data: [row(1, 'a')],
  })
})

test('a list that grows too long to be kept whole is asked for again', () => {
  const full = list(...Array.from({ length: limits.list.unpaged_rows }, (_, place) => row(place + 1, 'x')))
  expect(applyLive(courts, full, 9999, row(9999, 'y'))).toBeUndefined()
})

test('a plain number takes a row away, and so does another group', () => {
  expect(rowOf(courts, {}, message({ data: 7 }))).toBeUndefined()
  expect(idOf(message({ data: 7 }))).toBe(7)
  const moved = message({ data: { ...row(1, 'a') }, group: '2.Analyzed' })
  expect(rowOf(analysis, { Court: 2, Status: 'Pending' }, moved)).toBeUndefined()
  expect(rowOf(analysis, { Court: 2, Status: 'Analyzed' }, moved)).toMatchObject({ id: 1 })
})

test('what changed in a row is known by its columns', () => {
  expect(changedColumns(row(1, 'a'), { ...row(1, 'b'), version: 2 })).toEqual(['version', 'name'])
  expect(changedColumns(undefined, row(1, 'a'))).toEqual(['id', 'version', 'name'])
})
