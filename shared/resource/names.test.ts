import { expect, test } from 'vitest'
import { permission } from './names.ts'

test('a permission is an action on a section', () => {
  expect(permission('update', { name: 'courts' })).toBe('update-courts')
})

test('a name that begins with a colon is a whole permission, without the colon', () => {
  expect(permission('read', ':view-charge-status')).toBe('view-charge-status')
})
