/** A row of a specification document: a table row, or a sentence of a paragraph or list. */
type SpecificationRow = { section: string; text: string }

const heading = /^#{2,3} (.*)$/
const listItem = /^\s*(?:[-*]|\d+\.) +/

/** The rows of a document in order, without headings and table delimiters. */
export function rowsOfSpecification(markdown: string): SpecificationRow[] {
  let section = ''
  const rows: SpecificationRow[] = []
  for (const [index, line] of markdown.split('\n').entries()) {
    const name = heading.exec(line)?.[1]
    if (name !== undefined) section = name
    else if (!line.startsWith('#') && !isFrame(markdown.split('\n'), index))
      rows.push(...statementsOf(line).map((text) => ({ section, text })))
  }
  return rows
}

/** Whether a line is empty, a table header or a table delimiter. */
function isFrame(lines: readonly string[], index: number) {
  const line = lines[index] ?? ''
  const rule = /^\|[\s|:-]+\|$/
  return line.trim() === '' || rule.test(line) || (line.startsWith('|') && rule.test(lines[index + 1] ?? ''))
}

function statementsOf(line: string): string[] {
  if (line.startsWith('|')) return [plain(cellsOf(line).join(' · '))]
  return line
    .replace(listItem, '')
    .split(/(?<=[.!?]['’)]?) +(?=[A-Z'‘{])/)
    .map(plain)
    .filter((text) => text !== '')
}

/** The cells of a table row; a bar within a cell is written `\|`. */
export const cellsOf = (line: string) =>
  line
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())

/** The text without Markdown syntax. */
export const plain = (text: string) =>
  text
    .replace(/[*`\\]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
