import { expect, test } from 'vitest'
import { sentFrom, type Typed, typedAt } from './useSearchText.ts'

const at = (typed: Typed<string>, inUrl: string) => typedAt(typed, { value: inUrl, key: inUrl })
const send = (typed: Typed<string>, value: string) => sentFrom(typed, { value, key: value.trim() })
const empty: Typed<string> = { value: '', inUrl: '', sent: [] }

test('letters that are typed while the URL of a list catches up stay in the quick search', () => {
  let typed = send({ ...empty, value: 'abc' }, 'abc')
  typed = at({ ...typed, value: 'abcd' }, '')
  typed = at(typed, 'abc')
  expect(typed.value).toBe('abcd')
  typed = send(typed, 'abcd ')
  expect(at({ ...typed, value: 'abcd e' }, 'abcd')).toEqual({ value: 'abcd e', inUrl: 'abcd', sent: [] })
})

test('of two searches on their way to the URL the first may arrive or be skipped, and what is typed stays', () => {
  const typed = { ...send(send(empty, 'a'), 'ab'), value: 'abc' }
  expect(at(at(typed, 'a'), 'ab').value).toBe('abc')
  expect(at(typed, 'ab')).toEqual({ value: 'abc', inUrl: 'ab', sent: [] })
})

test('a navigation to another URL replaces the text of the quick search', () => {
  const typed = at(send(empty, 'abc'), 'abc')
  expect(at(typed, 'other')).toEqual({ value: 'other', inUrl: 'other', sent: [] })
  // The search that is already in the URL does not arrive again.
  expect(at(at(send(typed, 'abc'), 'other'), 'abc')).toEqual({ value: 'abc', inUrl: 'abc', sent: [] })
})
