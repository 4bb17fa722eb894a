/** The items in order, `size` at a time; the last batch can be shorter. */
export function* batchesOf<Item>(items: readonly Item[], size: number): Generator<Item[], undefined> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}
