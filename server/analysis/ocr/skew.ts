import type { Mask } from './components.ts'

const maxAngle_degrees = 5
const degree = Math.PI / 180

/** The angle of the lines in radians: the one at which the rows of ink have the sharpest profile. */
export function skewOf(mask: Mask): number {
  const points = inkPoints(mask, 60_000)
  if (points.length < 200) return 0

  const coarse = sharpestAngle(points, mask, { middle: 0, reach: maxAngle_degrees, step: 0.4 })
  const finer = sharpestAngle(points, mask, { middle: coarse, reach: 0.4, step: 0.1 })
  return sharpestAngle(points, mask, { middle: finer, reach: 0.1, step: 0.025 }) * degree
}

/** In degrees. */
type Angles = { middle: number; reach: number; step: number }

/** Of the angles around the middle one, that of the sharpest profile; the middle one where no other is clearly sharper. */
function sharpestAngle(points: Int32Array, mask: Mask, { middle, reach, step }: Angles): number {
  const count = Math.round(reach / step)
  let [sharpest, highest] = [middle, sharpness(points, mask, middle)]
  for (let i = -count; i <= count; i++) {
    const angle = middle + i * step
    const score = sharpness(points, mask, angle)
    if (score > highest * 1.0001) [sharpest, highest] = [angle, score]
  }
  return sharpest
}

/** The sum of the squared differences between the ink of neighboring rows, which are turned by an angle in degrees. */
function sharpness(points: Int32Array, { width, height }: Mask, angle: number): number {
  const slope = Math.tan(angle * degree)
  const rows = new Float64Array(height + 2 * Math.ceil(width * Math.abs(slope)) + 4)
  const offset = Math.ceil(width * Math.abs(slope)) + 1
  for (let i = 0; i < points.length; i += 2) {
    const y = (points[i + 1] ?? 0) - (points[i] ?? 0) * slope + offset
    const row = Math.floor(y)
    const share = y - row
    rows[row] = (rows[row] ?? 0) + 1 - share
    rows[row + 1] = (rows[row + 1] ?? 0) + share
  }
  let score = 0
  for (let row = 1; row < rows.length; row++) score += ((rows[row] ?? 0) - (rows[row - 1] ?? 0)) ** 2
  return score
}

/** At most this many pixels of ink, evenly chosen: x and y of each. */
function inkPoints({ width, data }: Mask, maxPoints: number): Int32Array {
  const pixels: number[] = []
  for (let i = 0; i < data.length; i++) if (data[i]) pixels.push(i)
  const step = Math.max(1, Math.ceil(pixels.length / maxPoints))
  const points = new Int32Array(Math.ceil(pixels.length / step) * 2)
  for (let i = 0, k = 0; i < pixels.length; i += step, k += 2) {
    const pixel = pixels[i] ?? 0
    points[k] = pixel % width
    points[k + 1] = Math.floor(pixel / width)
  }
  return points
}
