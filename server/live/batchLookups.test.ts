import { expect, test } from 'vitest'
import { batchLookups } from './batchLookups.ts'

const session = (id: string, ability: string) => ({ id, user_id: 1, abilities: [ability] })

/** Lookups that wait until the test resolves or rejects them. */
function pendingLookups() {
  const lookups: { ids: readonly string[]; succeed: (ability: string) => void; reject: () => void }[] = []
  const find = batchLookups(
    (ids) =>
      new Promise((resolve, reject) => {
        const succeed = (ability: string) => resolve(ids.map((id) => session(id, ability)))
        lookups.push({ ids, succeed, reject: () => reject(new Error('lost')) })
      }),
  )
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
  return { lookups, find, nextTurn }
}

test('lookups during a running query wait for it and are batched into the next', async () => {
  const { lookups, find, nextTurn } = pendingLookups()
  const first = find(['a'])
  await nextTurn()
  const [second, third] = [find(['a', 'b']), find(['c'])]
  await nextTurn()
  expect(lookups.map(({ ids }) => ids)).toEqual([['a']])
  lookups[0]?.succeed('old')
  expect(await first).toEqual([session('a', 'old')])
  await nextTurn()
  expect(lookups[1]?.ids).toEqual(['a', 'b', 'c'])
  lookups[1]?.succeed('new')
  expect([await second, await third]).toEqual([[session('a', 'new'), session('b', 'new')], [session('c', 'new')]])
})

test('a failed query rejects its own lookups and no later ones', async () => {
  const { lookups, find, nextTurn } = pendingLookups()
  const first = find(['a'])
  await nextTurn()
  const second = find(['a'])
  lookups[0]?.reject()
  await expect(first).rejects.toThrow('lost')
  await nextTurn()
  lookups[1]?.succeed('new')
  expect(await second).toEqual([session('a', 'new')])
})
