import { findFields } from './fields/findFields.ts'
import type { FieldLists } from './fields/lists.ts'
import { warnOfFields } from './fields/warnings.ts'
import { figuresOf } from './figures.ts'
import { type AnalysisProgress, readPages } from './readPages.ts'
import type { AnalysisResult, Page } from './types.ts'
import { warningsOf } from './warnings.ts'

type AnalysisOptions = {
  lists: FieldLists
  /** The name of the court that a user chose for the file. */
  court: string | undefined
  /** The letters that people gave to glyphs without one, by the hash of their outline. */
  letters: ReadonlyMap<string, string>
  /** Whether scanned pages are read by the recognizer. */
  ocr: boolean
  onPage: (progress: AnalysisProgress) => void
}

/** Analyzes the bytes of a PDF. Throws an `AnalysisFailure` for a file that cannot be read. */
export async function analyzeFile(
  bytes: Uint8Array,
  { lists, court, ...options }: AnalysisOptions,
): Promise<AnalysisResult> {
  const pages = await readPages(bytes, options)
  const fields = findFields(pages, lists)
  return {
    text: joinPages(pages),
    pages,
    fields,
    figures: figuresOf(pages, fields),
    warnings: [...warningsOf(pages, fields), ...warnOfFields(fields, lists, court)],
  }
}

/** The text of the judgment, a line break a paragraph: one that continues on the next page is not broken. */
function joinPages(pages: readonly Page[]): string {
  return pages
    .filter(({ text }) => text !== '')
    .map((page, index) => (index === 0 ? page.text : `${continues(page) ? ' ' : '\n'}${page.text}`))
    .join('')
}

const continues = ({ lines }: Page) =>
  lines.find(({ role }) => role === 'body' || role === 'heading')?.starts_paragraph === false
