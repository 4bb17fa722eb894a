import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import type { Box } from '#server/analysis/types.ts'
import { RenderError } from './renderError.ts'

/** A picture of a page: `data` has one byte a pixel (0 is black), row by row from the top. */
export type Raster = { width: number; height: number; dpi: number; data: Uint8Array }

/** `data` has four bytes a pixel: red, green, blue, 255. */
type ColorRaster = Raster

/** A file opened for pictures of its pages, as a reader sees them: after /Rotate and CropBox, with annotations. */
export type Renderer = {
  page_count: number
  /** Page numbers start at 1. A page too large for the limit of pixels has a lower `dpi` than was asked for. */
  render: (number: number, dpi: number) => Promise<Raster>
  /** A part of a page: a box in points. */
  renderPart: (number: number, dpi: number, part: Box) => Promise<Raster>
  renderColor: (number: number, dpi: number) => Promise<ColorRaster>
  close: () => void
}

/** An A4 page at 400 dpi has 15 million pixels. */
const maxPixels = 20_000_000
const formatBgrx = 3
const withAnnotations = 0x01
const rgbOrder = 0x10
const white = 0xffffffff

/** Throws a `RenderError` for bytes that PDFium cannot open, and for a page that it cannot load. */
export async function openRenderer(bytes: Uint8Array): Promise<Renderer> {
  const library = await loadLibrary()
  const { malloc, free } = library.pdfium.wasmExports
  const pointer = malloc(bytes.length)
  heapOf(library).set(bytes, pointer)
  const document = library.FPDF_LoadMemDocument(pointer, bytes.length, '')
  if (!document) {
    free(pointer)
    throw new RenderError(`PDFium cannot open the file: error ${library.FPDF_GetLastError()}`)
  }
  return {
    page_count: library.FPDF_GetPageCount(document),
    render: (number, dpi) => Promise.resolve(toGray(draw(library, document, number, dpi))),
    renderPart: (number, dpi, part) => Promise.resolve(toGray(draw(library, document, number, dpi, part))),
    renderColor: (number, dpi) => Promise.resolve(draw(library, document, number, dpi)),
    close() {
      library.FPDF_CloseDocument(document)
      free(pointer)
    },
  }
}

let loading: Promise<WrappedPdfiumModule> | undefined

/** One instance for the process: its memory never shrinks. */
function loadLibrary(): Promise<WrappedPdfiumModule> {
  loading ??= (async () => {
    const wasm = await readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
    const library = await init({ wasmBinary: new Uint8Array(wasm).buffer })
    library.PDFiumExt_Init()
    return library
  })()
  return loading
}

/** The view changes when the memory of the module grows, so it is asked for each time. */
function heapOf(library: WrappedPdfiumModule): Uint8Array {
  const heap: unknown = Reflect.get(library.pdfium, 'HEAPU8')
  if (!(heap instanceof Uint8Array)) throw new Error('PDFium exposes no memory: does its package still export HEAPU8?')
  return heap
}

function draw(library: WrappedPdfiumModule, document: number, number: number, wanted: number, part?: Box): ColorRaster {
  const page = library.FPDF_LoadPage(document, number - 1)
  if (!page) throw new RenderError(`PDFium cannot load page ${number}: error ${library.FPDF_GetLastError()}`)

  try {
    const { width, height, dpi } = sizeAt(library.FPDF_GetPageWidthF(page), library.FPDF_GetPageHeightF(page), wanted)
    const whole = { x: 0, y: 0, width, height }
    const view = part ? within(whole, part, dpi / 72) : whole
    return { width: view.width, height: view.height, dpi, data: drawPage(library, page, { width, height, view }) }
  } finally {
    library.FPDF_ClosePage(page)
  }
}

function sizeAt(width: number, height: number, wanted: number) {
  const area = Math.max(1, width) * Math.max(1, height)
  const dpi = Math.min(wanted, 72 * Math.sqrt(maxPixels / area))
  const pixels = (points: number) => Math.max(1, Math.round((points * dpi) / 72))
  return { width: pixels(width), height: pixels(height), dpi }
}

/** A box of points as pixels inside of the page. */
function within(page: Box, part: Box, scale: number): Box {
  const [x, y] = [Math.max(0, Math.floor(part.x * scale)), Math.max(0, Math.floor(part.y * scale))]
  const [right, bottom] = [Math.ceil((part.x + part.width) * scale), Math.ceil((part.y + part.height) * scale)]
  return {
    x,
    y,
    width: Math.max(1, Math.min(page.width, right) - x),
    height: Math.max(1, Math.min(page.height, bottom) - y),
  }
}

/** `width` and `height` are those of the whole page, in pixels, and `view` the part of it that is drawn. */
type Drawing = { width: number; height: number; view: Box }

function drawPage(
  library: WrappedPdfiumModule,
  page: number,
  { width: wide, height: tall, view }: Drawing,
): Uint8Array {
  const { width, height } = view
  const bitmap = library.FPDFBitmap_CreateEx(width, height, formatBgrx, 0, 0)
  if (!bitmap) throw new Error(`PDFium has no memory for a picture of ${width} × ${height} pixels`)

  try {
    library.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
    library.FPDF_RenderPageBitmap(bitmap, page, -view.x, -view.y, wide, tall, 0, withAnnotations | rgbOrder)
    const start = library.FPDFBitmap_GetBuffer(bitmap)
    const data = heapOf(library).slice(start, start + width * height * 4)
    for (let i = 3; i < data.length; i += 4) data[i] = 255
    return data
  } finally {
    library.FPDFBitmap_Destroy(bitmap)
  }
}

/**
 * Half luminance and half the largest channel: colored ink, as of a stamp or a signature, becomes lighter than black text,
 * and text that is colored itself stays dark enough to be read.
 */
function toGray({ width, height, dpi, data }: ColorRaster): Raster {
  const gray = new Uint8Array(width * height)
  for (let i = 0, k = 0; i < gray.length; i++, k += 4) {
    const red = data[k] ?? 0
    const green = data[k + 1] ?? 0
    const blue = data[k + 2] ?? 0
    gray[i] = (0.299 * red + 0.587 * green + 0.114 * blue + Math.max(red, green, blue)) / 2
  }
  return { width, height, dpi, data: gray }
}
