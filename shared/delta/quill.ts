import { type Color, colors, isLinkAddress } from './delta.ts'

type Mapping = 'kept' | 'dropped' | ((value: unknown) => Record<string, unknown>)

/** Half-open ranges of hue in degrees. */
const hues: [until: number, color: Color][] = [
  [20, 'red'],
  [65, 'orange'],
  [170, 'green'],
  [300, 'blue'],
  [361, 'red'],
]

const sizes: Record<string, string> = { small: '10pt', large: '18pt', huge: '24pt' }

/**
 * What happens to each format of Quill 2 in a Delta that it wrote. A format that is not here is not Quill's, and the schema
 * of the input accepts or refuses it.
 */
export const quillFormats: Record<string, Mapping> = {
  bold: 'kept',
  italic: 'kept',
  underline: 'kept',
  strike: 'kept',
  script: 'kept',
  blockquote: 'kept',
  table: 'kept',
  indent: 'kept',
  align: (value) => (value === 'right' ? { align: 'end' } : value === 'left' ? {} : { align: value }),
  direction: (value) => (value === 'rtl' ? {} : { direction: value }),
  header: (value) => (typeof value === 'number' && value > 2 ? { header: 2 } : { header: value }),
  list: (value) => (value === 'checked' || value === 'unchecked' ? { list: 'bullet' } : { list: value }),
  size: (value) => (typeof value === 'string' ? sizeOf(value) : { size: value }),
  color: (value) => (typeof value === 'string' ? colorOf(value) : { color: value }),
  link: (value) => (isLinkAddress(String(value)) ? { link: value } : {}),
  background: 'dropped',
  code: 'dropped',
  'code-block': 'dropped',
  font: 'dropped',
}

/** Embeds of Quill 2 that a judgment does not have: a formula, a film, and a picture that was not uploaded. */
export const droppedEmbeds = ['formula', 'video', 'image'] as const

/** Maps the formats of a Delta that Quill 2 wrote. Anything else, and a value that is no Delta, is returned unchanged. */
export function fromQuill(value: unknown): unknown {
  const ops = isRecord(value) ? value['content'] : undefined
  if (!isRecord(value) || !isList(ops)) return value
  return { ...value, content: ops.filter((op) => !isDroppedEmbed(op)).map(mapOp) }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isList = (value: unknown): value is unknown[] => Array.isArray(value)

function isDroppedEmbed(op: unknown) {
  const embed = isRecord(op) ? op['insert'] : undefined
  return isRecord(embed) && droppedEmbeds.some((name) => name in embed)
}

/** Whether any format is another one here. Most are not, and a text has tens of thousands of pieces. */
function isMapped(attributes: Record<string, unknown>): boolean {
  let count = 0
  for (const name in attributes) {
    count += 1
    const mapping = Object.hasOwn(quillFormats, name) ? quillFormats[name] : 'kept'
    if (mapping === 'dropped') return true
    if (typeof mapping === 'function' && mapping(attributes[name])[name] !== attributes[name]) return true
  }
  return count === 0
}

function mapOp(op: unknown): unknown {
  if (!isRecord(op) || !isRecord(op['attributes']) || !isMapped(op['attributes'])) return op
  const { attributes, ...rest } = op
  const mapped = Object.entries(attributes).flatMap(([name, value]): [string, unknown][] => {
    const mapping = Object.hasOwn(quillFormats, name) ? quillFormats[name] : 'kept'
    if (mapping === 'dropped') return []
    return typeof mapping === 'function' ? Object.entries(mapping(value)) : [[name, value]]
  })
  return mapped.length > 0 ? { ...rest, attributes: Object.fromEntries(mapped) } : rest
}

/** A name of Quill or a size in points or pixels, within 8 and 24 points; a size in another unit is dropped. */
function sizeOf(size: string): Record<string, unknown> {
  if (sizes[size] !== undefined) return { size: sizes[size] }
  const [, digits, unit] = /^(\d{1,4}(?:\.\d{1,4})?)(pt|px|em|rem|%)$/.exec(size) ?? []
  if (digits === undefined) return { size }
  if (unit !== 'pt' && unit !== 'px') return {}
  const points = Math.round(Number(digits) * (unit === 'px' ? 0.75 : 1))
  return { size: `${Math.min(24, Math.max(8, points))}pt` }
}

/** A color of the palette, or the nearest one to a color of CSS. Another name is dropped, and what is no color stays. */
function colorOf(written: string): Record<string, unknown> {
  const css = written.trim().toLowerCase()
  const channels = channelsOf(basicColors.get(css) ?? css)
  const color = colors.find((one) => one === css) ?? (channels && nearestColor(channels))
  if (color !== undefined) return { color }
  return channels || /^[a-z]{3,20}$/.test(css) ? {} : { color: written }
}

/** The basic names of CSS that are not those of the palette. */
const basicColors = new Map(
  Object.entries({
    silver: '#c0c0c0',
    grey: '#808080',
    maroon: '#800000',
    purple: '#800080',
    fuchsia: '#ff00ff',
    lime: '#00ff00',
    olive: '#808000',
    yellow: '#ffff00',
    navy: '#000080',
    teal: '#008080',
    aqua: '#00ffff',
  }),
)

type Channels = readonly [red: number, green: number, blue: number]

/** From 0 to 255; undefined for what is neither a hexadecimal color nor `rgb()`. */
function channelsOf(css: string): Channels | undefined {
  const hex = /^#([\da-f]{6}|[\da-f]{3})$/.exec(css)?.[1]
  const digits = hex?.length === 3 ? hex.replace(/./g, '$&$&') : hex
  const rgb = /^rgba?\((\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:[\s,/]+[\d.]{1,9}%?)?\)$/.exec(css)
  if (digits === undefined && !rgb) return undefined
  const [red = 0, green = 0, blue = 0] =
    digits === undefined
      ? (rgb?.slice(1).map(Number) ?? [])
      : [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16))
  return [red, green, blue]
}

/** The color of the palette with the nearest hue; black and near it, and white, are the color of the text. */
export function nearestColor([red, green, blue]: Channels): Color | undefined {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  if (most < 64 || least > 224) return undefined
  if (most - least < 32) return 'gray'
  const sextant =
    most === red
      ? (green - blue) / (most - least)
      : most === green
        ? 2 + (blue - red) / (most - least)
        : 4 + (red - green) / (most - least)
  const hue = (sextant * 60 + 360) % 360
  return hues.find(([until]) => hue < until)?.[1]
}
