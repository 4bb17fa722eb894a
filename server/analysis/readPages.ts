import { limits } from '#shared/limits.ts'
import { AnalysisFailure } from './failure.ts'
import { finishPages } from './layout/finishPages.ts'
import { layoutPage } from './layout/layoutPage.ts'
import { visualReading } from './layout/reading.ts'
import { convertLegacy } from './legacy/convertLegacy.ts'
import { openRecognizer, type Recognizer } from './ocr/recognizer.ts'
import { openRenderer, type Renderer } from './ocr/render.ts'
import { findHidden } from './pdf/hidden.ts'
import { openPdf, type Pdf } from './pdf/openPdf.ts'
import { PdfError, type PdfErrorCode } from './pdf/pdfError.ts'
import type { Page } from './types.ts'

export type AnalysisProgress = { done: number; of: number }

export type ReadOptions = {
  /** The letters that people gave to glyphs without one, by the hash of their outline. */
  letters: ReadonlyMap<string, string>
  /** Whether scanned pages are read by the recognizer. */
  ocr: boolean
  onPage: (progress: AnalysisProgress) => void
}

/** Reads every page of a PDF. Throws an `AnalysisFailure` for a file that cannot be read. */
export async function readPages(bytes: Uint8Array, { letters, ocr, onPage }: ReadOptions): Promise<Page[]> {
  // The parser may take over the bytes, and the renderer needs them as well.
  const pdf = await openFile(bytes.slice(), letters)
  const recognition = new Recognition(bytes)
  try {
    const of = pdf.pageCount
    if (of > limits.analysis.pages) throw new AnalysisFailure('too-many-pages')
    const readPage = pageReader(pdf, letters)
    const pages: Page[] = []
    onPage({ done: 0, of })
    for (let number = 1; number <= of; number += 1) {
      const page = await readPage(number)
      pages.push(ocr && needsRecognition(page) ? await recognition.read(page) : page)
      onPage({ done: number, of })
    }
    return finishPages(pages)
  } catch (error) {
    throw toFailure(error)
  } finally {
    await recognition.close()
    await pdf.close()
  }
}

const failures: Record<PdfErrorCode, AnalysisFailure['code']> = {
  encrypted: 'encrypted',
  'not-a-pdf': 'unreadable',
  damaged: 'unreadable',
  'too-many-pages': 'too-many-pages',
  'too-complex': 'too-large',
}

const toFailure = (error: unknown) =>
  error instanceof PdfError ? new AnalysisFailure(failures[error.code], { cause: error }) : error

async function openFile(bytes: Uint8Array, letters: ReadonlyMap<string, string>): Promise<Pdf> {
  try {
    return await openPdf(bytes, { letters })
  } catch (error) {
    throw toFailure(error)
  }
}

/** Pages are read in their order: most pages are read in the way of the page before. */
function pageReader(pdf: Pdf, letters: ReadonlyMap<string, string>) {
  let usual = visualReading
  return async (number: number): Promise<Page> => {
    const start = performance.now()
    const glyphs = convertLegacy(await pdf.readGlyphs(number))
    const { visible, hidden } = findHidden(glyphs)
    const { page, reading } = layoutPage(glyphs, { visible, letters, usual })
    usual = reading
    return { ...page, hidden, seconds: (performance.now() - start) / 1000 }
  }
}

/** Below this confidence the text of a page is read from its picture as well. */
const recognizedBelow = 0.3

const needsRecognition = ({ scanned, lines, confidence }: Page) =>
  scanned || (lines.length > 0 && confidence < recognizedBelow)

const dpi = 300
/** A page counts as its 10th percentile. */
const percentile = 0.1

/** Reads pages from their pictures. What it needs is loaded with the first of them. */
class Recognition {
  readonly #bytes: Uint8Array
  #opened: { renderer: Renderer; recognizer: Recognizer } | undefined

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** The page as its picture shows it, unless its text is surer. An old recognition in the file is replaced. */
  async read(page: Page): Promise<Page> {
    const start = performance.now()
    const { renderer, recognizer } = await this.#open()
    const lines = await recognizer.readPage(await renderer.render(page.number, dpi))
    const sorted = lines.map((line) => line.confidence).sort((one, other) => one - other)
    const confidence = sorted[Math.floor(sorted.length * percentile)] ?? 0
    const seconds = page.seconds + (performance.now() - start) / 1000
    if (!page.scanned && confidence <= page.confidence) return { ...page, seconds }
    return { ...page, lines, confidence, unknown_glyphs: [], seconds }
  }

  async close() {
    this.#opened?.renderer.close()
    await this.#opened?.recognizer.close()
  }

  async #open() {
    this.#opened ??= { renderer: await openRenderer(this.#bytes), recognizer: await openRecognizer() }
    return this.#opened
  }
}
