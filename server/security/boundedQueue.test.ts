import { expect, test } from 'vitest'
import { createBoundedQueue, QueueFull } from './boundedQueue.ts'

/** A queue, and pieces of work that end when they are allowed to. */
function openQueue(running: number, waiting: number) {
  const queue = createBoundedQueue({ running, waiting })
  const started: string[] = []
  const ends = new Map<string, (failure?: Error) => void>()
  const run = (name: string) =>
    queue.run(
      () =>
        new Promise<string>((resolve, reject) => {
          started.push(name)
          ends.set(name, (failure) => (failure ? reject(failure) : resolve(name)))
        }),
    )
  const end = async (name: string, failure?: Error) => {
    ends.get(name)?.(failure)
    // The next one starts in a later microtask.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { queue, started, run, end }
}

test('as much work as allowed runs, as much waits in its order, and more is refused', async () => {
  const { queue, started, run, end } = openQueue(2, 2)
  const work = ['a', 'b', 'c', 'd'].map(run)
  expect(started).toEqual(['a', 'b'])
  expect(queue.size()).toEqual({ running: 2, waiting: 2 })
  expect(() => queue.requireCapacity()).toThrow(QueueFull)
  await expect(run('e')).rejects.toThrow(QueueFull)
  await end('b')
  expect(started).toEqual(['a', 'b', 'c'])
  expect(queue.size()).toEqual({ running: 2, waiting: 1 })
  expect(() => queue.requireCapacity()).not.toThrow()
  for (const name of ['a', 'c', 'd']) await end(name)
  expect(await Promise.all(work)).toEqual(['a', 'b', 'c', 'd'])
  expect(queue.size()).toEqual({ running: 0, waiting: 0 })
})

test('work that fails frees its place', async () => {
  const { queue, started, run, end } = openQueue(1, 1)
  const [first, second] = ['a', 'b'].map(run)
  const failed = expect(first).rejects.toThrow('broken')
  await end('a', new Error('broken'))
  await failed
  expect(started).toEqual(['a', 'b'])
  await end('b')
  expect(await second).toBe('b')
  expect(queue.size()).toEqual({ running: 0, waiting: 0 })
})

test('a queue in which nothing may wait takes work again as soon as it is free', async () => {
  const { queue, run, end } = openQueue(1, 0)
  const first = run('a')
  await expect(run('b')).rejects.toThrow(QueueFull)
  await end('a')
  await first
  expect(() => queue.requireCapacity()).not.toThrow()
})
