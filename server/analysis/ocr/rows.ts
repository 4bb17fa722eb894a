import type { Mask } from './components.ts'
import type { PixelBox } from './gray.ts'

/** The lines of one column, from the top: their pitch by autocorrelation of the row profile, then one line for each peak. */
export function rowsOfText(mask: Mask, column: PixelBox, dpi: number): PixelBox[] {
  const profile = profileOf(mask, column)
  const pitch = pitchOf(profile, dpi)
  const peaks = withoutMarks(peaksOf(profile, pitch, dpi), profile, pitch)
  const sharp = blurred(profile, pitch * 0.04)
  return peaks.flatMap((peak, i) => {
    const from = i === 0 ? Math.max(0, peak - 1.5 * pitch) : valley(sharp, peaks[i - 1] ?? 0, peak)
    const to = i === peaks.length - 1 ? peak + 1.5 * pitch : valley(sharp, peak, peaks[i + 1] ?? peak)
    const gap = Math.max(2, 0.2 * pitch, 0.55 * bandHeight(sharp, peak, pitch))
    const range = { from: Math.floor(from), to: Math.min(profile.length, Math.ceil(to)) }
    const rows = rowsAround(profile, peak, range, gap)
    return rows.bottom - rows.top >= 0.16 * pitch ? extentOf(mask, column, rows, pitch) : []
  })
}

function profileOf({ width, data }: Mask, column: PixelBox): Float64Array {
  const profile = new Float64Array(column.height)
  for (let row = 0; row < column.height; row++) {
    const start = (column.y + row) * width + column.x
    for (let i = start; i < start + column.width; i++) profile[row] = (profile[row] ?? 0) + (data[i] ?? 0)
  }
  return profile
}

function blurred(values: Float64Array, sigma: number): Float64Array {
  if (sigma < 0.5) return values

  const reach = Math.ceil(3 * sigma)
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, i) => Math.exp(-0.5 * ((i - reach) / sigma) ** 2))
  const sum = kernel.reduce((total, value) => total + value, 0)
  return values.map((_, at) =>
    kernel.reduce((total, weight, i) => total + (weight / sum) * (values[at + i - reach] ?? 0), 0),
  )
}

/** The distance of lines in pixels, or that of common print where the page has too few lines to show it. */
function pitchOf(profile: Float64Array, dpi: number): number {
  const smooth = blurred(profile, dpi * 0.012)
  const mean = smooth.reduce((sum, value) => sum + value, 0) / smooth.length
  const shortest = Math.round(dpi * 0.13)
  const longest = Math.round(dpi * 0.55)
  const scores = Array.from({ length: longest + 1 }, (_, lag) => {
    let score = 0
    if (lag < shortest) return -Infinity
    for (let row = lag; row < smooth.length; row++)
      score += ((smooth[row] ?? 0) - mean) * ((smooth[row - lag] ?? 0) - mean)
    return score
  })
  const isPeak = (lag: number) =>
    (scores[lag] ?? 0) > (scores[lag - 1] ?? 0) && (scores[lag] ?? 0) >= (scores[lag + 1] ?? -Infinity)
  const peaks = scores.map((_, lag) => lag).filter((lag) => lag > shortest && isPeak(lag) && (scores[lag] ?? 0) > 0)
  const highest = Math.max(...peaks.map((lag) => scores[lag] ?? 0))
  // A multiple of the pitch scores nearly as well as the pitch itself.
  return peaks.find((lag) => (scores[lag] ?? 0) > 0.7 * highest) ?? Math.round(dpi * 0.26)
}

function peaksOf(profile: Float64Array, pitch: number, dpi: number): number[] {
  const smooth = blurred(profile, pitch * 0.13)
  const floor = Math.max(0.35, dpi * 0.004)
  const peaks = Array.from(smooth.keys()).filter((row) => {
    const value = smooth[row] ?? 0
    return value > floor && value >= (smooth[row - 1] ?? 0) && value > (smooth[row + 1] ?? 0)
  })
  const chosen: number[] = []
  for (const row of peaks.sort((a, b) => (smooth[b] ?? 0) - (smooth[a] ?? 0)))
    if (chosen.every((other) => Math.abs(row - other) > 0.42 * pitch)) chosen.push(row)
  return chosen.sort((a, b) => a - b)
}

/**
 * The marks above and below a line are rows of their own, as far from it as its letters are tall: so a heading is measured by
 * its own letters, not by the pitch of the page.
 */
function withoutMarks(peaks: number[], profile: Float64Array, pitch: number): number[] {
  const smooth = blurred(profile, pitch * 0.06)
  const bands = peaks.map((peak) => ({ peak, strength: smooth[peak] ?? 0, height: bandHeight(smooth, peak, pitch) }))
  return bands
    .filter((band) =>
      bands.every((other) => {
        const distance = Math.abs(band.peak - other.peak)
        return other === band || band.strength > 0.75 * other.strength || distance > 1.75 * other.height
      }),
    )
    .map(({ peak }) => peak)
}

function bandHeight(smooth: Float64Array, peak: number, pitch: number): number {
  const half = (smooth[peak] ?? 0) * 0.4
  let [top, bottom] = [peak, peak]
  while (top > 0 && peak - top < pitch && (smooth[top - 1] ?? 0) > half) top -= 1
  while (bottom < smooth.length && bottom - peak < pitch && (smooth[bottom + 1] ?? 0) > half) bottom += 1
  return bottom - top + 1
}

/** The middle of the longest stretch between two lines that has hardly any ink. */
function valley(sharp: Float64Array, from: number, to: number): number {
  const between = sharp.subarray(from, to)
  const limit = Math.min(...between) + 0.02 * Math.max(sharp[from] ?? 0, sharp[to] ?? 0)
  let [start, best, middle] = [from, 0, from]
  for (let row = from; row <= to; row++) {
    if (row < to && (sharp[row] ?? 0) <= limit) continue
    if (row - start > best) [best, middle] = [row - start, (start + row) / 2]
    start = row + 1
  }
  return middle
}

/** The rows of a line: those joined to its peak by gaps no wider than one between letters and marks. */
function rowsAround(profile: Float64Array, peak: number, { from, to }: { from: number; to: number }, gap: number) {
  const reach = (step: 1 | -1) => {
    let [last, missed] = [peak, 0]
    for (let row = peak; row >= from && row < to && missed <= gap; row += step) {
      missed = (profile[row] ?? 0) > 0 ? 0 : missed + 1
      if (missed === 0) last = row
    }
    return last
  }
  return { top: reach(-1), bottom: reach(1) }
}

function extentOf(mask: Mask, column: PixelBox, rows: { top: number; bottom: number }, pitch: number): PixelBox[] {
  let [left, right, area] = [column.x + column.width, column.x - 1, 0]
  for (let row = rows.top; row <= rows.bottom; row++) {
    const start = (column.y + row) * mask.width
    for (let x = column.x; x < column.x + column.width; x++) {
      if (!mask.data[start + x]) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      area += 1
    }
  }
  if (right - left < 0.1 * pitch || area < 0.02 * pitch * pitch) return []
  return [{ x: left, y: column.y + rows.top, width: right - left + 1, height: rows.bottom - rows.top + 1 }]
}
