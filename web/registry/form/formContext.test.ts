import { expect, test } from 'vitest'
import { resources } from '#shared/resources/index.ts'
import type { Field } from '#shared/resource/field.ts'
import { dialogSizeOf, isFullScreen, isShownInDetails } from './formContext.ts'

test.each(resources)('the view dialog of $name is large, whatever size its form has', (resource) => {
  expect(dialogSizeOf({ resource, mode: 'View' })).toBe('lg')
  expect(dialogSizeOf({ resource, mode: 'Update' })).toBe(resource.dialog)
})

test('the forms of case files and of analyses alone fill the screen', () => {
  const full = (mode: 'Create' | 'Update' | 'View') =>
    resources.filter((resource) => isFullScreen({ resource, mode })).map(({ name }) => name)
  expect(full('Create')).toEqual(['caseFiles', 'analysis'])
  expect(full('Update')).toEqual(['caseFiles', 'analysis'])
  expect(full('View')).toEqual([])
})

const field = (more: object): Field => ({ kind: 'text', max: 9, label: { dv: 'ނަން', en: 'Name' }, form: 1, ...more })

test('a field with hiddenWhenNull is not shown in the details of a record where it is null', () => {
  const details = field({ hiddenWhenNull: true })
  expect(isShownInDetails('details', details, { details: null })).toBe(false)
  expect(isShownInDetails('details', details, {})).toBe(false)
  expect(isShownInDetails('details', details, { details: '' })).toBe(true)
  expect(isShownInDetails('title', field({}), { title: null })).toBe(true)
})

test('a field that the rules of the form hide is not shown in the details of the record', () => {
  const until = field({ rules: 'hidden_if:subscription,|required_if:subscription,!' })
  expect(isShownInDetails('until', until, { subscription: null, until: null })).toBe(false)
  expect(isShownInDetails('until', until, { subscription: { id: 4, name: 'Year' }, until: null })).toBe(true)
})
