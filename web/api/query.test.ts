import { expect, test } from 'vitest'
import type { Failure } from '#shared/calls/answer.ts'
import { buildQueryClient, succeed } from './query.ts'

const failureOf = (code: Failure['code'], Message: string): Failure => ({
  Status: 'error',
  code,
  Message,
  payload: { errors: {} },
})

/** What is told of a query that is answered like this. */
async function toldOf(queryKey: readonly string[], answer: Failure) {
  const told: string[] = []
  const client = buildQueryClient(({ Message }) => told.push(Message))
  await client.query({ queryKey, queryFn: () => succeed(answer), retry: false }).catch(() => undefined)
  return told
}

test.each([
  ['list', ['resource', 'courts', 'get']],
  ['list of choices', ['choices', 'caseFiles/getCourtList']],
])('what the server says of a %s that it refuses is a notification', async (_kind, key) => {
  expect(await toldOf(key, failureOf('forbidden', 'Not yours'))).toEqual(['Not yours'])
})

test('that a record is no longer there is told in its own window', async () => {
  expect(await toldOf(['resource', 'courts', 'find'], failureOf('not-found', 'Gone'))).toEqual([])
})

test('what no server has said, and the end of a session, is told elsewhere', async () => {
  for (const code of ['network', 'timeout', 'unreadable', 'no-session'] as const)
    expect(await toldOf(['resource', 'courts', 'get'], failureOf(code, 'Failed'))).toEqual([])
})

test('a query that is no longer wanted is no failure', async () => {
  const told: unknown[] = []
  const client = buildQueryClient((failure) => told.push(failure))
  const queryKey = ['resource', 'courts', 'get']
  const asked = client
    .query({
      queryKey,
      retry: false,
      queryFn: ({ signal }) =>
        new Promise((_, refuse) => {
          signal.addEventListener('abort', () => refuse(new DOMException('gone', 'AbortError')))
        }),
    })
    .catch(() => undefined)
  await client.cancelQueries({ queryKey })
  await asked
  expect(told).toEqual([])
})
