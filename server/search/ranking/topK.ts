const slots = 4096

/**
 * The `most` highest of some numbers, the highest first. Only those that may be among them are sorted: numbers are
 * counted by how high they are, and the lowest slots that are not needed fall away.
 */
export function topK(numbers: Float64Array, most: number): Float64Array {
  const [low, high] = ends(numbers)
  const slotOf = (number: number) => Math.floor(((number - low) / (high - low || 1)) * (slots - 1))
  const counts = new Uint32Array(slots)
  for (const number of numbers) counts[slotOf(number)] = (counts[slotOf(number)] ?? 0) + 1
  let least = slots
  for (let count = 0; count < most && least > 0; count += counts[least] ?? 0) least -= 1
  return numbers
    .filter((number) => slotOf(number) >= least)
    .sort()
    .reverse()
    .subarray(0, most)
}

function ends(numbers: Float64Array): [number, number] {
  let [low, high] = [Infinity, -Infinity]
  for (const number of numbers) {
    if (number < low) low = number
    if (number > high) high = number
  }
  return [low, high]
}
