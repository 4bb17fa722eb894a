import { rightWords } from './rightWords.ts'
import { layoutDrafts } from '#server/analysis/layout/layoutPage.ts'
import { splitWords, wordFeatures } from '#server/analysis/layout/confidence.ts'
import { visualReading } from '#server/analysis/layout/reading.ts'
import type { PageGlyphs } from '#server/analysis/pdf/glyphs.ts'
import { openPdf } from '#server/analysis/pdf/openPdf.ts'
import type { Fixture } from './fixtures.ts'

export type JudgedLine = { page: string; words: { features: number[]; right: boolean }[] }

/** The words of a fixture as the product reads them after the damage, with their features and whether each is right. */
export async function readJudged(
  { file, bytes, paragraphs }: Fixture,
  damage: (page: PageGlyphs) => PageGlyphs,
  copy: number,
): Promise<JudgedLine[]> {
  const pdf = await openPdf(bytes)
  const lines: { page: string; words: { text: string; features: number[] }[] }[] = []
  try {
    for (let number = 1; number <= pdf.pageCount; number += 1) {
      const page = damage(await pdf.readGlyphs(number))
      const visible = page.glyphs.filter(({ mode, layer_off }) => mode !== 3 && mode !== 7 && !layer_off)
      const { drafts } = layoutDrafts(page, { visible, letters: new Map(), usual: visualReading })
      const words = drafts.map(splitWords)
      wordFeatures(drafts, words).forEach((features, index) => {
        const own = (words[index] ?? []).map(({ text }, at) => ({ text, features: features[at] ?? [] }))
        lines.push({ page: `${file} ${copy} ${number}`, words: own })
      })
    }
  } finally {
    await pdf.close()
  }
  const all = lines.flatMap(({ words }) => words)
  const right = rightWords(
    paragraphs.flatMap((text) => text.split(/\s+/)),
    all.map(({ text }) => text),
  )
  const judged = new Map(all.map((word, index) => [word, right[index] ?? null]))
  return lines.flatMap(({ page, words }) => {
    const known = words.flatMap((word) => {
      const isRight = judged.get(word) ?? null
      return isRight === null ? [] : [{ features: word.features, right: isRight }]
    })
    return known.length > 0 ? [{ page, words: known }] : []
  })
}
