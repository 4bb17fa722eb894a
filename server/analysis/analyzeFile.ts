import { limits } from '#shared/limits.ts'
import { AnalysisFailure } from './failure.ts'
import { figuresOf } from './figures.ts'
import { type FieldLists, findFields, finishPages, openPdf } from './placeholder.ts'
import type { AnalysisResult, Page } from './types.ts'
import { warningsOf } from './warnings.ts'

export type AnalysisProgress = { done: number; of: number }

export type AnalysisOptions = {
  lists: FieldLists
  /** The letters that people gave to glyphs without one, by the hash of their outline. */
  letters: ReadonlyMap<string, string>
  /** Whether scanned pages are read by the recognizer. */
  ocr: boolean
  onPage?: (progress: AnalysisProgress) => void
}

/** Analyzes the bytes of a PDF. Throws an `AnalysisFailure` for a file that cannot be read. */
export async function analyzeFile(bytes: Uint8Array, options: AnalysisOptions): Promise<AnalysisResult> {
  const pages = await readPages(bytes, options)
  const fields = findFields(pages, options.lists)
  return {
    text: joinPages(pages),
    pages,
    fields,
    figures: figuresOf(pages, fields),
    warnings: warningsOf(pages, fields),
  }
}

async function readPages(bytes: Uint8Array, { onPage = () => undefined }: AnalysisOptions): Promise<Page[]> {
  const pdf = await openPdf(bytes)
  try {
    const of = pdf.pageCount
    if (of > limits.analysis.pages) throw new AnalysisFailure('too-many-pages')
    const pages: Page[] = []
    onPage({ done: 0, of })
    for (let number = 1; number <= of; number += 1) {
      pages.push(await pdf.readPage(number))
      onPage({ done: number, of })
    }
    return finishPages(pages)
  } finally {
    await pdf.close()
  }
}

/** The text of the judgment, a line break a paragraph: one that continues on the next page is not broken. */
export function joinPages(pages: readonly Page[]): string {
  return pages
    .filter(({ text }) => text !== '')
    .map((page, index) => (index === 0 ? page.text : `${continues(page) ? ' ' : '\n'}${page.text}`))
    .join('')
}

const continues = ({ lines }: Page) =>
  lines.find(({ role }) => role === 'body' || role === 'heading')?.starts_paragraph === false
