import { expect, test } from 'vitest'
import { permission } from './names.ts'

test('the name of a permission is an action and a section', () => {
  expect(permission('update', { name: 'courts' })).toBe('update-courts')
})

test('a section that starts with a colon is a complete permission name without the colon', () => {
  expect(permission('read', ':view-charge-status')).toBe('view-charge-status')
})
