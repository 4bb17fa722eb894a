const slots = 4096

/** Top-k: the `k` highest numbers, the highest first. Only those from a threshold on are sorted. */
export function topK(numbers: Float64Array, k: number): Float64Array {
  const least = thresholdOf(numbers, k)
  const highest = new Float64Array(numbers.length)
  let size = 0
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] ?? 0
    if (number < least) continue
    highest[size] = number
    size += 1
  }
  return highest.subarray(0, size).sort().reverse().subarray(0, k)
}

/** A number that at least `k` of the numbers reach, found by a histogram; the lowest number if there are fewer. */
export function thresholdOf(numbers: Float64Array, k: number): number {
  let [low, high] = [Infinity, -Infinity]
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] ?? 0
    if (number < low) low = number
    if (number > high) high = number
  }
  if (numbers.length <= k || low === high) return low
  const scale = (slots - 1) / (high - low)
  const counts = new Uint32Array(slots)
  for (let at = 0; at < numbers.length; at += 1) {
    const slot = (((numbers[at] ?? 0) - low) * scale) | 0
    counts[slot] = (counts[slot] ?? 0) + 1
  }
  let slot = slots
  for (let count = 0; count < k && slot > 0; count += counts[slot] ?? 0) slot -= 1
  // A slot begins a little lower than by its number: the division rounds.
  return low + (slot - 0.001) / scale
}
