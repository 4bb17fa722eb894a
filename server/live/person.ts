import type { KnownSession } from '#server/session/session.ts'

/** Whose a socket is, and what he may do. */
export type Person = { user_id: number; abilities: readonly string[] }

/** More different sets of rights than any house has; what is forgotten is only kept twice. */
const most = 1000

/** Keeps equal rights once: thousands of sockets have the same. */
export function keepsRights() {
  const known = new Map<string, readonly string[]>()
  return ({ user_id, abilities }: Pick<KnownSession, 'user_id' | 'abilities'>): Person => {
    const key = abilities.join('\n')
    const before = known.get(key)
    if (before) return { user_id, abilities: before }
    if (known.size >= most) known.clear()
    known.set(key, abilities)
    return { user_id, abilities }
  }
}
