import type { KnownSession } from '#server/session/session.ts'

/** The user of a socket and their permissions. */
export type SocketUser = { user_id: number; abilities: readonly string[] }

/** More than any installation has; the cache is cleared beyond it, which costs only memory. */
const maxPermissionSets = 1000

/** Interns permission lists: thousands of sockets share the few lists that exist. */
export function createPermissionInterner() {
  const known = new Map<string, readonly string[]>()
  return ({ user_id, abilities }: Pick<KnownSession, 'user_id' | 'abilities'>): SocketUser => {
    const key = abilities.join('\n')
    const interned = known.get(key)
    if (interned) return { user_id, abilities: interned }
    if (known.size >= maxPermissionSets) known.clear()
    known.set(key, abilities)
    return { user_id, abilities }
  }
}
