/** The same numbers for the same seed, on every machine: mulberry32, then the usual small tools. */
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
    /** A whole number, both ends included. */
    whole,
    pick<Item>(items: readonly Item[]): Item {
      const item = items[whole(0, items.length - 1)]
      if (item === undefined) throw new Error('nothing to pick from: is the list empty?')
      return item
    },
    /** Some of them, each once, in their own order. */
    some<Item>(items: readonly Item[], count: number): Item[] {
      const places = items.map((_, place) => ({ place, weight: next() }))
      const chosen = places.sort((one, other) => one.weight - other.weight).slice(0, count)
      return chosen.sort((one, other) => one.place - other.place).flatMap(({ place }) => items[place] ?? [])
    },
    chance: (share: number) => next() < share,
    /** A day from the first of one year to the end of another, YYYY-MM-DD. */
    day: (first: number, last: number) => `${whole(first, last)}-${two(whole(1, 12))}-${two(whole(1, 28))}`,
    /** Twelve letters of base 58. */
    reference: () => Array.from({ length: 12 }, () => base58[whole(0, base58.length - 1)]).join(''),
  }
}

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const two = (value: number) => String(value).padStart(2, '0')
