import type { Columns } from '#server/analysis/layout/columns.ts'
import { layoutPage } from '#server/analysis/layout/layoutPage.ts'
import { visualReading } from '#server/analysis/layout/reading.ts'
import type { Reading } from '#server/analysis/layout/unit.ts'
import { convertLegacy, type KnownLegacyFonts } from '#server/analysis/legacy/convertLegacy.ts'
import type { LaidOutPage } from '#server/analysis/types.ts'
import type { PageGlyphs } from './glyphs.ts'
import { findHidden } from './hidden.ts'
import { PdfError } from './pdfError.ts'
import type { PdfEngine } from './pdfEngine.ts'
import { openWithPdfjs } from './pdfjsEngine.ts'

export type Pdf = {
  pageCount: number
  /** What the page paints, before any reading order. */
  readGlyphs: (number: number) => Promise<PageGlyphs>
  /** Reads one page, from 1. Throws a PdfError. Pages are best read in their order. */
  readPage: (number: number) => Promise<LaidOutPage>
  close: () => Promise<void>
}

type Options = {
  /** Texts that a person gave for outlines without a known letter, by the hash of the outline. */
  letters?: ReadonlyMap<string, string>
}

const maxPages = 2000

/** Opens a PDF. Throws a PdfError. */
export async function openPdf(bytes: Uint8Array, { letters = new Map() }: Options = {}): Promise<Pdf> {
  const engine = await openEngine(bytes)
  if (engine.pageCount > maxPages) {
    await engine.close()
    throw new PdfError('too-many-pages', `${engine.pageCount} pages`)
  }
  /** By page: a page is read like the one before it, also when it is read a second time. */
  const found = new Map<number, { reading: Reading; columns: Columns | null }>()
  const legacyFonts: KnownLegacyFonts = new Map()
  const readPage = async (number: number): Promise<LaidOutPage> => {
    const start = performance.now()
    const glyphs = convertLegacy(await engine.readGlyphs(number), legacyFonts)
    const { visible, hidden } = findHidden(glyphs)
    const before = found.get(number - 1)
    const usual = before?.reading ?? visualReading
    const columnsBefore = before?.columns ?? null
    const { page, reading, columns } = layoutPage(glyphs, { visible, letters, usual, columnsBefore })
    found.set(number, { reading, columns })
    return { ...page, hidden, seconds: (performance.now() - start) / 1000 }
  }
  return { pageCount: engine.pageCount, readGlyphs: engine.readGlyphs, readPage, close: engine.close }
}

/** pdf.js reads nearly all files; PDFium is asked for those that pdf.js cannot open, and says then what is wrong. */
async function openEngine(bytes: Uint8Array): Promise<PdfEngine> {
  try {
    return await openWithPdfjs(bytes)
  } catch (error) {
    if (!(error instanceof PdfError) || error.code === 'encrypted') throw error
    const { openWithPdfium } = await import('./pdfiumEngine.ts')
    return await openWithPdfium(bytes)
  }
}
