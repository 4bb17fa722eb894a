import { expect, test } from 'vitest'
import { createTurns } from './useFormBaseline.ts'

test('the saves of a form run one after the other, also after one that fails', async () => {
  const { inTurn } = createTurns()
  const sent: number[] = []
  let version = 1
  const save = async () => {
    sent.push(version)
    await Promise.resolve()
    version += 1
    return version
  }
  const fail = async () => {
    await save()
    throw new Error('no answer')
  }
  const [first, second, third] = await Promise.allSettled([inTurn(save), inTurn(fail), inTurn(save)])
  expect([first, third]).toEqual([
    { status: 'fulfilled', value: 2 },
    { status: 'fulfilled', value: 4 },
  ])
  expect(second.status).toBe('rejected')
  expect(sent).toEqual([1, 2, 3])
})

test('after a change by another user, the saves that were asked for without it are dropped', async () => {
  const { inTurn, dropWaiting } = createTurns()
  const sent: string[] = []
  const save = (name: string) => async () => {
    sent.push(name)
    await Promise.resolve()
    if (name === 'refused') dropWaiting()
    return name
  }
  const results = await Promise.all([inTurn(save('refused')), inTurn(save('waiting'))])
  expect([...results, await inTurn(save('later'))]).toEqual(['refused', undefined, 'later'])
  expect(sent).toEqual(['refused', 'later'])
})
