import { expect, test } from 'vitest'
import { emptyForm, readForm } from './filterForm.ts'
import { noFilters } from './filters.ts'

test('an empty form asks for nothing, and says so', () => {
  expect(readForm(emptyForm)).toEqual({ q: '', filters: noFilters, problems: { q: 'empty' }, isRight: false })
})

test('days are taken as they are written by hand', () => {
  expect(readForm({ ...emptyForm, from: '1/2/2020', to: '2020-3-1' })).toMatchObject({
    filters: { from: '2020-02-01', to: '2020-03-01' },
    isRight: true,
  })
})

test('what is no day and a range that ends before it begins are told', () => {
  expect(readForm({ ...emptyForm, from: 'soon', claimant: 'Ali' }).problems).toEqual({ from: 'not-a-day' })
  expect(readForm({ ...emptyForm, from: '2020-02-02', to: '2020-02-01' }).problems).toEqual({ to: 'reversed' })
})

test('words keep to the rule of three, spaces around a name do not count', () => {
  expect(readForm({ ...emptyForm, q: 'ab', courts: [2] }).problems).toEqual({ q: 'short' })
  expect(readForm({ ...emptyForm, claimant: ' Ali ' }).filters.claimant).toBe('Ali')
  expect(readForm({ ...emptyForm, claimant: '   ' }).isRight).toBe(false)
})
