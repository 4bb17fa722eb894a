import type { LiveMessage } from '#shared/calls/live.ts'

/** Who wants to hear of a channel: what is told there, and that it cannot be told what was missed or has ended. */
export type Listener = { onEvent: (message: LiveMessage) => void; onReload: () => void }

type Entry = { listeners: Set<Listener>; since: number | undefined }

type Kept = {
  entries: Map<string, Entry>
  /** The last change that is known at all. What is asked of the server from here on is at least as new. */
  position: number | undefined
}

export type Book = ReturnType<typeof buildBook>

/** The channels that this tab listens to, and the last change that is known of each. */
export function buildBook() {
  const kept: Kept = { entries: new Map(), position: undefined }
  const { entries } = kept

  return {
    /** The channels that somebody listens to. */
    wanted: () => [...entries].flatMap(([channel, { listeners }]) => (listeners.size > 0 ? [channel] : [])),
    isWanted: (channel: string) => (entries.get(channel)?.listeners.size ?? 0) > 0,
    since: (channel: string) => entries.get(channel)?.since,

    listen(channel: string, listener: Listener) {
      entryOf(kept, channel).listeners.add(listener)
    },
    leave(channel: string, listener: Listener) {
      entries.get(channel)?.listeners.delete(listener)
    },

    /** The channel is joined. Whoever knew of no change before it cannot know what he missed. */
    joined(channel: string, { sequence, reload = false }: { sequence: number; reload?: boolean }) {
      const entry = entries.get(channel)
      // What was missed follows, each with its own number.
      if (!entry || (!reload && entry.since !== undefined)) return
      reach(kept, entry, sequence)
      askToReload(entry)
    },

    /** The channel is shut: what it was about may have ended, so whoever listens asks. */
    refused(channel: string) {
      const entry = entries.get(channel)
      if (entry) askToReload(entry)
    },

    /** Something is told. What is known already is not told twice. */
    heard(channel: string, message: LiveMessage) {
      const entry = entries.get(channel)
      if (!entry || message.sequence <= (entry.since ?? 0)) return
      reach(kept, entry, message.sequence)
      for (const { onEvent } of [...entry.listeners]) onEvent(message)
    },

    /** Another person sits here now. */
    forget() {
      kept.position = undefined
      for (const entry of entries.values()) entry.since = undefined
    },
  }
}

/** Of a channel that is listened to for the first time, the last change that is known at all is known. */
function entryOf({ entries, position }: Kept, channel: string): Entry {
  const entry = entries.get(channel) ?? { listeners: new Set(), since: position }
  entries.set(channel, entry)
  return entry
}

function reach(kept: Kept, entry: Entry, sequence: number) {
  entry.since = Math.max(entry.since ?? 0, sequence)
  kept.position = Math.max(kept.position ?? 0, sequence)
}

function askToReload({ listeners }: Entry) {
  for (const { onReload } of [...listeners]) onReload()
}
