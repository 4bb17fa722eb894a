import type { Box, HiddenReason, HiddenText } from '#server/analysis/types.ts'
import type { Glyph, PageGlyphs, Shape } from './glyphs.ts'
import { joinHidden } from './joinHidden.ts'
import { contains, ShapeGrid } from './shapeGrid.ts'

/**
 * Splits what a page paints into what a reader sees, what is hidden, and an OCR layer: invisible text over or under the
 * picture of a scan, which is neither trusted nor reported, because recognition replaces it.
 */
export type SeenText = { visible: Glyph[]; hidden: HiddenText[]; ocr_layer: Glyph[] }

export function findHidden(page: PageGlyphs): SeenText {
  const context = buildContext(page)
  const reasons = page.glyphs.map((glyph) => reasonOf(glyph, context))
  const isAllPainted = reasons.every((reason) => reason === null)
  if (!isAllPainted) hideMarksOfBases(page.glyphs, reasons)
  const untrusted = findLongTexts(page, reasons)
  // Of nearly all pages everything is seen.
  if (isAllPainted && untrusted.hidden.length === 0) return { visible: page.glyphs, hidden: [], ocr_layer: [] }

  const scan = page.shapes.find((shape) => isScan(shape, page))
  const isOcr = (glyph: Glyph, index: number) =>
    scan !== undefined && ocrReasons.has(reasons[index] ?? null) && contains(scan.box, centerX(glyph), centerY(glyph))

  const ocrLayer = page.glyphs.filter(isOcr)
  const hidden = page.glyphs.flatMap((glyph, index) => {
    const reason = reasons[index]
    return reason && !isOcr(glyph, index) ? [{ glyph, reason }] : []
  })
  const visible = page.glyphs.filter((glyph, index) => !reasons[index] && !untrusted.glyphs.has(glyph))
  return {
    visible: visible.map((glyph) => (untrusted.units.has(glyph.unit) ? { ...glyph, unit: -1 } : glyph)),
    hidden: [...joinHidden(hidden), ...untrusted.hidden],
    ocr_layer: ocrLayer,
  }
}

type Context = {
  page: PageGlyphs
  area: Box
  /** Opaque shapes. */
  grid: ShapeGrid
  redactions: PageGlyphs['annotations']
  /** Whether a color on a background looks like it; nearly all letters of a page have one color on one background. */
  last: { color: string; behind: string; opacity: number; isAlike: boolean }
  /** Fonts of which some glyph on the page has an outline, so that a letter without one is blank. */
  outlined: Set<number>
}

const buildContext = (page: PageGlyphs): Context => ({
  page,
  area: { x: 0, y: 0, width: page.width, height: page.height },
  grid: new ShapeGrid(
    page.shapes.filter(({ kind, opacity, layer_off }) => kind !== 'stroke' && opacity > 0.9 && !layer_off),
    page,
  ),
  redactions: page.annotations.filter(({ subtype }) => subtype === 'Redact'),
  last: { color: '', behind: '', opacity: 1, isAlike: false },
  outlined: outlinedFonts(page.glyphs),
})

function outlinedFonts(glyphs: readonly Glyph[]): Set<number> {
  const fonts = new Set<number>()
  for (const { ink, font } of glyphs) if (ink) fonts.add(font)
  return fonts
}

/** The first that holds is the reason; the cheap ones are first. */
const rules: readonly { reason: HiddenReason; holds: (glyph: Glyph, context: Context) => boolean }[] = [
  { reason: 'invisible', holds: isInvisible },
  { reason: 'outside', holds: isOutside },
  { reason: 'tiny', holds: isTiny },
  { reason: 'clipped', holds: isClipped },
  {
    reason: 'redacted',
    holds: (glyph, { redactions }) => redactions.some(({ box }) => contains(box, centerX(glyph), centerY(glyph))),
  },
  { reason: 'covered', holds: isCovered },
  { reason: 'white', holds: isLikeBackground },
]

function reasonOf(glyph: Glyph, context: Context): HiddenReason | null {
  for (const rule of rules) if (rule.holds(glyph, context)) return rule.reason
  return null
}

/** Render modes 3 and 7 paint nothing (PDF 32000-1, table 106). */
function isInvisible({ mode, opacity, layer_off, ink, font, text }: Glyph, { page, outlined }: Context): boolean {
  if (mode === 3 || mode === 7 || opacity < 0.1 || layer_off) return true
  const isBlank = ink === null && page.fonts[font]?.embedded === true && outlined.has(font)
  return isBlank && /[\p{L}\p{N}]/u.test(text)
}

/** A glyph with less than half of it inside the page cannot be read. */
function isOutside(glyph: Glyph, { area }: Context): boolean {
  return visibleShare(glyph, area) < 0.5
}

function isClipped(glyph: Glyph): boolean {
  return glyph.clip !== null && visibleShare(glyph, glyph.clip) < 0.35
}

/** In points: no printer and no eye resolves less. */
const minSize = 1.5
const minInk = 0.1

function isTiny({ size, ink }: Glyph): boolean {
  if (!ink) return size < minSize
  return (size < minSize && Math.max(ink.width, ink.height) < minSize) || Math.min(ink.width, ink.height) < minInk
}

function isCovered(glyph: Glyph, { grid }: Context): boolean {
  if (!grid.hasLater(glyph.order)) return false
  const { x, y, width, height } = bodyOf(glyph)
  let seen = 0
  for (const right of steps)
    for (const down of steps) {
      if (!grid.coversLater(glyph.order, x + width * right, y + height * down)) seen += 1
      if (seen > maxSeen) return false
    }
  return true
}

/** Where a glyph is looked at, in shares of its width and height. */
const steps = [0.2, 0.5, 0.8]
/** Of nine points: a covered glyph may be visible at its edges. */
const maxSeen = 3

/** Two colors of a contrast below this look alike; WCAG asks for 4.5 between text and its background. */
const minContrast = 1.2

function isLikeBackground(glyph: Glyph, context: Context): boolean {
  const { color, opacity, order } = glyph
  if (color === null) return false
  const background = context.grid.lastBefore(order, centerX(glyph), centerY(glyph))
  const behind = background ? background.color : '#ffffff'
  if (behind === null) return false
  const { last } = context
  if (last.color === color && last.behind === behind && last.opacity === opacity) return last.isAlike
  const isAlike = contrast(blend(color, behind, opacity), behind) < minContrast
  context.last = { color, behind, opacity, isAlike }
  return isAlike
}

type Color = [red: number, green: number, blue: number]

const channels = (color: string): Color => {
  const value = Number.parseInt(color.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

const blend = (color: string, behind: string, opacity: number): Color => {
  const under = channels(behind)
  const [red, green, blue] = channels(color).map((value, at) => value * opacity + (under[at] ?? 0) * (1 - opacity))
  return [red ?? 0, green ?? 0, blue ?? 0]
}

/** The contrast ratio of WCAG 2.2, 1 to 21. */
function contrast(color: Color, behind: string): number {
  const [light = 0, dark = 0] = [luminance(color), luminance(channels(behind))].toSorted((one, other) => other - one)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Vowel signs extend beyond a bar over their letters: they are hidden with the letter. */
function hideMarksOfBases(glyphs: readonly Glyph[], reasons: (HiddenReason | null)[]) {
  glyphs.forEach((glyph, index) => {
    if (reasons[index] || !/^\p{M}+$/u.test(glyph.text)) return
    const base = [index - 1, index + 1, index - 2, index + 2].find((at) => isBaseOf(glyphs[at], glyph))
    if (base !== undefined) reasons[index] = reasons[base] ?? null
  })
}

function isBaseOf(base: Glyph | undefined, mark: Glyph): boolean {
  if (!base || !/\p{L}/u.test(base.text) || Math.abs(base.y - mark.y) > mark.size * 0.3) return false
  const center = centerX(mark)
  return center >= base.box.x - base.size * 0.1 && center <= base.box.x + base.box.width + base.size * 0.1
}

/** The picture of a whole page, or of most of it. */
const isScan = ({ kind, box }: Shape, page: PageGlyphs) =>
  kind === 'image' && box.width * box.height > page.width * page.height * 0.5

const ocrReasons = new Set<HiddenReason | null>(['invisible', 'covered'])

/** A glyph and an ActualText say a few letters; more than this for a glyph is text that is not on the page. */
const maxLetters = 6
const arabic = /[\u0600-\u06ff\ufb50-\ufdff\ufe70-\ufeff]/u

function findLongTexts(page: PageGlyphs, reasons: readonly (HiddenReason | null)[]) {
  const shown = page.glyphs.filter(
    ({ unit, text }, index) => !reasons[index] && (unit >= 0 || text.length > maxLetters),
  )
  const ofUnits = Map.groupBy(
    shown.filter(({ unit }) => unit >= 0),
    ({ unit }) => unit,
  )
  const isLong = (text: string, count: number) =>
    text.length > maxLetters * count &&
    (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) > maxLetters * count &&
    !arabic.test(text)

  const longUnits = [...ofUnits].filter(([unit, own]) => isLong(page.units[unit] ?? '', own.length))
  const longGlyphs = shown.filter(({ text, unit }) => unit < 0 && isLong(text, 1))
  const hidden: HiddenText[] = [
    ...longUnits.flatMap(([unit, [first]]) =>
      first ? [{ text: page.units[unit] ?? '', box: first.box, reason: 'invisible' as const }] : [],
    ),
    ...longGlyphs.map(({ text, box }) => ({ text, box, reason: 'invisible' as const })),
  ]
  return { units: new Set(longUnits.map(([unit]) => unit)), glyphs: new Set(longGlyphs), hidden }
}

const bodyOf = ({ ink, box, size }: Glyph) => {
  if (ink && ink.width > 0 && ink.height > 0) return ink
  return box.width > 0 && box.height > 0 ? box : { ...box, width: Math.max(box.width, size * 0.1) }
}

function centerX(glyph: Glyph): number {
  const { x, width } = bodyOf(glyph)
  return x + width / 2
}

function centerY(glyph: Glyph): number {
  const { y, height } = bodyOf(glyph)
  return y + height / 2
}

function visibleShare(glyph: Glyph, area: Box): number {
  const { x, y, width, height } = bodyOf(glyph)
  const across = Math.min(x + width, area.x + area.width) - Math.max(x, area.x)
  const down = Math.min(y + height, area.y + area.height) - Math.max(y, area.y)
  return (Math.max(0, across) * Math.max(0, down)) / (width * height || 1)
}
