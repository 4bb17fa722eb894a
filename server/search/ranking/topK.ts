const slots = 4096

/**
 * Top-k: the `k` highest numbers, the highest first. A histogram of `slots` finds a threshold, and only the numbers above
 * it are sorted.
 */
export function topK(numbers: Float64Array, k: number): Float64Array {
  const [low, high] = minAndMax(numbers)
  const slotOf = (number: number) => Math.floor(((number - low) / (high - low || 1)) * (slots - 1))
  const counts = new Uint32Array(slots)
  for (const number of numbers) counts[slotOf(number)] = (counts[slotOf(number)] ?? 0) + 1
  let least = slots
  for (let count = 0; count < k && least > 0; count += counts[least] ?? 0) least -= 1
  return numbers
    .filter((number) => slotOf(number) >= least)
    .sort()
    .reverse()
    .subarray(0, k)
}

function minAndMax(numbers: Float64Array): [number, number] {
  let [low, high] = [Infinity, -Infinity]
  for (const number of numbers) {
    if (number < low) low = number
    if (number > high) high = number
  }
  return [low, high]
}
