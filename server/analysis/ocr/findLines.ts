import { columnsOf } from './columns.ts'
import { type Mask, inkMask, ruledLines, textOnly, without } from './components.ts'
import { type Gray, type PixelBox, evenLight, inkThreshold, shrink, turn, turnPoint } from './gray.ts'
import type { Raster } from './render.ts'
import { rowsOfText } from './rows.ts'
import { skewOf } from './skew.ts'

/** The lines of a page, from the top, on a picture of it whose lines are level. */
type PageLines = {
  /** Evenly lit and turned so that the lines are level. */
  picture: Gray
  lines: PixelBox[]
  /** The box of a place of `picture` in points of the page. */
  toPoints: (box: PixelBox) => PixelBox
}

/** About the resolution at which lines are looked for; letters are read at the one of the picture. */
const searchDpi = 150
/** A quarter of a degree moves the ends of a line by a third of its height. */
const levelSlope = 0.0008
/** In inches, as `ruledLines` takes them in pixels. */
const ruleSizes = { across: 0.55, down: 0.3, border: 0.12, broken: 1.2, gap: 0.03 }

export function findLines(raster: Raster): PageLines {
  const factor = Math.max(1, Math.round(raster.dpi / searchDpi))
  const dpi = raster.dpi / factor
  const even = evenLight(raster, Math.max(8, Math.round(raster.dpi / 8)))
  const small = shrink(even, factor)
  const angle = skewOf(textMask(unruled(small, dpi).ink, dpi))
  const level = Math.abs(angle) > levelSlope
  const turned = level ? turn(even, angle) : even
  const { ink, rules } = unruled(level ? shrink(turned, factor) : small, dpi)
  const mask = textMask(ink, dpi)
  const lines = columnsOf(mask, dpi).flatMap((column) => rowsOfText(mask, column, dpi))
  return {
    picture: eraseRules(turned, rules, factor),
    lines: lines.map((box) => scaled(box, factor, raster)),
    toPoints: (box) => toPoints(box, raster, level ? angle : 0),
  }
}

function unruled(gray: Gray, dpi: number): { ink: Mask; rules: Mask } {
  const ink = inkMask(gray, inkThreshold(gray))
  const rules = ruledLines(ink, gray, {
    across: dpi * ruleSizes.across,
    down: dpi * ruleSizes.down,
    border: dpi * ruleSizes.border,
    broken: dpi * ruleSizes.broken,
    gap: dpi * ruleSizes.gap,
  })
  return { ink: without(ink, rules), rules }
}

const textMask = (ink: Mask, dpi: number): Mask => textOnly(ink, dpi >= 130 ? 3 : 1, dpi * 0.62)

/** Paints the ruled lines of tables white, which would be read as strokes, with the gray at their edges. */
function eraseRules(picture: Gray, rules: Mask, factor: number): Gray {
  const data = picture.data.slice()
  for (let i = 0; i < rules.data.length; i++) {
    if (!rules.data[i]) continue
    const left = Math.max(0, ((i % rules.width) - 1) * factor)
    const top = Math.max(0, (Math.floor(i / rules.width) - 1) * factor)
    for (let y = top; y < Math.min(picture.height, top + 3 * factor); y++)
      data.fill(255, y * picture.width + left, y * picture.width + Math.min(picture.width, left + 3 * factor))
  }
  return { ...picture, data }
}

function scaled({ x, y, width, height }: PixelBox, factor: number, limit: Raster): PixelBox {
  const left = Math.max(0, x * factor - factor)
  const top = Math.max(0, y * factor - factor)
  return {
    x: left,
    y: top,
    width: Math.min(limit.width, (x + width + 1) * factor) - left,
    height: Math.min(limit.height, (y + height + 1) * factor) - top,
  }
}

function toPoints({ x, y, width, height }: PixelBox, raster: Raster, angle: number): PixelBox {
  const center = turnPoint(
    x + width / 2 - raster.width / 2,
    y + height / 2 - raster.height / 2,
    Math.cos(angle),
    Math.sin(angle),
  )
  const scale = 72 / raster.dpi
  return {
    x: (center.x + raster.width / 2 - width / 2) * scale,
    y: (center.y + raster.height / 2 - height / 2) * scale,
    width: width * scale,
    height: height * scale,
  }
}
