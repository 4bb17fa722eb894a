import { isContent } from '#server/analysis/layout/textOfLines.ts'
import type { Line, Page, Word } from './types.ts'

/** A footnote of a page, with the place of its marker in the text when it was found. */
export type PageFootnote = {
  key: string
  content: string
  page: number
  marker: { line: Line; start: number; end: number } | undefined
}

/** The footnotes of a page: a line that begins with a number or a sign begins one, the lines after it continue it. */
export function footnotesOf(page: Page): PageFootnote[] {
  const notes: { sign: string; text: string }[] = []
  for (const { text } of page.lines.filter(({ role }) => role === 'footnote')) {
    const [, sign, rest] = noteStart.exec(text) ?? []
    const last = notes.at(-1)
    if (sign !== undefined) notes.push({ sign: bareSign(sign), text: rest ?? '' })
    else if (last) last.text += ` ${text.trim()}`
    else notes.push({ sign: '', text: text.trim() })
  }
  return notes.map(({ sign, text }, index) => ({
    key: `p${page.number}n${index + 1}`,
    content: text,
    page: page.number,
    marker: sign === '' ? undefined : findMarker(page, sign),
  }))
}

const noteStart = /^\s*([([]?(?:\d{1,3}|[¹²³⁰⁴-⁹]{1,3}|[*†‡§]{1,3})[)\].]?)\s*(.*)$/u
const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const bareSign = (sign: string) =>
  sign.replace(/[^\d¹²³⁰⁴-⁹*†‡§]/gu, '').replace(/[¹²³⁰⁴-⁹]/gu, (digit) => String(superscripts.indexOf(digit)))

/** A marker is raised: it is written as a superscript, or a word or the end of one that is smaller than its line. */
function findMarker({ lines }: Page, sign: string): PageFootnote['marker'] {
  for (const line of lines) {
    if (line.role === 'footnote' || !isContent(line)) continue
    const raised = Array.from(sign, (digit) => superscripts[Number(digit)] ?? digit).join('')
    const written = line.text.indexOf(raised)
    if (written >= 0) return { line, start: written, end: written + raised.length }
    const word = line.words.find((one) => isMarker(line, one, sign))
    if (word) return { line, start: word.start, end: word.end }
  }
  return undefined
}

const isMarker = (line: Line, { start, end, box }: Word, sign: string) =>
  bareSign(line.text.slice(start, end)) === sign &&
  /^[\s([]*[\d*†‡§]+[\])]*$/u.test(line.text.slice(start, end)) &&
  box.height < 0.8 * line.box.height
