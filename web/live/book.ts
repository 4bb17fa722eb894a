import type { LiveMessage } from '#shared/calls/live.ts'

/** Who wants to hear of a channel: what is told there, and that it cannot be told what was missed or has ended. */
export type Listener = { onEvent: (message: LiveMessage) => void; onReload: () => void }

type Entry = { listeners: Set<Listener>; since: number | undefined }

export type Book = ReturnType<typeof buildBook>

/** The channels that this tab listens to, and the last change that is known of each. */
export function buildBook() {
  const entries = new Map<string, Entry>()
  /** The last change that is known at all. What is asked of the server from here on is at least as new. */
  let position: number | undefined

  const entryOf = (channel: string): Entry => {
    const entry = entries.get(channel) ?? { listeners: new Set(), since: position }
    entries.set(channel, entry)
    return entry
  }

  const reach = (entry: Entry, sequence: number) => {
    entry.since = Math.max(entry.since ?? 0, sequence)
    position = Math.max(position ?? 0, sequence)
  }

  return {
    /** The channels that somebody listens to. */
    wanted: () => [...entries].flatMap(([channel, { listeners }]) => (listeners.size > 0 ? [channel] : [])),
    isWanted: (channel: string) => (entries.get(channel)?.listeners.size ?? 0) > 0,
    since: (channel: string) => entries.get(channel)?.since,

    listen(channel: string, listener: Listener) {
      entryOf(channel).listeners.add(listener)
    },
    leave(channel: string, listener: Listener) {
      entries.get(channel)?.listeners.delete(listener)
    },

    /** The channel is joined. Whoever knew of no change before it cannot know what he missed. */
    joined(channel: string, { sequence, reload = false }: { sequence: number; reload?: boolean }) {
      const entry = entries.get(channel)
      if (!entry) return
      const isMissing = reload || entry.since === undefined
      // What was missed follows, each with its own number.
      if (isMissing) reach(entry, sequence)
      if (isMissing) for (const { onReload } of [...entry.listeners]) onReload()
    },

    /** The channel is shut: what it was about may have ended, so whoever listens asks. */
    refused(channel: string) {
      for (const { onReload } of [...(entries.get(channel)?.listeners ?? [])]) onReload()
    },

    /** Something is told. What is known already is not told twice. */
    heard(channel: string, message: LiveMessage) {
      const entry = entries.get(channel)
      if (!entry || message.sequence <= (entry.since ?? 0)) return
      reach(entry, message.sequence)
      for (const { onEvent } of [...entry.listeners]) onEvent(message)
    },

    /** Another person sits here now. */
    forget() {
      position = undefined
      for (const entry of entries.values()) entry.since = undefined
    },
  }
}
