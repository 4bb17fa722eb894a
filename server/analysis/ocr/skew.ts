import type { Mask } from './components.ts'

const largestAngle = 5
const degree = Math.PI / 180

/** The angle of the lines in radians: the one at which the rows of ink have the sharpest profile. */
export function skewOf(mask: Mask): number {
  const points = inkPoints(mask, 60_000)
  if (points.length < 200) return 0

  const coarse = best(points, mask, 0, largestAngle, 0.4)
  return best(points, mask, best(points, mask, coarse, 0.4, 0.1), 0.1, 0.025) * degree
}

function best(points: Int32Array, mask: Mask, middle: number, reach: number, step: number): number {
  const count = Math.round(reach / step)
  let [angle, sharpest] = [middle, sharpness(points, mask, middle)]
  for (let i = -count; i <= count; i++) {
    const score = sharpness(points, mask, middle + i * step)
    if (score > sharpest * 1.0001) [angle, sharpest] = [middle + i * step, score]
  }
  return angle
}

function sharpness(points: Int32Array, { width, height }: Mask, angle: number): number {
  const slope = Math.tan(angle * degree)
  const rows = new Float64Array(height + 2 * Math.ceil(width * Math.abs(slope)) + 4)
  const offset = Math.ceil(width * Math.abs(slope)) + 1
  for (let i = 0; i < points.length; i += 2) {
    const place = (points[i + 1] ?? 0) - (points[i] ?? 0) * slope + offset
    const row = Math.floor(place)
    const share = place - row
    rows[row] = (rows[row] ?? 0) + 1 - share
    rows[row + 1] = (rows[row + 1] ?? 0) + share
  }
  let score = 0
  for (let row = 1; row < rows.length; row++) score += ((rows[row] ?? 0) - (rows[row - 1] ?? 0)) ** 2
  return score
}

function inkPoints({ width, data }: Mask, most: number): Int32Array {
  const places: number[] = []
  for (let i = 0; i < data.length; i++) if (data[i]) places.push(i)
  const step = Math.max(1, Math.ceil(places.length / most))
  const points = new Int32Array(Math.ceil(places.length / step) * 2)
  for (let i = 0, k = 0; i < places.length; i += step, k += 2) {
    const at = places[i] ?? 0
    points[k + 1] = Math.floor(at / width)
    points[k] = at % width
  }
  return points
}
