import type { Box } from '#server/analysis/types.ts'
import { pathShapes } from './pathShapes.ts'
import type { FontTable, LoadedFont } from './fontTable.ts'
import type { Glyph, PageGlyphs, Shape } from './glyphs.ts'
import {
  cornersBox,
  everywhere,
  initialState,
  type Mark,
  matrixOf,
  noMark,
  paintedBy,
  type State,
} from './graphicsState.ts'
import { boxOf, identity, intersect, type Matrix, move, multiply, staysUpright } from './matrix.ts'
import { PdfError } from './pdfError.ts'
import { pdfString } from './pdfString.ts'
import { fieldsOf, listOf, numberOf } from './values.ts'

/** More glyphs or shapes than this on one page are no judgment. */
const maxGlyphs = 100_000
const maxShapes = 50_000

type Args = readonly unknown[]

/** Runs the operators of a page, as they come from pdf.js, into what the page paints. */
export class Interpreter {
  readonly glyphs: Glyph[] = []
  readonly shapes: Shape[] = []
  readonly units: string[] = []
  readonly #fonts: FontTable
  readonly #base: Matrix
  readonly #layerOff: (content: unknown) => boolean
  #state: State
  readonly #stack: State[] = []
  readonly #marks: Mark[] = []
  #mark: Mark = noMark
  #textMatrix: Matrix = [...identity]
  #lineMatrix: Matrix = [...identity]
  #pendingClip = false
  /** How deep in groups that are only a soft mask: they paint nothing themselves. */
  #softMask = 0
  readonly #groups: boolean[] = []
  #order = 0
  #run = 0

  constructor(base: Matrix, fonts: FontTable, layerOff: (content: unknown) => boolean) {
    this.#base = base
    this.#fonts = fonts
    this.#layerOff = layerOff
    this.#state = initialState(base)
  }

  run(operators: readonly string[], args: readonly Args[]): Pick<PageGlyphs, 'glyphs' | 'shapes' | 'units'> {
    operators.forEach((name, index) => this.#handlers[name]?.(args[index] ?? []))
    return { glyphs: this.glyphs, shapes: this.shapes, units: this.units }
  }

  readonly #handlers: Record<string, (args: Args) => void> = {
    save: () => this.#save(),
    restore: () => this.#restore(),
    transform: (args) => this.#concat(matrixOf(args)),
    setFillRGBColor: ([color]) => (this.#state.fill = colorOf(color)),
    setStrokeRGBColor: ([color]) => (this.#state.stroke = colorOf(color)),
    setFillColorN: () => (this.#state.fill = null),
    setStrokeColorN: () => (this.#state.stroke = null),
    setFillTransparent: () => (this.#state.fillOpacity = 0),
    setStrokeTransparent: () => (this.#state.strokeOpacity = 0),
    setGState: ([entries]) => this.#setGraphicsState(entries),
    beginText: () => this.#setTextMatrix(identity),
    setCharSpacing: ([value]) => (this.#state.charSpacing = numberOf(value)),
    setWordSpacing: ([value]) => (this.#state.wordSpacing = numberOf(value)),
    setHScale: ([value]) => (this.#state.scale = numberOf(value) / 100),
    setLeading: ([value]) => (this.#state.leading = numberOf(value)),
    setTextRise: ([value]) => (this.#state.rise = numberOf(value)),
    setTextRenderingMode: ([value]) => (this.#state.mode = numberOf(value)),
    setFont: ([name, size]) => this.#setFont(name, size),
    setTextMatrix: (args) => this.#setTextMatrix(matrixOf(args[0] instanceof Float32Array ? args[0] : args)),
    moveText: ([x, y]) => this.#moveText(numberOf(x), numberOf(y)),
    setLeadingMoveText: ([x, y]) => {
      this.#state.leading = -numberOf(y)
      this.#moveText(numberOf(x), numberOf(y))
    },
    nextLine: () => this.#moveText(0, -this.#state.leading),
    showText: ([glyphs]) => this.#show(listOf(glyphs) ?? []),
    beginMarkedContent: ([tag]) => this.#beginMark(tag, null),
    beginMarkedContentProps: ([tag, value]) => this.#beginMark(tag, value),
    endMarkedContent: () => (this.#mark = this.#marks.pop() ?? this.#mark),
    paintFormXObjectBegin: ([matrix, box]) => this.#beginForm(matrix, box),
    paintFormXObjectEnd: () => this.#restore(),
    beginGroup: ([group]) => this.#beginGroup(group),
    endGroup: () => this.#endGroup(),
    beginAnnotation: (args) => this.#beginAnnotation(args),
    endAnnotation: () => this.#restore(),
    clip: () => (this.#pendingClip = true),
    eoClip: () => (this.#pendingClip = true),
    constructPath: (args) => this.#paintPath(args),
    shadingFill: () => this.#paintShape('shading', this.#state.clip ?? everywhere, true, null),
    paintImageXObject: ([, , , masked]) => this.#paintUnitSquare(null, masked === true),
    paintInlineImageXObject: () => this.#paintUnitSquare(null),
    paintSolidColorImageMask: () => this.#paintUnitSquare(this.#state.fill),
  }

  #save() {
    this.#stack.push({ ...this.#state })
  }

  #restore() {
    this.#state = this.#stack.pop() ?? this.#state
  }

  #concat(matrix: Readonly<Matrix>) {
    this.#state.matrix = multiply(this.#state.matrix, matrix)
  }

  #clipTo(box: Box) {
    this.#state.clip = this.#state.clip ? intersect(this.#state.clip, box) : box
  }

  #setGraphicsState(entries: unknown) {
    for (const entry of listOf(entries) ?? []) {
      const [key, value] = listOf(entry) ?? []
      if (key === 'ca') this.#state.fillOpacity = numberOf(value)
      if (key === 'CA') this.#state.strokeOpacity = numberOf(value)
      if (key === 'BM') this.#state.blends = value !== 'source-over'
      if (key === 'Font') this.#setFont(listOf(value)?.[0], listOf(value)?.[1])
    }
  }

  #setFont(name: unknown, size: unknown) {
    this.#state.font = this.#fonts.find(String(name))
    this.#state.fontSize = numberOf(size)
  }

  /** A copy for each: both are moved in place. */
  #setTextMatrix(matrix: Readonly<Matrix>) {
    this.#textMatrix = [...matrix]
    this.#lineMatrix = [...matrix]
  }

  #moveText(x: number, y: number) {
    move(this.#lineMatrix, x, y)
    this.#textMatrix = [...this.#lineMatrix]
  }

  #show(items: Args) {
    const { font, fontSize, charSpacing, wordSpacing, scale, rise } = this.#state
    if (!font) return
    this.#run += 1
    const pen = this.#buildPen([fontSize * scale, 0, 0, fontSize, 0, rise])
    for (const item of items) {
      const shown = typeof item === 'number' ? null : font.glyph(item)
      const advance = shown ? shown.advance * fontSize : (-numberOf(item) / 1000) * fontSize
      const spacing = shown ? charSpacing + (shown.isSpace ? wordSpacing : 0) : 0
      if (shown && !this.#softMask) this.#addGlyph(shown, pen)
      const x = font.vertical ? 0 : (advance + spacing) * scale
      const y = font.vertical ? -(advance + spacing) : 0
      move(this.#textMatrix, x, y)
      move(pen.em, x / (fontSize * scale || 1), y / (fontSize || 1))
    }
  }

  /** What the glyphs of one show operator have in common; `em` moves along with them. */
  #buildPen(local: Matrix): Pen {
    const em = multiply(this.#state.matrix, multiply(this.#textMatrix, local))
    const { font, mode, fill, stroke, fillOpacity, strokeOpacity } = this.#state
    const strokes = mode === 1 || mode === 5
    const { ascent, descent } = this.#fonts.fonts[font?.index ?? 0] ?? { ascent: 0.8, descent: -0.2 }
    return {
      em,
      width: Math.hypot(em[0], em[1]),
      size: Math.hypot(em[2], em[3]),
      angle: (Math.atan2(em[1], em[0]) * 180) / Math.PI,
      ascent,
      descent,
      color: strokes ? stroke : fill,
      opacity: strokes ? strokeOpacity : fillOpacity,
    }
  }

  #addGlyph(shown: ReturnType<LoadedFont['glyph']>, pen: Pen) {
    if (this.glyphs.length >= maxGlyphs) throw new PdfError('too-complex', `more than ${maxGlyphs} glyphs on a page`)
    const { font, mode, clip } = this.#state
    const { em, width, size, angle, ascent, descent, color, opacity } = pen
    const { bounds } = shown
    this.glyphs.push({
      text: shown.text,
      unit: this.#mark.unit,
      font: font?.index ?? 0,
      code: shown.code,
      x: em[4],
      y: em[5],
      advance: shown.advance * width,
      size,
      angle,
      box: boxOf(em, 0, descent, shown.advance, ascent),
      ink: bounds && boxOf(em, bounds[0], bounds[1], bounds[2], bounds[3]),
      outline: shown.outline,
      order: this.#order++,
      mode,
      color,
      opacity,
      clip,
      reversed: this.#mark.reversed,
      artifact: this.#mark.artifact,
      layer_off: this.#mark.off,
      run: this.#run,
    })
  }

  #beginMark(tag: unknown, value: unknown) {
    const outer = this.#mark
    this.#marks.push(outer)
    const isText = typeof value === 'string' && tag !== 'OC'
    this.#mark = {
      unit: isText ? this.units.push(pdfString(value)) - 1 : outer.unit,
      reversed: outer.reversed || tag === 'ReversedChars',
      artifact: outer.artifact || tag === 'Artifact',
      off: outer.off || (tag === 'OC' && this.#layerOff(value)),
    }
  }

  #beginForm(matrix: unknown, box: unknown) {
    this.#save()
    if (matrix) this.#concat(matrixOf(listOf(matrix)))
    const corners = listOf(box)
    if (corners) this.#clipTo(cornersBox(this.#state.matrix, corners))
  }

  #beginGroup(group: unknown) {
    this.#save()
    const { matrix, bbox, smask } = fieldsOf(group)
    const isMask = Boolean(smask)
    this.#groups.push(isMask)
    if (isMask) this.#softMask += 1
    const corners = listOf(bbox)
    const placed = matrix ? multiply(this.#state.matrix, matrixOf(listOf(matrix))) : this.#state.matrix
    if (corners) this.#clipTo(cornersBox(placed, corners))
  }

  #endGroup() {
    if (this.#groups.pop()) this.#softMask -= 1
    this.#restore()
  }

  #beginAnnotation([, rectangle, place, matrix]: Args) {
    this.#save()
    this.#state = initialState(this.#base)
    const corners = listOf(rectangle)
    if (corners) this.#clipTo(cornersBox(this.#base, corners))
    this.#concat(matrixOf(listOf(place)))
    this.#concat(matrixOf(listOf(matrix)))
  }

  #paintPath([painting, data, bounds]: Args) {
    const path = listOf(data)?.[0]
    const numbers = path instanceof Float32Array || path instanceof Float16Array ? path : null
    const corners = listOf(bounds)
    const outline = corners && cornersBox(this.#state.matrix, corners)
    const kind = paintedBy[numberOf(painting)]
    if (kind && numbers && outline) {
      const color = kind === 'fill' ? this.#state.fill : this.#state.stroke
      const upright = staysUpright(this.#state.matrix)
      for (const { corners: part, rectangle } of pathShapes(numbers, corners))
        this.#paintShape(kind, cornersBox(this.#state.matrix, part), rectangle && upright, color)
    }
    if (this.#pendingClip) this.#clipTo(outline ?? { x: 0, y: 0, width: 0, height: 0 })
    this.#pendingClip = false
  }

  #paintUnitSquare(color: string | null, masked = false) {
    const { matrix } = this.#state
    this.#paintShape('image', boxOf(matrix, 0, 0, 1, 1), staysUpright(matrix), color, masked)
  }

  #paintShape(kind: Shape['kind'], box: Box, rectangle: boolean, color: string | null, masked = false) {
    if (this.#softMask) return
    if (this.shapes.length >= maxShapes) throw new PdfError('too-complex', `more than ${maxShapes} shapes on a page`)
    const { clip, fillOpacity, strokeOpacity, blends } = this.#state
    const alpha = kind === 'stroke' ? strokeOpacity : fillOpacity
    const opacity = blends || masked ? Math.min(alpha, 0.5) : alpha
    const visible = clip ? intersect(clip, box) : box
    const order = this.#order++
    this.shapes.push({ kind, box: visible, rectangle, order, color, opacity, layer_off: this.#mark.off })
  }
}

/** `em` maps the em square of the font, baseline at 0, to the page; `width` and `size` are those of one em there. */
type Pen = Pick<Glyph, 'size' | 'angle' | 'color' | 'opacity'> & {
  em: Matrix
  width: number
  ascent: number
  descent: number
}

const colorOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
