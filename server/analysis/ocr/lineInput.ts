import { type Gray, type PixelBox, crop } from './gray.ts'

/** What the net reads: rows of 40 values, 1 is ink; `columns` is a multiple of 4. */
export type LineInput = {
  values: Float32Array
  columns: number
  /** The column of `values` at a pixel of the picture, and back. */
  left: number
  scale: number
}

export const lineRows = 40
const maxColumns = 6000

/** Cuts a line from its page and brings it to the height and contrast of the lines of the training. */
export function lineInput(picture: Gray, box: PixelBox): LineInput | undefined {
  const cut = cutLine(picture, box)
  if (!cut) return undefined

  const scale = lineRows / cut.gray.height
  const width = Math.min(Math.round(cut.gray.width * scale), maxColumns)
  const columns = Math.ceil((width + 4) / 4) * 4
  return { values: normalized(resized(cut.gray, width, lineRows), width, columns), columns, left: cut.left, scale }
}

/** The same line as a picture of a given height. */
export function linePicture(picture: Gray, box: PixelBox, height: number): Gray | undefined {
  const cut = cutLine(picture, box)
  if (!cut) return undefined

  const width = Math.min(Math.round((cut.gray.width * height) / cut.gray.height), maxColumns)
  return { width, height, data: Uint8Array.from(resized(cut.gray, width, height)) }
}

function cutLine(picture: Gray, box: PixelBox): { gray: Gray; left: number } | undefined {
  const tight = inkRows(picture, box)
  if (!tight) return undefined

  const padding = Math.round(tight.height * 0.07)
  const side = Math.round(tight.height * 0.2)
  const left = box.x - side
  const size = { width: box.width + 2 * side, height: tight.height + 2 * padding }
  return { gray: padded(picture, { x: left, y: tight.y - padding, ...size }), left }
}

function inkRows(picture: Gray, box: PixelBox): PixelBox | undefined {
  const cut = crop(picture, box)
  const rows = Array.from({ length: cut.height }, (_, row) => row).filter((row) =>
    cut.data.subarray(row * cut.width, (row + 1) * cut.width).some((value) => value < 150),
  )
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined || cut.width < 3 || last - first < 4) return undefined
  return { x: box.x, y: Math.max(0, Math.floor(box.y)) + first, width: box.width, height: last - first + 1 }
}

/** Cuts a box; what lies outside the picture is paper. Rows above and below the line's own belong to other lines. */
function padded(picture: Gray, box: PixelBox): Gray {
  const out = new Uint8Array(box.width * box.height).fill(255)
  for (let row = 0; row < box.height; row++) {
    for (let column = 0; column < box.width; column++) {
      const [x, y] = [box.x + column, box.y + row]
      if (x >= 0 && y >= 0 && x < picture.width && y < picture.height)
        out[row * box.width + column] = picture.data[y * picture.width + x] ?? 255
    }
  }
  return { width: box.width, height: box.height, data: out }
}

/** By averages where the line becomes smaller, else between the nearest pixels. */
function resized(gray: Gray, width: number, height: number): Float32Array {
  const rows = weights(gray.height, height)
  const columns = weights(gray.width, width)
  const wide = new Float32Array(gray.height * width)
  for (let y = 0; y < gray.height; y++)
    columns.forEach((parts, x) => {
      let sum = 0
      for (const { at, share } of parts) sum += (gray.data[y * gray.width + at] ?? 255) * share
      wide[y * width + x] = sum
    })
  const out = new Float32Array(height * width)
  rows.forEach((parts, y) => {
    for (const { at, share } of parts)
      for (let x = 0; x < width; x++)
        out[y * width + x] = (out[y * width + x] ?? 0) + (wide[at * width + x] ?? 0) * share
  })
  return out
}

type Part = { at: number; share: number }

function weights(from: number, to: number): Part[][] {
  const ratio = from / to
  return Array.from({ length: to }, (_, i) =>
    ratio > 1 ? averageOf(i * ratio, (i + 1) * ratio, from) : between((i + 0.5) * ratio - 0.5, from),
  )
}

function averageOf(start: number, end: number, count: number): Part[] {
  const parts: Part[] = []
  for (let at = Math.floor(start); at < Math.min(count, end); at++)
    parts.push({ at, share: (Math.min(end, at + 1) - Math.max(start, at)) / (end - start) })
  return parts
}

function between(place: number, count: number): Part[] {
  const first = Math.floor(Math.min(Math.max(place, 0), count - 1))
  const share = Math.min(Math.max(place - first, 0), 1)
  return [
    { at: first, share: 1 - share },
    { at: Math.min(count - 1, first + 1), share },
  ]
}

/** As in the training: paper is the 15th percentile of the ink, and full ink its 99.8th. */
function normalized(gray: Float32Array, width: number, columns: number): Float32Array {
  const ink = gray.map((value) => 255 - value)
  const low = percentile(sampled(ink, width, 3), 0.15)
  const high = Math.max(low + 30, percentile(sampled(ink, width, 2), 0.998))
  const out = new Float32Array(lineRows * columns)
  for (let y = 0; y < lineRows; y++)
    for (let x = 0; x < width; x++)
      out[y * columns + x] = Math.min(1, Math.max(0, ((ink[y * width + x] ?? 0) - low) / (high - low)))
  return out
}

function sampled(values: Float32Array, width: number, step: number): Float32Array {
  const out: number[] = []
  for (let y = 0; y < lineRows; y += step) for (let x = 0; x < width; x += step) out.push(values[y * width + x] ?? 0)
  return Float32Array.from(out).sort()
}

function percentile(sorted: Float32Array, share: number): number {
  const place = share * (sorted.length - 1)
  const first = Math.floor(place)
  const value = sorted[first] ?? 0
  return value + ((sorted[first + 1] ?? value) - value) * (place - first)
}
