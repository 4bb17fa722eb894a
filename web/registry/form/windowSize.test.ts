import { expect, test } from 'vitest'
import { resources } from '#shared/resources/index.ts'
import { sizeOf } from './windowSize.ts'

test.each(resources)('the view dialog of $name is large, whatever size its form has', (resource) => {
  expect(sizeOf({ resource, mode: 'View' })).toBe('lg')
  expect(sizeOf({ resource, mode: 'Update' })).toBe(resource.dialog)
})
