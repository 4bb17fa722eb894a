import { buildRandom } from '#db/seed/random.ts'
import { layoutDrafts } from '#server/analysis/layout/layoutPage.ts'
import { splitWords, wordFeatures } from '#server/analysis/layout/confidence.ts'
import { isPageNumber } from '#server/analysis/layout/roles.ts'
import { visualReading } from '#server/analysis/layout/reading.ts'
import type { PageGlyphs } from '#server/analysis/pdf/glyphs.ts'
import { openPdf } from '#server/analysis/pdf/openPdf.ts'
import { damages } from './damage.ts'
import type { Fixture } from './fixtures.ts'
import { rightWords } from './rightWords.ts'

type JudgedWord = { text: string; features: number[]; right: boolean }
export type JudgedLine = { page: string; words: JudgedWord[] }

/**
 * The words of a fixture as the product reads them, from the file as it is and damaged in each way, with their features and
 * whether each is right. The random numbers depend on the name of the file only.
 */
export async function readJudged({ file, bytes, paragraphs, furniture }: Fixture): Promise<JudgedLine[]> {
  const truth = paragraphs.flatMap((text) => text.split(/\s+/))
  return readJudgedPages(await readGlyphs(bytes), { truth, furniture }, file)
}

/** What is on the pages, and the running heads and feet, whose lines are not judged. */
type Truth = { truth: readonly string[]; furniture: readonly string[] }

export function readJudgedPages(pages: readonly PageGlyphs[], { truth, furniture }: Truth, name: string): JudgedLine[] {
  const seed = Array.from(name).reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 1_000_003, 7)
  const heights = pages.map((page) =>
    draftsOf(page)
      .filter(({ text }) => isPageNumber(text) || furniture.some((one) => isFurniture(text, one)))
      .map(({ y }) => y),
  )
  return damages.flatMap((damage, copy) => {
    const read = pages.flatMap((page, index) => {
      const damaged = damage(page, buildRandom(seed + copy))
      return readLines(damaged, `${name} ${copy} ${page.number}`, heights[index] ?? [])
    })
    return judge(read, truth)
  })
}

/** The number of the page may be in the same line, and a line of two directions may be read in another order. */
const isFurniture = (text: string, furniture: string) =>
  lettersOf(text) === lettersOf(furniture) ||
  (furniture !== '' && text.includes(furniture) && text.length < furniture.length + pageNumberLetters)

const pageNumberLetters = 20

const lettersOf = (text: string) => Array.from(text.replace(/\s/g, '')).sort().join('')

async function readGlyphs(bytes: Uint8Array): Promise<PageGlyphs[]> {
  const pdf = await openPdf(bytes)
  try {
    const pages: PageGlyphs[] = []
    for (let number = 1; number <= pdf.pageCount; number += 1) pages.push(await pdf.readGlyphs(number))
    return pages
  } finally {
    await pdf.close()
  }
}

type ReadLine = { page: string; words: Omit<JudgedWord, 'right'>[] }

function draftsOf(page: PageGlyphs) {
  const visible = page.glyphs.filter(({ mode, layer_off }) => mode !== 3 && mode !== 7 && !layer_off)
  return layoutDrafts(page, { visible, letters: new Map(), usual: visualReading, columnsBefore: null }).drafts
}

/** The words of a page are judged together; the lines at the heights of its running heads are left out afterwards. */
function readLines(glyphs: PageGlyphs, page: string, heights: readonly number[]): ReadLine[] {
  const drafts = draftsOf(glyphs)
  const words = drafts.map(splitWords)
  return wordFeatures(drafts, words).flatMap((features, index) => {
    const y = drafts[index]?.y ?? 0
    if (heights.some((height) => Math.abs(height - y) < sameHeight)) return []
    return [{ page, words: (words[index] ?? []).map(({ text }, at) => ({ text, features: features[at] ?? [] })) }]
  })
}

/** In points. */
const sameHeight = 4

/** A file may give a phrase as one word: it is right when all its words are. */
function judge(lines: readonly ReadLine[], truth: readonly string[]): JudgedLine[] {
  const partsOf = ({ text }: ReadLine['words'][number]) => text.split(/\s+/)
  const right = rightWords(
    truth,
    lines.flatMap(({ words }) => words.flatMap(partsOf)),
  )
  let at = 0
  return lines.flatMap(({ page, words }) => {
    const known = words.flatMap((word) => {
      const ofParts = partsOf(word).map(() => right[at++] ?? null)
      return ofParts.every((one) => one === null) ? [] : [{ ...word, right: !ofParts.includes(false) }]
    })
    return known.length > 0 ? [{ page, words: known }] : []
  })
}
