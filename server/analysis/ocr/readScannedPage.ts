import { tenthPercentile } from '#server/analysis/layout/tenthPercentile.ts'
import type { Page } from '#server/analysis/types.ts'
import type { Recognizer } from './recognizer.ts'
import type { Renderer } from './render.ts'

const dpi = 300

/**
 * Reads a page from its picture. Text that an old recognition left in the file, which no reader sees, is replaced and not
 * trusted: nothing of `page.lines` is used.
 */
export async function readScannedPage(page: Page, renderer: Renderer, recognizer: Recognizer): Promise<Page> {
  const start = performance.now()
  const lines = await recognizer.readPage(await renderer.render(page.number, dpi))
  const text = lines.reduce(
    (all, line) => all + (line.starts_paragraph && all !== '' ? '\n' : all === '' ? '' : ' ') + line.text,
    '',
  )
  return {
    ...page,
    lines,
    text,
    // A scan in which no line is found is doubtful: hardly one has no text.
    confidence: lines.length === 0 ? 0 : tenthPercentile(lines),
    unknown_glyphs: [],
    seconds: page.seconds + (performance.now() - start) / 1000,
  }
}
