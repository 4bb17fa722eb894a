import type { Gray, PixelBox } from './gray.ts'

/** Ink or no ink, a byte a pixel: 1 or 0. */
export type Mask = { width: number; height: number; data: Uint8Array }

type Component = PixelBox & { area: number; label: number }

export function inkMask({ width, height, data }: Gray, threshold: number): Mask {
  const out = new Uint8Array(data.length)
  for (let i = 0; i < data.length; i++) out[i] = (data[i] ?? 255) < threshold ? 1 : 0
  return { width, height, data: out }
}

/** Pixels that touch, also by a corner, are one component; `labels` has its number at each pixel, 0 where there is no ink. */
function findComponents({ width, height, data }: Mask): { components: Component[]; labels: Int32Array } {
  const labels = new Int32Array(data.length)
  const components: Component[] = []
  const open = new Int32Array(data.length)
  for (let start = 0; start < data.length; start++) {
    if (!data[start] || labels[start]) continue
    const label = components.length + 1
    let [left, right, top, bottom, area, count] = [width, 0, height, 0, 0, 1]
    open[0] = start
    labels[start] = label
    while (count > 0) {
      const at = open[--count] ?? 0
      const y = Math.floor(at / width)
      const x = at - y * width
      area += 1
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
      for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++) {
        for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
          const next = ny * width + nx
          if (!data[next] || labels[next]) continue
          labels[next] = label
          open[count++] = next
        }
      }
    }
    components.push({ x: left, y: top, width: right - left + 1, height: bottom - top + 1, area, label })
  }
  return { components, labels }
}

/**
 * In pixels. `border` is the shortest line down between two lines across: that of a cell of a table. `broken` is the shortest
 * thin line that a fax or a copy breaks at gaps of up to `gap`.
 */
type Lengths = { across: number; down: number; border: number; broken: number; gap: number }

/** The ruled lines of a page: straight runs longer than any stroke of a letter, of ink or of a thin gray. */
export function ruledLines(ink: Mask, gray: Gray, longest: Lengths): Mask {
  const { width, height } = ink
  const data = new Uint8Array(width * height)
  const across = thinLines(gray, width)
  const down = thinLines(gray, 1)
  const broken = { gap: longest.gap, isRule: (_: number, length: number) => length >= longest.broken }
  for (let y = 0; y < height; y++) {
    const row = { start: y * width, step: 1, count: width }
    for (const mask of [ink.data, across])
      markRuns(mask, data, { ...row, gap: maxBreak, isRule: (_, length) => length >= longest.across })
    markRuns(across, data, { ...row, ...broken })
  }
  const isAcross = data.slice()
  const touches = (end: number) => [-2, -1, 0, 1, 2].some((rows) => isAcross[end + rows * width] === 1)
  const isRule = (first: number, length: number) =>
    length >= longest.down || (length >= longest.border && touches(first) && touches(first + length * width))
  for (let x = 0; x < width; x++) {
    const column = { start: x, step: width, count: height }
    for (const mask of [ink.data, down]) markRuns(mask, data, { ...column, gap: maxBreak, isRule })
    markRuns(down, data, { ...column, ...broken })
  }
  return { width, height, data }
}

const thinLine = 3
const edgeMargin = 18

/** Pixels darker than those a little to both sides, `step` apart: hairlines are too light for the threshold of ink. */
function thinLines({ data }: Gray, step: number): Uint8Array {
  const out = new Uint8Array(data.length)
  for (let i = thinLine * step; i < data.length - thinLine * step; i++) {
    const value = (data[i] ?? 255) + edgeMargin
    out[i] = (data[i - thinLine * step] ?? 0) >= value && (data[i + thinLine * step] ?? 0) >= value ? 1 : 0
  }
  return out
}

/** `isRule` is asked with the first place of a run and its length less one. */
type Run = {
  start: number
  step: number
  count: number
  gap: number
  isRule: (first: number, length: number) => boolean
}

/** Noise breaks a ruled line at single pixels; the letters of a row of text are further apart. */
const maxBreak = 1

function markRuns(from: Uint8Array, to: Uint8Array, { start, step, count, gap, isRule }: Run): void {
  let [first, last] = [0, -1]
  for (let i = 0; i <= count; i++) {
    if (i < count && !from[start + i * step]) continue
    if (i === count || i - last > gap + 1) {
      if (last > first && isRule(start + first * step, last - first))
        for (let k = first; k <= last; k++) to[start + k * step] = 1
      first = i
    }
    last = i
  }
}

/** The ink that is no ruled line. */
export function without(ink: Mask, rules: Mask): Mask {
  return { ...ink, data: ink.data.map((value, i) => (rules.data[i] ? 0 : value)) }
}

/** Removes specks, and what is taller than any line of text: pictures, stamps, the shadows of a scanner. */
export function textOnly(mask: Mask, smallest: number, tallest: number): Mask {
  const { components, labels } = findComponents(mask)
  const isText = components.map(({ area, height }) => area > smallest && height <= tallest)
  const data = new Uint8Array(mask.data.length)
  for (let i = 0; i < data.length; i++) data[i] = labels[i] && isText[(labels[i] ?? 0) - 1] ? 1 : 0
  return { width: mask.width, height: mask.height, data }
}
