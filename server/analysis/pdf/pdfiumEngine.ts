import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import { invariant } from '#server/analysis/invariant.ts'
import type { Font, Glyph, PageGlyphs } from './glyphs.ts'
import { boxOf, type Matrix, multiply, transform } from './matrix.ts'
import { PdfError } from './pdfError.ts'
import type { PdfEngine } from './pdfEngine.ts'

/**
 * The second engine, for files that pdf.js cannot open. PDFium gives the letter, origin and box of a character; it
 * joins the characters of an ActualText into boxes of equal width and gives no outlines, no clipping and no layers.
 */
export async function openWithPdfium(bytes: Uint8Array): Promise<PdfEngine> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  const library = await init({ wasmBinary: Uint8Array.from(wasm).buffer })
  library.PDFiumExt_Init()
  const { malloc } = library.pdfium.wasmExports
  const file = malloc(bytes.length)
  heapOf(library).set(bytes, file)
  const document = library.FPDF_LoadMemDocument(file, bytes.length, '')
  if (!document)
    throw new PdfError(
      library.FPDF_GetLastError() === wrongPassword ? 'encrypted' : 'not-a-pdf',
      'PDFium cannot open the file',
    )
  return {
    pageCount: library.FPDF_GetPageCount(document),
    readGlyphs: (number) => Promise.resolve(readPage(library, document, number)),
    close: () => {
      library.FPDF_CloseDocument(document)
      return Promise.resolve()
    },
  }
}

const wrongPassword = 4

function heapOf(library: WrappedPdfiumModule): Uint8Array {
  const heap: unknown = Reflect.get(library.pdfium, 'HEAPU8')
  invariant(heap instanceof Uint8Array, 'PDFium has changed: its memory is not where it was')
  return heap
}

function readPage(library: WrappedPdfiumModule, document: number, number: number): PageGlyphs {
  const page = library.FPDF_LoadPage(document, number - 1)
  if (!page) throw new PdfError('damaged', `PDFium cannot load page ${number}`)
  const text = library.FPDFText_LoadPage(page)
  const { malloc, free } = library.pdfium.wasmExports
  const memory = malloc(256)
  try {
    const [width, height] = [library.FPDF_GetPageWidthF(page), library.FPDF_GetPageHeightF(page)]
    const rotation = library.FPDFPage_GetRotation(page)
    const base = baseOf(library, page, { width, height, memory })
    const reader = new CharacterReader(library, { text, memory, base })
    return {
      number,
      width,
      height,
      rotation: rotation * 90,
      glyphs: reader.readAll(),
      fonts: reader.fonts,
      units: [],
      shapes: [],
      annotations: [],
    }
  } finally {
    free(memory)
    library.FPDFText_ClosePage(text)
    library.FPDF_ClosePage(page)
  }
}

/** The matrix from the coordinates of the page to those of a reader, by where PDFium maps three points. */
function baseOf(
  library: WrappedPdfiumModule,
  page: number,
  { width, height, memory }: { width: number; height: number; memory: number },
): Matrix {
  const scale = 1000
  const toReader = (x: number, y: number): [number, number] => {
    library.FPDF_PageToDevice(
      page,
      0,
      0,
      Math.round(width * scale),
      Math.round(height * scale),
      0,
      x,
      y,
      memory,
      memory + 4,
    )
    const view = new DataView(heapOf(library).buffer)
    return [view.getInt32(memory, true) / scale, view.getInt32(memory + 4, true) / scale]
  }
  const [e, f] = toReader(0, 0)
  const [rightX, rightY] = toReader(100, 0)
  const [upX, upY] = toReader(0, 100)
  return [(rightX - e) / 100, (rightY - f) / 100, (upX - e) / 100, (upY - f) / 100, e, f]
}

type Source = { text: number; memory: number; base: Matrix }

class CharacterReader {
  readonly fonts: Font[] = []
  readonly #indexes = new Map<string, number>()
  readonly #library: WrappedPdfiumModule
  readonly #source: Source
  readonly #view: DataView

  constructor(library: WrappedPdfiumModule, source: Source) {
    this.#library = library
    this.#source = source
    this.#view = new DataView(heapOf(library).buffer)
  }

  readAll(): Glyph[] {
    const count = this.#library.FPDFText_CountChars(this.#source.text)
    return Array.from({ length: count }, (_, index) => this.#read(index)).filter((glyph) => glyph !== null)
  }

  #read(index: number): Glyph | null {
    const { text, memory, base } = this.#source
    const library = this.#library
    const code = library.FPDFText_GetUnicode(text, index)
    if (library.FPDFText_IsGenerated(text, index) === 1 || code === 13 || code === 10) return null
    library.FPDFText_GetCharOrigin(text, index, memory, memory + 8)
    const origin = [this.#view.getFloat64(memory, true), this.#view.getFloat64(memory + 8, true)] as const
    library.FPDFText_GetMatrix(text, index, memory)
    const [a = 1, b = 0, c = 0, d = 1] = [0, 4, 8, 12].map((offset) => this.#view.getFloat32(memory + offset, true))
    library.FPDFText_GetLooseCharBox(text, index, memory)
    const [left = 0, right = 0, low = 0, high = 0] = [0, 4, 8, 12].map((at) => this.#view.getFloat32(memory + at, true))
    // A loose box is that of the cell: left, top, right, bottom.
    const cell = boxOf(base, left, Math.min(right, high), low, Math.max(right, high))
    const turned = multiply(base, [a, b, c, d, 0, 0])
    const size = library.FPDFText_GetFontSize(text, index) * (Math.hypot(c, d) || 1)
    const [x, y] = transform(base, ...origin)
    return {
      text: String.fromCodePoint(code),
      unit: -1,
      font: this.#font(index),
      code,
      x,
      y,
      advance: cell.width,
      size,
      angle: (Math.atan2(turned[1], turned[0]) * 180) / Math.PI,
      box: cell,
      ink: null,
      outline: null,
      order: index,
      mode: library.FPDFTextObj_GetTextRenderMode(library.FPDFText_GetTextObject(text, index)),
      color: '#000000',
      opacity: 1,
      clip: null,
      reversed: false,
      artifact: false,
      layer_off: false,
      run: index,
    }
  }

  #font(index: number): number {
    const { text, memory } = this.#source
    const length = this.#library.FPDFText_GetFontInfo(text, index, memory, 200, memory + 204)
    const end = memory + Math.min(200, Math.max(0, length - 1))
    const name = new TextDecoder().decode(heapOf(this.#library).slice(memory, end)).replace(/^[A-Z]{6}\+/, '')
    const known = this.#indexes.get(name)
    if (known !== undefined) return known

    const bold = /bold|black/i.test(name)
    const font = {
      name,
      to_unicode: true,
      embedded: true,
      bold,
      italic: /italic/i.test(name),
      ascent: 0.8,
      descent: -0.2,
    }
    this.#indexes.set(name, this.fonts.push(font) - 1)
    return this.fonts.length - 1
  }
}
