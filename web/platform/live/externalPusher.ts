import { type ConnectionState, dropChannel, socketIdOf } from './connectionState.ts'
import { backoff } from '#shared/backoff.ts'

/** With an external broadcaster, presence lasts from one heartbeat to the next. */
const heartbeat_ms = 20_000

/** An external broadcaster sends no content: the missed messages are fetched from the server. */
export function onExternalMessage(connection: ConnectionState, event: string, channel: string) {
  if (event.startsWith('pusher_internal:')) connection.onMembersChange(channel)
  if (event === 'pusher_internal:subscription_succeeded' && isRecordChannel(channel)) sendHeartbeat(connection)
  if (event === 'pusher_internal:subscription_succeeded' || event === 'Changed') void catchUp(connection, channel)
}

async function catchUp(connection: ConnectionState, channel: string) {
  const missed = await connection.fetchMissed(channel, connection.subscriptions.since(channel))
  if (missed === 'transient') setTimeout(() => void catchUp(connection, channel), backoff(2))
  if (missed === 'refused') dropChannel(connection, channel)
  if (typeof missed !== 'object') return
  for (const { data } of missed.messages) connection.subscriptions.received(channel, data)
  connection.subscriptions.joined(channel, missed)
  if (missed.records) connection.onAllRecordViewers(channel, missed.records)
}

/** Starts the presence heartbeat for an external broadcaster, or stops it. */
export function startHeartbeat(connection: ConnectionState, isExternal: boolean) {
  clearInterval(connection.heartbeatTimer)
  connection.heartbeatTimer = isExternal ? setInterval(() => sendHeartbeat(connection), heartbeat_ms) : undefined
}

/** Without records no heartbeat is sent, except once after the last record is left. */
function sendHeartbeat(connection: ConnectionState) {
  const records = connection.subscriptions.channels().filter(isRecordChannel)
  const id = socketIdOf(connection)
  if (id !== undefined && (records.length > 0 || connection.hadRecords)) connection.sendHeartbeat(id, records)
  connection.hadRecords = records.length > 0
}

export function sendLeave(connection: ConnectionState, channel: string) {
  if (connection.heartbeatTimer !== undefined && isRecordChannel(channel)) sendHeartbeat(connection)
}

const isRecordChannel = (channel: string) => channel.startsWith('presence-')
