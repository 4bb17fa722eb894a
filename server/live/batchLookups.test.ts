import { expect, test } from 'vitest'
import { batchLookups } from './batchLookups.ts'

const session = (id: string, ability: string) => ({ id, user_id: 1, abilities: [ability] })

/** Answers when it is told to. */
function slowSessions() {
  const asked: { ids: readonly string[]; answer: (ability: string) => void; fail: () => void }[] = []
  const find = batchLookups(
    (ids) =>
      new Promise((settle, fail) => {
        const answer = (ability: string) => settle(ids.map((id) => session(id, ability)))
        asked.push({ ids, answer, fail: () => fail(new Error('lost')) })
      }),
  )
  const soon = () => new Promise((settle) => setImmediate(settle))
  return { asked, find, soon }
}

test('what is asked while another question is on its way waits for it, and is asked together', async () => {
  const { asked, find, soon } = slowSessions()
  const first = find(['a'])
  await soon()
  const [second, third] = [find(['a', 'b']), find(['c'])]
  await soon()
  expect(asked.map(({ ids }) => ids)).toEqual([['a']])
  asked[0]?.answer('old')
  expect(await first).toEqual([session('a', 'old')])
  await soon()
  expect(asked[1]?.ids).toEqual(['a', 'b', 'c'])
  asked[1]?.answer('new')
  expect([await second, await third]).toEqual([[session('a', 'new'), session('b', 'new')], [session('c', 'new')]])
})

test('a question that fails fails for those who asked it, and for nobody after them', async () => {
  const { asked, find, soon } = slowSessions()
  const first = find(['a'])
  await soon()
  const second = find(['a'])
  asked[0]?.fail()
  await expect(first).rejects.toThrow('lost')
  await soon()
  asked[1]?.answer('new')
  expect(await second).toEqual([session('a', 'new')])
})
