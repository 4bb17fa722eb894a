import { expect, test } from 'vitest'
import { resources } from '#shared/resources/index.ts'
import { sizeOf } from './windowSize.ts'

test.each(resources)('a record of $name is viewed in a large window, whatever its form needs', (resource) => {
  expect(sizeOf({ resource, mode: 'View' })).toBe('lg')
  expect(sizeOf({ resource, mode: 'Update' })).toBe(resource.dialog)
})
