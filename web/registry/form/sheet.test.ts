import { expect, test } from 'vitest'
import type { Field } from '#shared/resource/field.ts'
import { isOnSheet } from './sheet.ts'

const field = (more: object): Field => ({ kind: 'text', max: 9, label: { dv: 'ނަން', en: 'Name' }, form: 1, ...more })

test('a sheet has no line for what is hidden when it is null', () => {
  const details = field({ hiddenWhenNull: true })
  expect(isOnSheet('details', details, { details: null })).toBe(false)
  expect(isOnSheet('details', details, {})).toBe(false)
  expect(isOnSheet('details', details, { details: '' })).toBe(true)
  expect(isOnSheet('title', field({}), { title: null })).toBe(true)
})

test('a sheet has no line for what the rules of the form hide in such a record', () => {
  const until = field({ rules: 'hidden_if:subscription,|required_if:subscription,!' })
  expect(isOnSheet('until', until, { subscription: null, until: null })).toBe(false)
  expect(isOnSheet('until', until, { subscription: { id: 4, name: 'Year' }, until: null })).toBe(true)
})
