import { expect, test } from 'vitest'
import { choicesOf, emptyForm, readForm } from './FilterModal.tsx'
import { noFilters } from './filters.ts'

test('an empty form is invalid with the problem `empty`', () => {
  expect(readForm(emptyForm)).toEqual({ q: '', filters: noFilters, problems: { q: 'empty' }, isValid: false })
})

test('dates of the filter form are parsed in the formats that users type', () => {
  expect(readForm({ ...emptyForm, from: '1/2/2020', to: '2020-3-1' })).toMatchObject({
    filters: { from: '2020-02-01', to: '2020-03-01' },
    isValid: true,
  })
})

test('an invalid date and a reversed range are reported', () => {
  expect(readForm({ ...emptyForm, from: 'soon', claimant: 'Ali' }).problems).toEqual({ from: 'not-a-day' })
  expect(readForm({ ...emptyForm, from: '2020-02-02', to: '2020-02-01' }).problems).toEqual({ to: 'reversed' })
})

test('a query needs three letters, and spaces around a name are trimmed', () => {
  expect(readForm({ ...emptyForm, q: 'ab', courts: [2] }).problems).toEqual({ q: 'short' })
  expect(readForm({ ...emptyForm, claimant: ' Ali ' }).filters.claimant).toBe('Ali')
  expect(readForm({ ...emptyForm, claimant: '   ' }).isValid).toBe(false)
})

test('a chosen value that is no longer in the list remains an option', () => {
  expect(choicesOf([{ id: 3, name: 'Civil Court' }], [3, 9])).toEqual([
    { value: '3', label: 'Civil Court' },
    { value: '9', label: '#9' },
  ])
})
