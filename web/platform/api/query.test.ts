import { expect, test } from 'vitest'
import type { Failure } from '#shared/calls/answer.ts'
import { buildQueryClient, unwrapAnswer } from './query.ts'

const failureOf = (code: Failure['code'], Message: string): Failure => ({
  Status: 'error',
  code,
  Message,
  payload: { errors: {} },
})

/** The notifications shown for a query with this answer. */
async function notificationsOf(queryKey: readonly string[], answer: Failure) {
  const notifications: string[] = []
  const client = buildQueryClient(({ Message }) => notifications.push(Message))
  await client.query({ queryKey, queryFn: () => unwrapAnswer(answer), retry: false }).catch(() => undefined)
  return notifications
}

test.each([
  ['list', ['resource', 'courts', 'get']],
  ['list of choices', ['choices', 'caseFiles/getCourtList']],
])('a refusal of a %s is shown as a notification', async (_kind, key) => {
  expect(await notificationsOf(key, failureOf('forbidden', 'Not yours'))).toEqual(['Not yours'])
})

test('a record that is not found shows no notification', async () => {
  expect(await notificationsOf(['resource', 'courts', 'find'], failureOf('not-found', 'Gone'))).toEqual([])
})

test('a network failure or the end of the session shows no notification', async () => {
  for (const code of ['network', 'timeout', 'unreadable', 'no-session'] as const)
    expect(await notificationsOf(['resource', 'courts', 'get'], failureOf(code, 'Failed'))).toEqual([])
})

test('a cancelled query shows no notification', async () => {
  const notifications: unknown[] = []
  const client = buildQueryClient((failure) => notifications.push(failure))
  const queryKey = ['resource', 'courts', 'get']
  const request = client
    .query({
      queryKey,
      retry: false,
      queryFn: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')))
        }),
    })
    .catch(() => undefined)
  await client.cancelQueries({ queryKey })
  await request
  expect(notifications).toEqual([])
})
