import { limits } from '#shared/limits.ts'
import { AnalysisFailure } from './failure.ts'
import { findScanned, finishPages } from '#server/analysis/layout/finishPages.ts'
import { type ComparedFile, compareFile } from '#server/analysis/ocr/compareFile.ts'
import { resolveGlyphs } from '#server/analysis/ocr/compareWithPicture.ts'
import { readScannedPage } from '#server/analysis/ocr/readScannedPage.ts'
import type { Recognizer } from '#server/analysis/ocr/recognizer.ts'
import type { Renderer } from '#server/analysis/ocr/render.ts'
import { RenderError } from '#server/analysis/ocr/renderError.ts'
import { openPdf, type Pdf } from '#server/analysis/pdf/openPdf.ts'
import { PdfError, type PdfErrorCode } from '#server/analysis/pdf/pdfError.ts'
import type { Box, LaidOutPage, Line, Page } from './types.ts'
import { isKnownWord } from './words.ts'

export type AnalysisProgress = { done: number; of: number }

type ReadOptions = {
  /** The letters that people gave to glyphs without one, by the hash of their outline. */
  letters: ReadonlyMap<string, string>
  /** Whether scanned pages are read by the recognizer. */
  ocr: boolean
  onPage: (progress: AnalysisProgress) => void
}

/**
 * Reads every page of a PDF, and compares its text with its pictures. Throws an `AnalysisFailure` for a file that cannot be
 * read.
 */
export async function readPages(bytes: Uint8Array, { letters, ocr, onPage }: ReadOptions): Promise<ComparedFile> {
  const known = new Map(letters)
  const pdf = await openFile(bytes, known)
  const recognition = new Recognition(bytes)
  try {
    const of = pdf.pageCount
    if (of > limits.analysis.pages) throw new AnalysisFailure('too-many-pages')
    onPage({ done: 0, of })
    const laidOut: LaidOutPage[] = []
    for (let number = 1; number <= of; number += 1) {
      const page = await pdf.readPage(number)
      const isResolved = hasUnknownText(page) && (await recognition.resolve(page, known))
      laidOut.push(isResolved ? await pdf.readPage(number) : page)
      // With `ocr` a page is done when its picture was read, too.
      onPage({ done: ocr ? 0 : number, of })
    }
    const pages = findScanned(laidOut)
    for (const [index, page] of ocr ? pages.entries() : []) {
      if (needsRecognition(page)) pages[index] = await recognition.read(page)
      onPage({ done: index + 1, of })
    }
    return await recognition.compare(finishPages(pages))
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

/** Below this confidence the text of a page is read from its picture as well. */
const recognizedBelow = 0.3

const needsRecognition = ({ scanned, lines, confidence }: Page) =>
  scanned || (lines.length > 0 && confidence < recognizedBelow)

const hasUnknownText = ({ scanned, unknown_glyphs }: Page) =>
  !scanned && unknown_glyphs.some(({ letter }) => letter === null)

const dpi = 300
/** Enough for the lines of a text layer, whose places are known. */
const partDpi = 200
/** From this confidence on, the picture of a glyph gives its letter. */
const surelySeen = 0.9

/** Loaded with the first doubtful line of a scanned page. */
const openTesseract = async () => (await import('#server/analysis/ocr/secondOpinion.ts')).openSecondOpinion()

const hasTextLayer = ({ lines }: Page) => lines.some(({ engine }) => engine === 'text-layer')

/** What was read from a picture, or `otherwise` when the renderer cannot make it: it opens fewer files than pdf.js. */
async function withPicture<Result>(read: Promise<Result>, otherwise: Result): Promise<Result> {
  try {
    return await read
  } catch (error) {
    if (error instanceof RenderError) return otherwise
    throw error
  }
}

/** Reads pages from their pictures. What it needs is loaded with the first of them. */
class Recognition {
  readonly #bytes: Uint8Array
  #opened: { renderer: Renderer; recognizer: Recognizer } | undefined

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /**
   * The page as its picture shows it, unless its text is surer. An old recognition in the file is replaced. The page as it
   * is when no picture of it can be made.
   */
  async read(page: Page): Promise<Page> {
    return withPicture(this.#read(page), page)
  }

  async #read(page: Page): Promise<Page> {
    const { renderer, recognizer } = await this.#open()
    const read = await readScannedPage(page, renderer, recognizer)
    if (!page.scanned && read.confidence <= page.confidence) return { ...page, seconds: read.seconds }
    return read
  }

  /** Adds to `known` the letters that the picture of the page shows for glyphs without one; false when it shows none. */
  async resolve(page: Page, known: Map<string, string>): Promise<boolean> {
    return withPicture(this.#resolve(page, known), false)
  }

  async #resolve(page: Page, known: Map<string, string>): Promise<boolean> {
    const { renderer, recognizer } = await this.#open()
    const letters = await resolveGlyphs(page, await renderer.render(page.number, dpi), recognizer)
    const sure = letters.filter(({ outline, confidence }) => confidence >= surelySeen && !known.has(outline))
    for (const { outline, text } of sure) known.set(outline, text)
    return sure.length > 0
  }

  /** A long file is not compared, nor one that the renderer cannot open. */
  async compare(pages: Page[]): Promise<ComparedFile> {
    if (pages.length > limits.analysis.compared_pages || !pages.some(hasTextLayer)) return { pages, agreement: null }
    return withPicture(
      compareFile(pages, (page, box) => this.#readPart(page, box)),
      { pages, agreement: null },
    )
  }

  /** The line in a box of a page, its boxes in points of the page. */
  async #readPart(page: number, { x, y, width, height }: Box): Promise<Line | undefined> {
    const { renderer, recognizer } = await this.#open()
    const raster = await renderer.renderPart(page, partDpi, { x, y, width, height })
    const line = await recognizer.readLine(raster, { x: 0, y: 0, width, height })
    const moved = (box: Box) => ({ ...box, x: box.x + x, y: box.y + y })
    return (
      line && { ...line, words: line.words.map((word) => ({ ...word, box: moved(word.box) })), box: moved(line.box) }
    )
  }

  async close() {
    this.#opened?.renderer.close()
    await this.#opened?.recognizer.close()
  }

  /** Engines are loaded here, because scanned files that are not read need none of them. */
  async #open() {
    if (this.#opened) return this.#opened
    const [{ openRenderer }, { openRecognizer }, { sharedModel }] = await Promise.all([
      import('#server/analysis/ocr/render.ts'),
      import('#server/analysis/ocr/recognizer.ts'),
      import('#server/analysis/ocr/model.ts'),
    ])
    this.#opened = {
      renderer: await openRenderer(this.#bytes),
      recognizer: openRecognizer({ model: await sharedModel(), isKnown: isKnownWord, openOpinion: openTesseract }),
    }
    return this.#opened
  }
}
