import type { LiveMessage, RecordViewers } from '#shared/calls/live.ts'
import { type ConnectionState, dropChannel } from './connectionState.ts'

type SubscriptionData = { sequence: number; reload?: boolean; records?: unknown }

/** Handles a message of our own server on a channel. */
export function onMessage(connection: ConnectionState, event: string, channel: string, data: unknown) {
  if (event === 'pusher_internal:subscription_succeeded') {
    const joined = data as SubscriptionData
    connection.subscriptions.joined(channel, joined)
    connection.onMembersChange(channel)
    if (isRecordViewersList(joined.records)) connection.onAllRecordViewers(channel, joined.records)
  } else if (event === 'pusher:subscription_error') dropChannel(connection, channel)
  else if (event.startsWith('pusher_internal:member')) connection.onMembersChange(channel)
  else if (event === 'Presence' && isRecordViewers(data)) connection.onRecordViewers(channel, data)
  else if (!event.startsWith('pusher')) connection.subscriptions.received(channel, data as LiveMessage)
}

/** Validates socket messages where they enter the web. */

export const isRecordViewers = (message: unknown): message is RecordViewers =>
  typeof message === 'object' &&
  message !== null &&
  'id' in message &&
  'people' in message &&
  Array.isArray(message.people)

export const isRecordViewersList = (message: unknown): message is RecordViewers[] =>
  Array.isArray(message) && message.every(isRecordViewers)
