import { type Delta, lineText, linesOf } from '#shared/delta/delta.ts'

/** The plain text of a Delta: one line for each paragraph, then one for each footnote. */
export function toPlainText({ content, footnotes }: Delta): string {
  const lines = linesOf(content).map(lineText)
  return [...lines, ...footnotes.map((footnote) => footnote.content)].filter((line) => line.trim() !== '').join('\n')
}
