/** Somebody on a presence channel, as the others are told of him. */
export type Member = { user_id: string; user_info?: unknown }

type Present = { member: Member; sockets: number }

/** Who is on each presence channel: each person once, however many sockets he has. */
export function buildMembers() {
  const byChannel = new Map<string, Map<string, Present>>()

  return {
    /** True when he was not there before. */
    arrive(channel: string, member: Member): boolean {
      const present = byChannel.get(channel) ?? new Map<string, Present>()
      byChannel.set(channel, present)
      const before = present.get(member.user_id)
      present.set(member.user_id, { member, sockets: (before?.sockets ?? 0) + 1 })
      return before === undefined
    },

    /** True when he has no socket there any more. */
    leave(channel: string, { user_id }: Member): boolean {
      const present = byChannel.get(channel)
      const there = present?.get(user_id)
      if (!present || !there) return false
      there.sockets -= 1
      if (there.sockets > 0) return false
      present.delete(user_id)
      if (present.size === 0) byChannel.delete(channel)
      return true
    },

    /** As a subscription is told. */
    of(channel: string) {
      const present = [...(byChannel.get(channel)?.values() ?? [])].map(({ member }) => member)
      return {
        count: present.length,
        ids: present.map(({ user_id }) => user_id),
        hash: Object.fromEntries(present.map(({ user_id, user_info }) => [user_id, user_info ?? {}])),
      }
    },
  }
}
