import { expect, test } from 'vitest'
import { createPermissionInterner } from './permissionInterner.ts'

test('users with the same permissions share one list, and each keeps their own permissions', () => {
  const intern = createPermissionInterner()
  const [one, other] = [1, 2].map((user_id) => intern({ user_id, abilities: ['read-courts', 'read-judges'] }))
  expect(other).toEqual({ user_id: 2, abilities: ['read-courts', 'read-judges'] })
  expect(other?.abilities).toBe(one?.abilities)
  expect(intern({ user_id: 3, abilities: ['read-courtsread-judges'] }).abilities).toEqual(['read-courtsread-judges'])
})

test('a user with a new list has it, also after more lists than are remembered', () => {
  const intern = createPermissionInterner()
  const abilitiesOf = (set: number) => [`read-${set}`]
  const first = intern({ user_id: 1, abilities: abilitiesOf(0) })
  for (let set = 1; set < 1000; set += 1) intern({ user_id: 1, abilities: abilitiesOf(set) })
  expect(intern({ user_id: 2, abilities: abilitiesOf(0) }).abilities).toBe(first.abilities)
  expect(intern({ user_id: 1, abilities: abilitiesOf(1000) })).toEqual({ user_id: 1, abilities: ['read-1000'] })
  const again = intern({ user_id: 2, abilities: abilitiesOf(0) }).abilities
  expect(again).toEqual(first.abilities)
  expect(again).not.toBe(first.abilities)
})
