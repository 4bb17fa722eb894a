/** The parts of the analysis in their simplest form, until the real ones take their place. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { AnalysisFailure } from './failure.ts'
import type { Fields, Line, Page } from './types.ts'

export type FieldLists = {
  courts: readonly { id: number; name: string; name_en: string; code: string }[]
  judges: readonly { id: number; name: string }[]
  case_types: readonly { id: number; name: string }[]
  phrases: readonly string[]
}

export async function openPdf(bytes: Uint8Array) {
  const task = getDocument({ data: bytes, useSystemFonts: false, verbosity: 0, disableFontFace: true })
  const document = await task.promise.catch((error: unknown) => {
    const name = error instanceof Error ? error.name : ''
    throw new AnalysisFailure(name === 'PasswordException' ? 'encrypted' : 'unreadable')
  })
  return {
    pageCount: document.numPages,
    readPage: async (number: number): Promise<Page> => {
      const began = performance.now()
      const page = await document.getPage(number)
      const { width, height } = page.getViewport({ scale: 1 })
      const content = await page.getTextContent()
      const texts: string[] = ['']
      for (const item of content.items) {
        if (!('str' in item)) continue
        texts[texts.length - 1] += item.str
        if (item.hasEOL) texts.push('')
      }
      const lines = texts
        .filter((text) => text.trim() !== '')
        .map((text, index): Line => ({
          text,
          box: { x: 50, y: 50 + index * 20, width: width - 100, height: 18 },
          confidence: 0.9,
          engine: 'text-layer',
          role: 'body',
          starts_paragraph: true,
          words: [],
        }))
      page.cleanup()
      return {
        number,
        width,
        height,
        text: lines.map(({ text }) => text).join('\n'),
        scanned: lines.length === 0,
        confidence: lines.length > 0 ? 0.9 : 0,
        seconds: (performance.now() - began) / 1000,
        lines,
        hidden: [],
        tables: [],
        unknown_glyphs: [],
      }
    },
    close: () => task.destroy(),
  }
}

export const finishPages = (pages: readonly Page[]): Page[] => [...pages]

export function findFields(_pages: readonly Page[], _lists: FieldLists): Fields {
  return {
    judgement_number: null,
    case_numbers: [],
    court: null,
    judges: [],
    claimant: [],
    respondant: [],
    date: null,
    hijri_date: null,
    title: null,
    case_type: null,
    keywords: [],
    related_case_numbers: [],
    content_start_page: null,
  }
}
