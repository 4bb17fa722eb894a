import type { Line, LineRole } from '#server/analysis/types.ts'

const furniture: ReadonlySet<LineRole> = new Set(['header', 'footer', 'page-number'])

/** Whether a line is part of the judgment. */
export const isContent = ({ role }: Pick<Line, 'role'>): boolean => !furniture.has(role)

/** What joins a line to the next one of its paragraph: a line may be broken after an opening bracket. */
export const spaceAfter = (line: string): '' | ' ' => (/[([{]$/.test(line) ? '' : ' ')

/** The judgment in reading order, a line break a paragraph. */
export function textOfLines(lines: readonly Line[]): string {
  const paragraphs: string[] = []
  for (const line of lines.filter(isContent)) {
    const last = paragraphs.at(-1)
    if (line.starts_paragraph || last === undefined) paragraphs.push(line.text.trim())
    else paragraphs[paragraphs.length - 1] = `${last}${spaceAfter(last)}${line.text.trim()}`
  }
  return paragraphs.join('\n')
}
