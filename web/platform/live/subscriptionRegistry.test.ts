import { expect, test } from 'vitest'
import type { LiveMessage } from '#shared/calls/live.ts'
import { createSubscriptionRegistry } from './subscriptionRegistry.ts'

const messageOf = (sequence: number): LiveMessage => ({
  sequence,
  event: 'Updated',
  data: { id: 1 },
  group: '',
  from: null,
})

function subscribe(channel: string, subscriptions = createSubscriptionRegistry(() => undefined)) {
  const received: number[] = []
  let reloads = 0
  const listener = {
    onEvent: ({ sequence }: LiveMessage) => void received.push(sequence),
    onReload: () => void (reloads += 1),
  }
  subscriptions.listen(channel, listener)
  return { subscriptions, received, listener, reloads: () => reloads }
}

test('a subscriber that joins without a last known change reloads', () => {
  const { subscriptions, reloads } = subscribe('private-Court-Primary')
  expect(subscriptions.since('private-Court-Primary')).toBeUndefined()
  subscriptions.joined('private-Court-Primary', { sequence: 7 })
  expect(reloads()).toBe(1)
  expect(subscriptions.since('private-Court-Primary')).toBe(7)
})

test('a later subscription asks for the messages after the last known change of any channel', () => {
  const { subscriptions } = subscribe('private-User.1')
  subscriptions.joined('private-User.1', { sequence: 7 })
  subscriptions.received('private-User.1', messageOf(9))
  const other = subscribe('private-Court-Primary', subscriptions)
  expect(subscriptions.since('private-Court-Primary')).toBe(9)
  subscriptions.joined('private-Court-Primary', { sequence: 12 })
  expect(other.reloads()).toBe(0)
  subscriptions.received('private-Court-Primary', messageOf(11))
  expect(other.received).toEqual([11])
})

test('a channel that is subscribed to later asks for the messages since it was remembered', () => {
  const { subscriptions } = subscribe('private-User.1')
  subscriptions.joined('private-User.1', { sequence: 7 })
  subscriptions.remember('presence-Court.1')
  subscriptions.received('private-User.1', messageOf(9))
  expect(subscriptions.channels()).toEqual(['private-User.1'])
  subscribe('presence-Court.1', subscriptions)
  expect(subscriptions.since('presence-Court.1')).toBe(7)
})

test('the first subscription asks for the changes after the initial position, and does not reload', () => {
  const { subscriptions, received, reloads } = subscribe(
    'private-Court-Primary',
    createSubscriptionRegistry(() => 7),
  )
  expect(subscriptions.since('private-Court-Primary')).toBe(7)
  subscriptions.joined('private-Court-Primary', { sequence: 9 })
  subscriptions.received('private-Court-Primary', messageOf(8))
  expect(received).toEqual([8])
  expect(reloads()).toBe(0)
})

test('after a restore to an earlier time a subscriber reloads and receives changes whose numbers it had before', () => {
  const { subscriptions, received, reloads } = subscribe(
    'private-Court-Primary',
    createSubscriptionRegistry(() => 90),
  )
  subscriptions.joined('private-Court-Primary', { sequence: 40, reload: true })
  expect(reloads()).toBe(1)
  subscriptions.received('private-Court-Primary', messageOf(41))
  expect([received, subscriptions.since('private-Court-Primary')]).toEqual([[41], 41])
})

test('messages repeated after a reconnect are delivered once, in order', () => {
  const { subscriptions, received, reloads } = subscribe('private-Court-Primary')
  subscriptions.joined('private-Court-Primary', { sequence: 1 })
  for (const sequence of [2, 3]) subscriptions.received('private-Court-Primary', messageOf(sequence))
  subscriptions.joined('private-Court-Primary', { sequence: 5 })
  for (const sequence of [3, 4, 5, 6]) subscriptions.received('private-Court-Primary', messageOf(sequence))
  expect(received).toEqual([2, 3, 4, 5, 6])
  expect(reloads()).toBe(1)
})

test('a subscriber reloads when the server cannot repeat the missed messages', () => {
  const { subscriptions, reloads } = subscribe('private-Court-Primary')
  subscriptions.joined('private-Court-Primary', { sequence: 1 })
  subscriptions.joined('private-Court-Primary', { sequence: 900, reload: true })
  expect(reloads()).toBe(2)
  expect(subscriptions.since('private-Court-Primary')).toBe(900)
})

test('a channel without subscribers is not in the list of channels', () => {
  const { subscriptions, listener } = subscribe('private-Court-Primary')
  expect(subscriptions.channels()).toEqual(['private-Court-Primary'])
  subscriptions.leave('private-Court-Primary', listener)
  expect(subscriptions.channels()).toEqual([])
})

test('a subscriber of a refused channel reloads', () => {
  const { subscriptions, received, reloads } = subscribe('private-Case.abc')
  subscriptions.joined('private-Case.abc', { sequence: 3 })
  subscriptions.refused('private-Case.abc')
  subscriptions.refused('private-Case.another')
  expect(reloads()).toBe(2)
  expect(received).toEqual([])
})
