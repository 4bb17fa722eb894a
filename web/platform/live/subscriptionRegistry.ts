import type { LiveMessage } from '#shared/calls/live.ts'

/**
 * A subscriber of a channel. `onReload`: messages were missed, or the channel has ended, so the data must be read
 * again.
 */
export type Listener = { onEvent: (message: LiveMessage) => void; onReload: () => void }

type Entry = { listeners: Set<Listener>; since: number | undefined }

type RegistryState = {
  entries: Map<string, Entry>
  /** The last known change of any channel. Data fetched from now on is at least as new. */
  position: number | undefined
  initialPosition: () => number | undefined
}

export type SubscriptionRegistry = ReturnType<typeof createSubscriptionRegistry>

/**
 * The channels this tab subscribes to, and the last known change of each. `initialPosition`: the last change before
 * anything was fetched, if it is known.
 */
export function createSubscriptionRegistry(initialPosition: () => number | undefined) {
  const state: RegistryState = { entries: new Map(), position: undefined, initialPosition }
  const { entries } = state

  return {
    /** The channels with at least one subscriber. */
    channels: () => [...entries].flatMap(([channel, { listeners }]) => (listeners.size > 0 ? [channel] : [])),
    isSubscribed: (channel: string) => (entries.get(channel)?.listeners.size ?? 0) > 0,
    since: (channel: string) => entries.get(channel)?.since,

    listen(channel: string, listener: Listener) {
      entryOf(state, channel).listeners.add(listener)
    },
    /** A later subscriber of the channel misses nothing that happens from now on. */
    remember: (channel: string) => void entryOf(state, channel),
    leave(channel: string, listener: Listener) {
      entries.get(channel)?.listeners.delete(listener)
    },

    /** The channel is joined. Subscribers without a last known change cannot know what they missed, and reload. */
    joined(channel: string, { sequence, reload = false }: { sequence: number; reload?: boolean }) {
      const entry = entries.get(channel)
      // Missed messages follow, each with its own sequence number.
      if (!entry || (!reload && entry.since !== undefined)) return
      // Also back: the library was restored to an earlier time, whose next changes have numbers that are known already.
      entry.since = state.position = sequence
      askToReload(entry)
    },

    /** The channel is refused: its subject may have ended, so subscribers reload. */
    refused(channel: string) {
      const entry = entries.get(channel)
      if (entry) askToReload(entry)
    },

    /** Delivers a message. A sequence number that is known already is dropped. */
    received(channel: string, message: LiveMessage) {
      const entry = entries.get(channel)
      if (!entry || message.sequence <= (entry.since ?? 0)) return
      advance(state, entry, message.sequence)
      for (const { onEvent } of [...entry.listeners]) onEvent(message)
    },

    /** Another user has signed in. */
    reset() {
      state.position = undefined
      for (const entry of entries.values()) entry.since = undefined
    },
  }
}

/** A new entry starts at the last known change of any channel. */
function entryOf({ entries, position, initialPosition }: RegistryState, channel: string): Entry {
  const entry = entries.get(channel) ?? { listeners: new Set(), since: position ?? initialPosition() }
  entries.set(channel, entry)
  return entry
}

function advance(state: RegistryState, entry: Entry, sequence: number) {
  entry.since = Math.max(entry.since ?? 0, sequence)
  state.position = Math.max(state.position ?? 0, sequence)
}

function askToReload({ listeners }: Entry) {
  for (const { onReload } of [...listeners]) onReload()
}
