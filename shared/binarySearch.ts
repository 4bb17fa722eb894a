/**
 * Binary search: the first index below `length` for which `holds` is true, or `length`. Of the indices, `holds` is false for
 * the first ones and true for all others.
 */
export function firstIndexWhere(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
