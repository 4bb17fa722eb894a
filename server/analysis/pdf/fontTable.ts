import { createHash } from 'node:crypto'
import type { Font } from './glyphs.ts'
import { fieldsOf, stringOf } from './values.ts'

type Bounds = readonly [left: number, low: number, right: number, high: number]

/** A glyph as a show operator names it: `advance` and `bounds` are in em. */
type ShownGlyph = {
  text: string
  code: number
  advance: number
  isSpace: boolean
  bounds: Bounds | null
  outline: string | null
}

export type LoadedFont = { index: number; vertical: boolean; glyph: (item: unknown) => ShownGlyph }

/** What pdf.js keeps of fonts and outlines, by name; throws for a name that it does not have. */
type FontStore = { has: (name: string) => boolean; get: (name: string) => unknown }

const fontGetters = ['bold', 'black', 'italic', 'missingFile', 'vertical', 'fontMatrix', 'isType3Font']

/** What is known of the glyphs of a font, by its name in pdf.js: the pages of a file share their fonts. */
export type FontReaders = Map<string, LoadedFont['glyph']>

/** The fonts of a page in the order in which they are first set. */
export class FontTable {
  readonly fonts: Font[] = []
  readonly #loaded = new Map<string, LoadedFont>()
  readonly #store: FontStore
  readonly #readers: FontReaders

  constructor(store: FontStore, readers: FontReaders) {
    this.#store = store
    this.#readers = readers
  }

  find(name: string): LoadedFont | null {
    const known = this.#loaded.get(name)
    if (known) return known
    if (!this.#store.has(name)) return null

    const source = fieldsOf(this.#store.get(name), fontGetters)
    const glyph = this.#readers.get(name) ?? glyphReader(name, source, this.#store)
    this.#readers.set(name, glyph)
    const loaded = { index: this.fonts.push(describeFont(source)) - 1, vertical: source['vertical'] === true, glyph }
    this.#loaded.set(name, loaded)
    return loaded
  }
}

function describeFont(source: Record<string, unknown>): Font {
  const name = stringOf(source['name']).replace(/^[A-Z]{6}\+/, '')
  // pdf.js uses an identity map, whose clone still has its range, where the codes are numbers of glyphs.
  const isIdentity = 'firstChar' in fieldsOf(source['toUnicode'])
  return {
    name,
    to_unicode: !isIdentity,
    embedded: source['missingFile'] !== true,
    bold: source['bold'] === true || source['black'] === true || /bold|black|heavy/i.test(name),
    italic: source['italic'] === true || /italic|oblique/i.test(name),
    ascent: finite(source['ascent'], 0.8),
    descent: finite(source['descent'], -0.2),
  }
}

function glyphReader(name: string, source: Record<string, unknown>, store: FontStore) {
  const shown = new WeakMap<object, ShownGlyph>()
  const known = new Map<string, ShownGlyph>()
  const [unit] = listOfNumbers(source['fontMatrix'])
  const isIdentity = 'firstChar' in fieldsOf(source['toUnicode'])
  const outlineOf = source['isType3Font'] === true ? drawnOutline(source) : storedOutline(name, store)

  // pdf.js shows one object again and again for a letter of a font.
  return (item: unknown): ShownGlyph => {
    const same = item instanceof Object ? shown.get(item) : undefined
    if (same) return same
    const read = readGlyph(item)
    if (item instanceof Object) shown.set(item, read)
    return read
  }

  function readGlyph(item: unknown): ShownGlyph {
    const glyph = fieldsOf(item)
    const code = Number(glyph['originalCharCode'] ?? 0)
    const key = `${code} ${String(glyph['isSpace'])}`
    const before = known.get(key)
    if (before) return before

    const text = isIdentity ? '' : stringOf(glyph['unicode'])
    const read = {
      text: text.replaceAll('\0', ''),
      code,
      advance: finite(glyph['width'], 0) * (unit || 0.001),
      isSpace: glyph['isSpace'] === true,
      ...outlineOf(glyph),
    }
    known.set(key, read)
    return read
  }
}

type Outline = { bounds: Bounds | null; outline: string | null }

const none: Outline = { bounds: null, outline: null }

/** Outlines of embedded fonts, which pdf.js compiles when a glyph is first shown. */
const storedOutline =
  (name: string, store: FontStore) =>
  (glyph: Record<string, unknown>): Outline => {
    const key = `${name}_path_${stringOf(glyph['fontChar'])}`
    if (!store.has(key)) return none
    const { path } = fieldsOf(store.get(key), ['path'])
    return path instanceof Float16Array || path instanceof Float32Array ? measure(path) : none
  }

const constructPath = 91
const setBounds = 49

/** The outline of a glyph of a Type 3 font, which is a small page of its own. */
function drawnOutline(source: Record<string, unknown>) {
  const procedures = source['charProcOperatorList']
  const matrix = listOfNumbers(source['fontMatrix'])
  const width = matrix[0] || 0.001
  // Chromium draws such glyphs downwards, and turns them in the matrix.
  const scale = { width, height: matrix[3] || width }
  return (glyph: Record<string, unknown>): Outline => {
    if (!(procedures instanceof Map)) return none
    const { fnArray, argsArray } = fieldsOf(procedures.get(glyph['operatorListId']))
    if (!Array.isArray(fnArray) || !Array.isArray(argsArray)) return none
    const paths = argsArray
      .filter((_, index) => fnArray[index] === constructPath)
      .flatMap((args: unknown) => (Array.isArray(args) && Array.isArray(args[1]) ? [args[1][0] as unknown] : []))
      .flatMap((path) => (path instanceof Float32Array ? [...path] : []))
    if (paths.length > 0) return measure(paths, scale)

    const box = listOfNumbers(argsArray[fnArray.indexOf(setBounds)])
    if (box.length < 6) return none
    const [, , left = 0, low = 0, right = 0, high = 0] = box
    const ends = [low * scale.height, high * scale.height]
    return { bounds: [left * width, Math.min(...ends), right * width, Math.max(...ends)], outline: null }
  }
}

/** The number of coordinates after each operator of a path: move, line, cubic, quadratic, close. */
const lengths = [2, 2, 6, 4, 0]

/**
 * The bounds of an outline, and a hash of its points on a grid of 1/256 em. Producers round the same outline in
 * their own ways, but keep it well within that grid.
 */
function measure(path: ArrayLike<number>, scale = { width: 1, height: 1 }): Outline {
  let [left, low, right, high] = [Infinity, Infinity, -Infinity, -Infinity]
  const points = new Int16Array(path.length)
  let count = 0
  for (let at = 0; at < path.length;) {
    const operator = path[at] ?? 4
    const length = lengths[operator] ?? 0
    for (let index = 1; index < length; index += 2) {
      const x = (path[at + index] ?? 0) * scale.width
      const y = (path[at + index + 1] ?? 0) * scale.height
      left = Math.min(left, x)
      right = Math.max(right, x)
      low = Math.min(low, y)
      high = Math.max(high, y)
      points[count++] = Math.round(x * 256)
      points[count++] = Math.round(y * 256)
    }
    at += 1 + length
  }
  if (count === 0) return none
  const outline = createHash('sha256').update(points.subarray(0, count)).digest('hex').slice(0, 16)
  return { bounds: [left, low, right, high], outline }
}

const finite = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) && value !== 0 ? value : otherwise

const listOfNumbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((part) => typeof part === 'number') : []
