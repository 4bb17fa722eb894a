import type { LineRole } from '#server/analysis/types.ts'
import type { DraftLine } from './lines.ts'
import { type HorizontalRule, rulesBetween } from './rules.ts'

/** What each line of a page is, as far as the page alone shows it. */
export function rolesOf(lines: readonly DraftLine[], rules: readonly HorizontalRule[]): LineRole[] {
  const size = usualSize(lines)
  const bold = lines.filter((line) => line.bold).length * 2 > lines.length
  const firstFootnote = findFootnotes(lines, size, rules)
  return lines.map((line, index) => {
    if (line.table) return 'table'
    if (index >= firstFootnote) return 'footnote'
    const stands = line.size > size * 1.12 || (line.bold && !bold)
    return stands && line.text.length < 120 ? 'heading' : 'body'
  })
}

/** The size of most letters. */
function usualSize(lines: readonly DraftLine[]): number {
  const counts = new Map<number, number>()
  for (const { size, text } of lines) {
    const rounded = Math.round(size * 4) / 4
    counts.set(rounded, (counts.get(rounded) ?? 0) + text.length)
  }
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), [0, 0])[0]
}

/** A number or sign at the start of a footnote; no number of a page of so many. */
const marker = /^\s*(?!\d+\s*(?:\/|ގެ|of)\s*\d)(?:[([]?\d{1,3}[)\].]?|[*†‡§])(?=\s|\p{L}|$)/u

/**
 * Footnote detection: footnotes are lines of smaller type at the foot of the page that begin with a marker, under a short rule or under
 * larger text. What is doubtful stays body. Returns the index of the first line.
 */
function findFootnotes(lines: readonly DraftLine[], size: number, rules: readonly HorizontalRule[]): number {
  const width = Math.max(...lines.map(({ right }) => right)) - Math.min(...lines.map(({ left }) => left))
  const last = lines.findLastIndex(({ text }) => !isPageNumber(text))
  let first = lines.length
  for (let index = last; index > 0; index -= 1) {
    const [line, above] = [lines[index], lines[index - 1]]
    if (!line || !above || line.table) break
    const ruled = rulesBetween(rules, above.y, line.y).some(
      (rule) => rule.right - rule.left < width * 0.6 && rule.right - rule.left > 20,
    )
    const small = line.size < size * 0.93
    if (!small && !(ruled && line.size <= size && marker.test(line.text))) break
    if (marker.test(line.text) && (small || ruled)) first = index
    if (ruled) break
  }
  return first
}

export const isPageNumber = (text: string): boolean =>
  /^[\s\-–—()|]*(?:(?:ޞަފްޙާ|ސަފްޙާ|ސަފްހާ|page|p\.)[\s:]*)?\d{1,4}(?:\s*(?:ގެ|of|\/|-|–)\s*\d{1,4})?[\s\-–—()|.]*$/iu.test(text)
