import type { PageGlyphs } from './glyphs.ts'

/** A file open in one engine. */
export type PdfEngine = {
  pageCount: number
  readGlyphs: (number: number) => Promise<PageGlyphs>
  close: () => Promise<void>
}
