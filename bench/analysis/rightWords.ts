/**
 * Which of the read words are in the truth, by the longest common subsequence, or at another place: columns and cells may
 * come in another order. null for what the truth does not have at all, as the markers of notes.
 */
export function rightWords(truth: readonly string[], read: readonly string[]): (boolean | null)[] {
  const wanted = truth.map(withoutMarker)
  const plain = read.map(withoutMarker)
  const matched = commonSubsequence(wanted, plain)
  const places = new Set(matched.values())
  const left = Map.groupBy(
    wanted.filter((_, index) => !places.has(index)),
    (word) => word,
  )
  return plain.map((word, index) => {
    if (matched.has(index) || left.get(word)?.pop() !== undefined) return true
    return isAdjacentToTruth(index, matched, plain.length) ? false : null
  })
}

const withoutMarker = (word: string) => word.replace(/(?<=[^\d\s/.,-][.،"]?)\d{1,2}$/u, '')

/** A wrong word has right ones near it; a running head is in a row of words that the truth lacks. */
function isAdjacentToTruth(index: number, matched: ReadonlyMap<number, number>, length: number): boolean {
  let [before, after] = [index, index]
  while (before >= 0 && !matched.has(before)) before -= 1
  while (after < length && !matched.has(after)) after += 1
  const [from, to] = [matched.get(before) ?? -1, matched.get(after) ?? Infinity]
  return to - from > 1
}

/** Index of a read word → index of the word of the truth. */
function commonSubsequence(truth: readonly string[], read: readonly string[]): Map<number, number> {
  const width = read.length + 1
  const lengths = new Uint16Array((truth.length + 1) * width)
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = truth.length - 1; row >= 0; row -= 1)
    for (let column = read.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        truth[row] === read[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
  const matched = new Map<number, number>()
  for (let row = 0, column = 0; row < truth.length && column < read.length;) {
    if (truth[row] === read[column]) matched.set(column++, row++)
    else if (at(row + 1, column) >= at(row, column + 1)) row += 1
    else column += 1
  }
  return matched
}
