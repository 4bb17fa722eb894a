import { drawSample, sureLines } from '#server/analysis/review/reviewItems.ts'
import type { Line, Page, Word } from '#server/analysis/types.ts'

/** The confidence of a word that is not sure, and what a second engine reads there. */
export type Doubt = { confidence: number; other?: string }

/** The place of the lines of `buildPage`, in points. */
const layout = { width: 595, height: 842, left: 72, top: 80, pitch: 22, letter: 5.6 }

/** A line of a page, its words from right to left. `doubts`: word → how sure it is. */
export function buildLine(text: string, index: number, doubts: Record<string, Doubt> = {}): Line {
  const y = layout.top + index * layout.pitch
  const right = layout.width - layout.left
  const words = [...text.matchAll(/\S+/gu)].map(({ 0: word, index: start }): Word => {
    const doubt = doubts[word]
    const width = word.length * layout.letter
    return {
      start,
      end: start + word.length,
      box: { x: right - start * layout.letter - width, y, width, height: 16 },
      confidence: doubt?.confidence ?? 0.99,
      readings: doubt?.other
        ? [
            { engine: 'text-layer', text: word, confidence: doubt.confidence },
            { engine: 'recognizer', text: doubt.other, confidence: 0.94 },
          ]
        : [],
    }
  })
  const width = text.length * layout.letter
  return {
    text,
    box: { x: right - width, y, width, height: 16 },
    confidence: Math.min(0.99, ...words.map(({ confidence }) => confidence)),
    engine: 'text-layer',
    role: 'body',
    starts_paragraph: /^\d+\./.test(text) || index === 0,
    words,
  }
}

export function buildPage(number: number, texts: readonly string[], doubts: Record<string, Doubt> = {}): Page {
  const lines = texts.map((text, index) => buildLine(text, index, doubts))
  return {
    number,
    width: layout.width,
    height: layout.height,
    text: texts.join('\n'),
    scanned: false,
    confidence: Math.min(1, ...lines.map(({ confidence }) => confidence)),
    seconds: 0.1,
    lines,
    hidden: [],
    tables: [],
    unknown_glyphs: [],
  }
}

type Query = (text: string, values: unknown[]) => Promise<unknown>

/** Stores pages as a finished run does, with their blind sample: those of an earlier run are replaced. */
export async function storePages(query: Query, analysis: number, pages: readonly Page[]) {
  await query('delete from analysis_pages where analysis_id = $1', [analysis])
  for (const page of pages)
    await query(
      `insert into analysis_pages (analysis_id, number, width, height, text, scanned, confidence, seconds, lines, hidden,
                                   tables, unknown_glyphs)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        analysis,
        page.number,
        page.width,
        page.height,
        page.text,
        page.scanned,
        page.confidence,
        page.seconds,
        JSON.stringify(page.lines),
        JSON.stringify(page.hidden),
        JSON.stringify(page.tables),
        JSON.stringify(page.unknown_glyphs),
      ],
    )
  await query(
    `with run as (
       insert into analysis_runs (analysis_id, state, finished_at) values ($1, 'done', now()) returning id),
     emptied as (delete from analysis_sample_lines where analysis_id = $1 and is_right is null)
     insert into analysis_sample_lines (analysis_id, run_id, page, line, text, confidence)
     select $1, run.id, page, line, text, confidence
       from run, jsonb_to_recordset($2) as drawn (page integer, line integer, text text, confidence real)`,
    [analysis, JSON.stringify(drawSample(pages.flatMap(sureLines)))],
  )
}
