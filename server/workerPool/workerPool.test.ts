import type { FastifyRequest } from 'fastify'
import { threadId } from 'node:worker_threads'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { serverTimeouts } from '#server/db/client.ts'
import { sanitizeTask } from '#server/html/sanitize.ts'
import { carryTask, changedShareTask, deriveTask, noteTextTask } from '#server/html/textWork.ts'
import { failureOf } from '#server/http/respond.ts'
import { usesTask } from '#server/resources/phrases/usesIn.ts'
import { parseSource, snippetTask } from '#server/search/api/snippets.ts'
import { endThread, loopForever, threadOf } from '#test/fixtures/poolTasks/work.ts'
import { openWorkerPool, poolBounds, type PoolTask, PoolUnavailable } from './workerPool.ts'

const pool = openWorkerPool()
afterAll(pool.close)

const taskOf = <Output>(work: (input: string) => Output): PoolTask<string, Output> => ({
  file: new URL('../../test/fixtures/poolTasks/work.ts', import.meta.url).href,
  work,
  lettersOf: ({ length }) => length,
  inline_letters: 3,
})

function openSmallPool(bounds: Parameters<typeof openWorkerPool>[0]) {
  const small = openWorkerPool(bounds)
  onTestFinished(small.close)
  return small
}

test('an input up to the bound of its task is worked on at once, and a larger one on another thread', async () => {
  expect(await pool.offload(taskOf(threadOf), 'abc')).toBe(threadId)
  expect(await pool.offload(taskOf(threadOf), 'abcd')).not.toBe(threadId)
})

test('work on a thread is given up before the database ends a transaction that waits for it', () => {
  expect(poolBounds.longest_ms).toBeLessThan(serverTimeouts.idle_in_transaction_session_timeout)
})

const json = JSON.stringify({
  content: Array.from({ length: 9000 }, (_, at) => ({ insert: `${at} ބަންދު\n`, attributes: { paragraph: at } })),
  footnotes: [{ key: 'a', content: 'b' }],
  annotations: [],
})
const text = 'ބަންދު ކުރުމުގެ އަމުރު\n'.repeat(1000)
const query = { terms: [{ words: ['ބންދ'], quoted: false }], near: [] }

/** The task, an input above its bound, and one below. */
const large: [PoolTask<never, unknown>, unknown][] = [
  [sanitizeTask, ['<p>a</p>'.repeat(1000)]],
  [deriveTask, json],
  [noteTextTask, json],
  [carryTask, { before: text, after: `a${text}`, ranges: [{ start: 0, end: 7 }] }],
  [changedShareTask, { before: json, after: json.replace('8000 ', '1 ') }],
  [snippetTask, { texts: [json, parseSource(json), json], query, isQuestion: false }],
  [usesTask, { phrase: 'ބަންދު', texts: [json, null] }],
]

test.each(large.map(([task, input]) => [task.work.name, task, input] as const))(
  'a large input of %s is worked on by another thread, with the result that it has here',
  async (name, task, input) => {
    const here = () => expect.unreachable(`${name} ran on the thread of the server`)
    const moved = { ...task, work: Object.defineProperty(here, 'name', { value: name }) }
    expect(await pool.offload(moved, input as never)).toEqual(task.work(input as never))
  },
)

test('work that ends its thread fails alone, and the next work gets another thread', async () => {
  const small = openSmallPool({ threads: 1 })
  await expect(small.offload(taskOf(endThread), 'abcd')).rejects.toThrow()
  expect(await small.offload(taskOf(threadOf), 'abcd')).toBeGreaterThan(0)
})

test('work that takes too long is ended, and fails as unavailable', async () => {
  const small = openSmallPool({ threads: 1, longest_ms: 20 })
  await expect(small.offload(taskOf(loopForever), 'abcd')).rejects.toBeInstanceOf(PoolUnavailable)
})

test('work beyond the queue is refused at once by 503 with Retry-After, and what waits ends with the pool', async () => {
  const small = openWorkerPool({ threads: 1, waiting: 1 })
  const [runs, waits] = [1, 2].map(() => small.offload(taskOf(loopForever), 'abcd').catch((error: unknown) => error))
  const refused = await small.offload(taskOf(threadOf), 'abcd').catch((error: unknown) => error)
  const { status, headers } = failureOf(refused, { headers: {} } as FastifyRequest)
  expect({ status, headers }).toEqual({ status: 503, headers: { 'retry-after': '5' } })
  await small.close()
  expect(await Promise.all([runs, waits])).toEqual([expect.any(Error), expect.any(Error)])
})
