import { joinNext, type Judgment } from './document.ts'
import { letterMark, listNumber } from './namePieces.ts'
import type { Segment, TextLine } from './textLines.ts'

const head_lines = 32
const max_lines = 9
/** A longer line goes on in the next one, and so does one that ends in a comma. */
const min_full = 58
const max_letters = 900

/** A sentence of the head, with the index of its first and its last line. */
export type HeadSentence = Segment & { first: number; last: number }

/** The sentences of the lines before the numbered paragraphs, over broken lines; lines with a label before a colon are none. */
export const sentencesOfHead = (judgment: Judgment): HeadSentence[] =>
  paragraphsOf(judgment).flatMap(({ line, last }) =>
    sentencesIn(line).map((part) => ({ ...part, first: line.index, last })),
  )

function paragraphsOf(judgment: Judgment): { line: TextLine; last: number }[] {
  const { lines } = judgment
  const end = lines.findIndex(({ text }) => isFirstParagraph.test(text))
  const head = lines.slice(0, Math.min(end < 0 ? head_lines : end, head_lines))
  const paragraphs: { line: TextLine; last: number }[] = []
  for (let at = 0; at < head.length;) {
    const count = linesFrom(head.slice(at, at + max_lines))
    const first = head[at]
    if (first && count > 0) {
      const rest = Array.from({ length: count - 1 })
      const line = rest.reduce<TextLine>((joined) => joinNext(judgment, joined), first)
      if (line.text.length > min_letters) paragraphs.push({ line, last: first.index + count - 1 })
    }
    at += Math.max(1, count)
  }
  return paragraphs
}

/** The mark of the first of the numbered paragraphs, before a line of text. */
const isFirstParagraph = /^\s*\(?1\s?[.)–-].{50}/u

const min_letters = 14

/** How many of some lines are one paragraph; none when the first has a label. */
function linesFrom(lines: readonly TextLine[]): number {
  const [first] = lines
  if (!first || isLabelled.test(first.text)) return 0
  const end = lines.findIndex(
    ({ text }, index) =>
      !(text.length > min_full || /[،,]\s*$/u.test(text)) || startsOther(lines[index + 1]?.text ?? ''),
  )
  return end < 0 ? lines.length : end + 1
}

const startsOther = (text: string) =>
  isLabelled.test(text) || listNumber(text) !== undefined || letterMark(text) !== undefined

/** A label with a colon, or a row of cells. */
const isLabelled = /^[^()،,.]{2,60}(?::|\s[—–-]\s)|\s\|\s|\S\s{3,}\S/u

function sentencesIn(line: TextLine): Segment[] {
  const text = line.text.slice(0, max_letters)
  const ends = [...text.matchAll(sentenceEnd)].map(({ 0: match, index }) => index + match.length)
  return [0, ...ends].flatMap((start, at) => {
    const end = ends[at] ?? text.length
    return end - start > min_letters ? [{ line, start, end }] : []
  })
}

/** The verb or the dot that ends a sentence: no dot after the short name of an atoll. */
const sentenceEnd = /(?:\u07ac\u0788\u07ac["”]?(?![\p{L}\p{M}])[.\s]*|(?<=[\u0780-\u07b1]{5})\.\s+)/gu
