import { expect, test } from 'vitest'
import { choicesOf } from './choices.ts'

test('a choice that the list no longer has is still a choice', () => {
  expect(choicesOf([{ id: 3, name: 'Civil Court' }], [3, 9])).toEqual([
    { value: '3', label: 'Civil Court' },
    { value: '9', label: '#9' },
  ])
})
