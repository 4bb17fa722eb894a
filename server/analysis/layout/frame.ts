import type { Glyph } from '#server/analysis/pdf/glyphs.ts'
import type { Box } from '#server/analysis/types.ts'

/** Turns the page so that its lines run horizontally. */
export type Frame = (x: number, y: number) => [x: number, y: number]

/** The directions of the baselines of a page, the most frequent one first, in whole degrees. */
export function anglesOf(glyphs: readonly Glyph[]): number[] {
  const counts = new Map<number, number>()
  for (const glyph of glyphs) {
    const angle = wholeDegrees(glyph.angle)
    counts.set(angle, (counts.get(angle) ?? 0) + 1)
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([angle]) => angle)
}

const wholeDegrees = (angle: number): number => ((Math.round(angle) % 360) + 360) % 360

const upright: Frame = (x, y) => [x, y]

export function frameOf(angle: number): Frame {
  if (angle === 0) return upright
  const radians = (angle * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  return (x, y) => [x * cos + y * sin, y * cos - x * sin]
}

/** The upright box around a box of the page, in the frame. */
export function framed(frame: Frame, box: Box): Box {
  if (frame === upright) return box
  const { x, y, width, height } = box
  const corners = [frame(x, y), frame(x + width, y), frame(x, y + height), frame(x + width, y + height)]
  const left = Math.min(...corners.map(([u]) => u))
  const top = Math.min(...corners.map(([, v]) => v))
  return {
    x: left,
    y: top,
    width: Math.max(...corners.map(([u]) => u)) - left,
    height: Math.max(...corners.map(([, v]) => v)) - top,
  }
}

/** The box around all of them. */
export function around(boxes: readonly Box[]): Box {
  let x = Infinity
  let y = Infinity
  let right = -Infinity
  let bottom = -Infinity
  for (const box of boxes) {
    x = Math.min(x, box.x)
    y = Math.min(y, box.y)
    right = Math.max(right, box.x + box.width)
    bottom = Math.max(bottom, box.y + box.height)
  }
  return { x, y, width: right - x, height: bottom - y }
}
