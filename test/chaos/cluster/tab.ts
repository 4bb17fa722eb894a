import { backoff } from '#shared/backoff.ts'
import type { BroadcastingAuth, LiveMessage } from '#shared/calls/live.ts'
import { buildConnection } from '#web/platform/live/connection.ts'
import { createSubscriptionRegistry } from '#web/platform/live/subscriptionRegistry.ts'
import type { ApiClient } from '#test/apiClient.ts'

/** The live connection of a tab of the web, which listens to the courts. */
export async function openTab(address: string, key: string, { call }: Pick<ApiClient, 'call'>) {
  const subscriptions = createSubscriptionRegistry(() => undefined)
  const names = new Set<string>()
  const state = { reloads: 0 }
  const { hostname, port } = new URL(address)
  const connection = buildConnection({
    subscriptions,
    isSignedIn: () => true,
    fetchServerAddress: async () => ({ key, host: hostname, port: Number(port), isSecure: false, isExternal: false }),
    authorizeChannel: async (socket_id, channel_name, since) => {
      const input = { socket_id, channel_name, ...(since !== undefined && { since }) }
      const answer = await call('broadcasting/auth', input).catch(() => undefined)
      if (answer?.status === 200) return answer.body as unknown as BroadcastingAuth
      return answer && answer.status < 500 ? 'refused' : 'transient'
    },
    authenticateUser: async () => 'refused',
    sendHeartbeat: () => undefined,
    fetchMissed: async () => 'refused',
    onStateChange: () => undefined,
    onPermissionsChange: () => undefined,
    onMembersChange: () => undefined,
    onRecordViewers: () => undefined,
    onAllRecordViewers: () => undefined,
    backoff,
  })
  subscriptions.listen('private-Court-Primary', {
    onEvent: ({ data }: LiveMessage) => void (typeof data === 'object' && names.add(String(data['name']))),
    onReload: () => void (state.reloads += 1),
  })
  await connection.open()
  return { names, reloads: () => state.reloads, state: connection.state, close: () => connection.close() }
}
