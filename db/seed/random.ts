/** Seeded random number generator (mulberry32): the same numbers for the same seed on every machine. */
export type Random = ReturnType<typeof buildRandom>

export function buildRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))

  return {
    next,
    /** A random integer in an inclusive range. */
    whole,
    pick<Item>(items: readonly Item[]): Item {
      const item = items[whole(0, items.length - 1)]
      if (item === undefined) throw new Error('nothing to pick from: is the list empty?')
      return item
    },
    /** A random sample without repetition, in the original order. */
    some<Item>(items: readonly Item[], count: number): Item[] {
      const entries = items.map((_, index) => ({ index, weight: next() }))
      const chosen = entries.sort((one, other) => one.weight - other.weight).slice(0, count)
      return chosen.sort((one, other) => one.index - other.index).flatMap(({ index }) => items[index] ?? [])
    },
    chance: (share: number) => next() < share,
    /** A random date between two years inclusive, YYYY-MM-DD. */
    day: (first: number, last: number) => `${whole(first, last)}-${two(whole(1, 12))}-${two(whole(1, 28))}`,
    /** A random reference: twelve base 58 characters. */
    reference: () => Array.from({ length: 12 }, () => base58[whole(0, base58.length - 1)]).join(''),
  }
}

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const two = (value: number) => String(value).padStart(2, '0')
