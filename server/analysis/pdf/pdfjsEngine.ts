import { fileURLToPath } from 'node:url'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type FontReaders, FontTable } from './fontTable.ts'
import type { Annotation, PageGlyphs } from './glyphs.ts'
import { Interpreter } from './interpret.ts'
import { boxOf, type Matrix } from './matrix.ts'
import type { PdfEngine } from './pdfEngine.ts'
import { PdfError, type PdfErrorCode } from './pdfError.ts'
import { fieldsOf, listOf, numberOf, stringOf } from './values.ts'
import { loadPdfjs } from './worker.ts'

const folder = (name: string) =>
  fileURLToPath(new URL(`../../${name}/`, import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')))

const options = {
  cMapUrl: folder('cmaps'),
  cMapPacked: true,
  standardFontDataUrl: folder('standard_fonts'),
  wasmUrl: folder('wasm'),
  iccUrl: folder('iccs'),
  useSystemFonts: false,
  disableFontFace: true,
  fontExtraProperties: true,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
  enableXfa: false,
  verbosity: 0,
}

/** Opens the file with pdf.js. Throws a PdfError. */
export async function openWithPdfjs(bytes: Uint8Array): Promise<PdfEngine> {
  const pdfjs = await loadPdfjs()
  // A copy: pdf.js takes the bytes over, and other engines read them as well.
  const task = pdfjs.getDocument({ ...options, data: new Uint8Array(bytes) })
  const document = await task.promise.catch((error: unknown) => {
    throw explain(error)
  })
  if (document.numPages < 1) {
    await task.destroy()
    throw new PdfError('damaged', `${document.numPages} pages`)
  }
  const layers = await document.getOptionalContentConfig()
  const names = namesOf(pdfjs.OPS)
  const readers: FontReaders = new Map()
  const readGlyphs = async (number: number) => {
    const page = await document.getPage(number).catch((error: unknown) => {
      throw explain(error)
    })
    try {
      return await readPage(page, {
        names,
        readers,
        layerOff: (content) => Boolean(content) && !layers.isVisible(content),
      })
    } finally {
      page.cleanup()
    }
  }
  return { pageCount: document.numPages, readGlyphs, close: () => task.destroy() }
}

type PageOptions = {
  /** Of the operators, by their numbers. */
  names: readonly string[]
  readers: FontReaders
  layerOff: (content: unknown) => boolean
}

async function readPage(page: PDFPageProxy, { names, readers, layerOff }: PageOptions): Promise<PageGlyphs> {
  const viewport = page.getViewport({ scale: 1 })
  const [a, b, c, d, e, f] = viewport.transform
  const base: Matrix = [a ?? 1, b ?? 0, c ?? 0, d ?? -1, e ?? 0, f ?? 0]
  const { fnArray, argsArray } = await page.getOperatorList()
  const fonts = new FontTable(page.commonObjs, readers)
  const interpreter = new Interpreter(base, fonts, layerOff)
  const painted = interpreter.run(
    fnArray.map((code: number) => names[code] ?? ''),
    argsArray,
  )
  return {
    number: page.pageNumber,
    width: viewport.width,
    height: viewport.height,
    rotation: page.rotate,
    ...painted,
    fonts: fonts.fonts,
    annotations: readAnnotations(await page.getAnnotations(), base),
  }
}

/** Bits of /F: hidden, and no view on a screen (PDF 32000-1, table 165). */
const hiddenFlags = 2 | 32

const readAnnotations = (annotations: readonly unknown[], base: Matrix): Annotation[] =>
  annotations.flatMap((annotation) => {
    const { subtype, rect, annotationFlags } = fieldsOf(annotation)
    const corners = listOf(rect)
    if (!corners || corners.length < 4) return []
    const [left = 0, low = 0, right = 0, high = 0] = corners.map(numberOf)
    const box = boxOf(base, left, low, right, high)
    return [{ subtype: stringOf(subtype), box, hidden: (numberOf(annotationFlags) & hiddenFlags) !== 0 }]
  })

/** The names of the operators by their numbers. */
function namesOf(operators: Record<string, number>): string[] {
  const names: string[] = []
  for (const [name, code] of Object.entries(operators)) names[code] = name
  return names
}

const codes: ReadonlyMap<string, PdfErrorCode> = new Map([
  ['PasswordException', 'encrypted'],
  ['InvalidPDFException', 'not-a-pdf'],
])

function explain(error: unknown): PdfError {
  const name = error instanceof Error ? error.name : ''
  const code = codes.get(name) ?? 'damaged'
  return new PdfError(code, error instanceof Error ? error.message : String(error), { cause: error })
}
