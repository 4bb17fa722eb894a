import { buildLibrary } from '#db/seed/library.ts'
import { buildRandom, type Random } from '#db/seed/random.ts'
import { drawSample, reviewItems, sureLines } from '#server/analysis/review/reviewItems.ts'
import type { Page } from '#server/analysis/types.ts'
import type { ReviewItem } from '#shared/calls/review.ts'
import { linesOf, lineText } from '#shared/delta/delta.ts'
import { readingsOf } from '#web/screens/analysis/review/reviewModel.ts'
import { buildLine, buildPage } from '#test/analysisPages.ts'

/**
 * The keys that reviewing ten pages takes, next to proofreading the same pages line by line in an editor. The pages are from
 * the demo library, misread at random with confidences that are probabilities: of the words with a confidence of 0.7, three
 * of ten are wrong. `secondRight` is how often the second reading of a misread word is right.
 */
const pageCount = 10
const linesOnPage = 28
const lettersOnLine = 62
const filis = 'ަާިީުޫެޭޮޯް'
const kinds = [
  { name: 'born digital', doubtful: 0.01, sureError: 0.0005, secondRight: 0.7 },
  { name: 'read by OCR', doubtful: 0.05, sureError: 0.003, secondRight: 0.5 },
]

type Kind = (typeof kinds)[number]
/** A line as it is printed, and as it was read. */
type Read = { printed: string[]; page: Page; line: number }

for (const kind of kinds) {
  const random = buildRandom(104)
  const { pages, lines } = readPages(kind, random)
  const errors = lines.flatMap(errorsOf)
  const review = countReview(pages, lines)
  const proof = countProofreading(lines)
  console.log(
    `${kind.name}: ${pageCount} pages, ${lines.length} lines, ${errors.length} misread words, ${review.items} items\n` +
      `  review        ${review.keys} keys, ${review.corrected} words corrected, ${errors.length - review.corrected} misread words never shown\n` +
      `  proofreading  ${proof} keys, if every misread word is seen\n` +
      `  ${(proof / review.keys).toFixed(1)} times fewer keys`,
  )
}

function readPages(kind: Kind, random: Random) {
  const printed = printedLines()
  const lines: Read[] = []
  const pages = Array.from({ length: pageCount }, (_, index) => {
    const ofPage = printed.slice(index * linesOnPage, (index + 1) * linesOnPage)
    const page = buildPage(index + 1, [])
    for (const [line, words] of ofPage.entries()) {
      const read = words.map((word) => misread(word, kind, random))
      const built = buildLine(read.map(({ text }) => text).join(' '), line)
      for (const [at, word] of built.words.entries()) {
        word.confidence = read[at]?.confidence ?? 1
        const other = read[at]?.other
        if (other !== undefined)
          word.readings = [
            { engine: 'text-layer', text: read[at]?.text ?? '', confidence: word.confidence },
            { engine: 'recognizer', text: other, confidence: 0.9 },
          ]
      }
      page.lines.push({ ...built, confidence: built.words.reduce((all, { confidence }) => all * confidence, 1) })
      lines.push({ printed: words, page, line })
    }
    return page
  })
  return { pages, lines }
}

/** Lines of the first judgments of the demo library, of whole words. */
function printedLines(): string[][] {
  const lines: string[][] = []
  for (const { case_content } of buildLibrary()) {
    for (const text of linesOf(case_content.content).map(lineText)) {
      let line: string[] = []
      for (const word of text.split(/\s+/).filter(Boolean)) {
        if ([...line, word].join(' ').length > lettersOnLine) {
          lines.push(line)
          line = []
        }
        line.push(word)
      }
      if (line.length > 0) lines.push(line)
    }
    if (lines.length >= pageCount * linesOnPage) break
  }
  return lines.slice(0, pageCount * linesOnPage)
}

function misread(word: string, { doubtful, sureError, secondRight }: Kind, random: Random) {
  if (!random.chance(doubtful))
    return { text: random.chance(sureError) ? damage(word, random) : word, confidence: 0.999 }
  const confidence = 0.2 + 0.6 * random.next()
  if (random.chance(confidence)) return { text: word, confidence }
  const other = random.chance(secondRight) ? word : random.chance(0.5) ? damage(word, random) : undefined
  return { text: damage(word, random), confidence, ...(other !== undefined && { other }) }
}

/** Another vowel sign in the place of one of the word, or another digit. */
function damage(word: string, random: Random): string {
  const places = Array.from(word, (letter, at) => (filis.includes(letter) || /\d/.test(letter) ? at : -1)).filter(
    (at) => at >= 0,
  )
  if (places.length === 0) return `${word}،`
  const at = random.pick(places)
  const choices = Array.from(/\d/.test(word[at] ?? '') ? '0123456789' : filis).filter((letter) => letter !== word[at])
  return word.slice(0, at) + random.pick(choices) + word.slice(at + 1)
}

function textsOf({ page, line }: Read) {
  return page.lines[line]?.text.split(' ') ?? []
}

function errorsOf(read: Read) {
  return textsOf(read).flatMap((text, at) => (text === read.printed[at] ? [] : [at]))
}

/** Enter or the number of a reading; Ctrl Enter where the same word is misread in the same way; F2, writing and Enter else. */
function countReview(pages: readonly Page[], lines: readonly Read[]) {
  const items = reviewItems(pages, drawSample(pages.flatMap(sureLines)))
  const open = new Set<ReviewItem>(items)
  let [keys, corrected] = [0, 0]
  for (const item of items) {
    if (!open.delete(item)) continue
    if (item.confidence === undefined) {
      keys += 1
      continue
    }
    const right = printedAt(lines, item)
    const alike = [...open].filter((one) => one.text === item.text && printedAt(lines, one) === right)
    const isUniform = [...open].every((one) => one.text !== item.text || alike.includes(one))
    for (const one of isUniform ? alike : []) open.delete(one)
    corrected += [item, ...(isUniform ? alike : [])].filter(({ text }) => text !== right).length
    const line = pages[item.page - 1]?.lines[item.line]
    const readings = line ? readingsOf(line, item, undefined) : []
    const isRead = readings.some(({ text }) => text === right)
    keys += isRead ? 1 : 1 + writing(item.text, right) + 1
  }
  return { keys, corrected, items: items.length }
}

function printedAt(lines: readonly Read[], { page, line, start }: ReviewItem) {
  const read = lines.find((one) => one.page.number === page && one.line === line)
  const at = read?.page.lines[line]?.words.findIndex((word) => word.start === start) ?? 0
  return read?.printed[at] ?? ''
}

/** From the end of the word to the place of the error, deleting, and typing. */
function writing(text: string, right: string) {
  let head = 0
  while (head < text.length && text[head] === right[head]) head += 1
  let tail = 0
  while (tail < Math.min(text.length, right.length) - head && text.at(-1 - tail) === right.at(-1 - tail)) tail += 1
  return tail + (text.length - head - tail) + (right.length - head - tail)
}

/** Down for each line that was read; for a misread word, from the nearer end of its line word by word, and writing. */
function countProofreading(lines: readonly Read[]) {
  return lines.reduce((keys, read) => {
    const texts = textsOf(read)
    const edits = errorsOf(read).map(
      (at) => Math.min(at, texts.length - at) + 1 + writing(texts[at] ?? '', read.printed[at] ?? ''),
    )
    return keys + 1 + edits.reduce((sum, one) => sum + one, 0)
  }, 0)
}
