import type { HiddenReason, HiddenText } from '../types.ts'
import type { Glyph, PageGlyphs, Shape } from './glyphs.ts'
import { joinHidden } from './joinHidden.ts'
import { intersect } from './matrix.ts'
import { contains, ShapeGrid } from './shapeGrid.ts'

/**
 * Splits what a page paints into what a reader sees, what is hidden, and an OCR layer: invisible text over or under the
 * picture of a scan, which is neither trusted nor reported, because recognition replaces it.
 */
export type SeenText = { visible: Glyph[]; hidden: HiddenText[]; ocr_layer: Glyph[] }

export function findHidden(page: PageGlyphs): SeenText {
  const context = buildContext(page)
  const reasons = page.glyphs.map((glyph) => reasonOf(glyph, context))
  hideMarksOfBases(page.glyphs, reasons)
  const scan = page.shapes.find((shape) => isScan(shape, page))
  const isOcr = (glyph: Glyph, index: number) =>
    scan !== undefined && ocrReasons.has(reasons[index] ?? null) && contains(scan.box, ...centerOf(glyph))

  const ocrLayer = page.glyphs.filter(isOcr)
  const hidden = page.glyphs.flatMap((glyph, index) => {
    const reason = reasons[index]
    return reason && !isOcr(glyph, index) ? [{ glyph, reason }] : []
  })
  const untrusted = findLongTexts(page, reasons)
  const visible = page.glyphs.filter((glyph, index) => !reasons[index] && !untrusted.glyphs.has(glyph))
  return {
    visible: visible.map((glyph) => (untrusted.units.has(glyph.unit) ? { ...glyph, unit: -1 } : glyph)),
    hidden: [...joinHidden(hidden), ...untrusted.hidden],
    ocr_layer: ocrLayer,
  }
}

type Context = {
  page: PageGlyphs
  /** Opaque shapes. */
  grid: ShapeGrid
  redactions: PageGlyphs['annotations']
  /** Whether a color on a background looks like it. */
  alike: Map<string, boolean>
  /** Fonts of which some glyph on the page has an outline, so that a letter without one is blank. */
  outlined: Set<number>
}

const buildContext = (page: PageGlyphs): Context => ({
  page,
  grid: new ShapeGrid(
    page.shapes.filter(({ kind, opacity, layer_off }) => kind !== 'stroke' && opacity > 0.9 && !layer_off),
    page,
  ),
  redactions: page.annotations.filter(({ subtype }) => subtype === 'Redact'),
  alike: new Map(),
  outlined: new Set(page.glyphs.filter(({ ink }) => ink).map(({ font }) => font)),
})

/** The first that holds is the reason; the cheap ones stand first. */
const rules: readonly (readonly [HiddenReason, (glyph: Glyph, context: Context) => boolean])[] = [
  ['invisible', isInvisible],
  ['outside', isOutside],
  ['tiny', isTiny],
  ['clipped', isClipped],
  ['redacted', (glyph, { redactions }) => redactions.some(({ box }) => contains(box, ...centerOf(glyph)))],
  ['covered', isCovered],
  ['white', isLikeBackground],
]

const reasonOf = (glyph: Glyph, context: Context): HiddenReason | null =>
  rules.find(([, holds]) => holds(glyph, context))?.[0] ?? null

/** Render modes 3 and 7 paint nothing (PDF 32000-1, table 106). */
function isInvisible({ mode, opacity, layer_off, ink, font, text }: Glyph, { page, outlined }: Context): boolean {
  if (mode === 3 || mode === 7 || opacity < 0.1 || layer_off) return true
  const isBlank = ink === null && page.fonts[font]?.embedded === true && outlined.has(font)
  return isBlank && /[\p{L}\p{N}]/u.test(text)
}

/** At least half of a glyph is inside the page, or it cannot be read. */
function isOutside(glyph: Glyph, { page: { width, height } }: Context): boolean {
  return visibleShare(glyph, { x: 0, y: 0, width, height }) < 0.5
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
  const covered = samplesOf(glyph).filter(([x, y]) => grid.coversLater(glyph.order, x, y))
  return covered.length >= 6
}

/** Two colors of a contrast below this look alike; WCAG asks for 4.5 between text and its background. */
const minContrast = 1.2

function isLikeBackground(glyph: Glyph, { grid, alike }: Context): boolean {
  if (glyph.color === null) return false
  const background = grid.lastBefore(glyph.order, ...centerOf(glyph))
  const behind = background ? background.color : '#ffffff'
  if (behind === null) return false
  // Nearly all letters of a page have one color on one background.
  const key = `${glyph.color} ${behind} ${glyph.opacity}`
  const known = alike.get(key)
  if (known !== undefined) return known
  const found = contrast(blend(glyph.color, behind, glyph.opacity), behind) < minContrast
  alike.set(key, found)
  return found
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

/** Vowel signs stand out of a bar over their letters: they are hidden with the letter. */
function hideMarksOfBases(glyphs: readonly Glyph[], reasons: (HiddenReason | null)[]) {
  glyphs.forEach((glyph, index) => {
    if (reasons[index] || !/^\p{M}+$/u.test(glyph.text)) return
    const base = [index - 1, index + 1, index - 2, index + 2].find((at) => isBaseOf(glyphs[at], glyph))
    if (base !== undefined) reasons[index] = reasons[base] ?? null
  })
}

function isBaseOf(base: Glyph | undefined, mark: Glyph): boolean {
  if (!base || !/\p{L}/u.test(base.text) || Math.abs(base.y - mark.y) > mark.size * 0.3) return false
  const [center] = centerOf(mark)
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
  const shown = page.glyphs.filter((_, index) => !reasons[index])
  const ofUnits = Map.groupBy(
    shown.filter(({ unit }) => unit >= 0),
    ({ unit }) => unit,
  )
  const isLong = (text: string, count: number) =>
    (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) > maxLetters * count && !arabic.test(text)

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

function centerOf(glyph: Glyph): [x: number, y: number] {
  const { x, y, width, height } = bodyOf(glyph)
  return [x + width / 2, y + height / 2]
}

function visibleShare(glyph: Glyph, area: { x: number; y: number; width: number; height: number }): number {
  const body = bodyOf(glyph)
  const shared = intersect(body, area)
  return (shared.width * shared.height) / (body.width * body.height || 1)
}

const steps = [0.2, 0.5, 0.8]

function samplesOf(glyph: Glyph): [x: number, y: number][] {
  const { x, y, width, height } = bodyOf(glyph)
  return steps.flatMap((right) => steps.map((down): [number, number] => [x + width * right, y + height * down]))
}
