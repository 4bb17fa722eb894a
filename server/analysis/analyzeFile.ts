import { findFields } from '#server/analysis/fields/findFields.ts'
import type { FieldLists } from '#server/analysis/fields/lists.ts'
import { warnOfFields } from '#server/analysis/fields/warnings.ts'
import { textOfPages } from '#server/analysis/layout/finishPages.ts'
import { figuresOf } from './figures.ts'
import { type AnalysisProgress, readPages } from './readPages.ts'
import type { AnalysisResult } from './types.ts'
import { warningsOf, warnOfPictures } from './warnings.ts'

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
  const { pages, agreement } = await readPages(bytes, options)
  const fields = findFields(pages, lists)
  return {
    text: textOfPages(pages),
    pages,
    fields,
    figures: figuresOf(pages, fields),
    warnings: [...warnOfPictures(agreement), ...warningsOf(pages, fields), ...warnOfFields(fields, lists, court)],
  }
}
