import { expect, test } from 'vitest'
import { resources } from '#shared/resources/index.ts'
import { dialogSizeOf } from './dialogSize.ts'

test.each(resources)('the view dialog of $name is large, whatever size its form has', (resource) => {
  expect(dialogSizeOf({ resource, mode: 'View' })).toBe('lg')
  expect(dialogSizeOf({ resource, mode: 'Update' })).toBe(resource.dialog)
})
