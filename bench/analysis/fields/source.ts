/** What is to be found in a judgment. Case numbers are keys, names are as written before the noise. */
export type Truth = {
  own: string[]
  related: string[]
  /** Undefined when it is no court of the list. */
  court: string | undefined
  date: string
  hijri: string | undefined
  claimant: string[]
  respondant: string[]
  judges: string[]
  title: string | undefined
  case_type: string | undefined
  start_page: number
}

export type SourceLine = { text: string; isHeader: boolean }
export type Judgment = { name: string; pages: SourceLine[][]; truth: Truth }

const lines_a_page = 34

/** Breaks pages at `@page` and when a page is full; a header is on each. */
export function paginate(lines: readonly string[]): SourceLine[][] {
  const header = lines.find((line) => line.startsWith('@header'))?.slice(8)
  const pages: string[][] = [[]]
  for (const line of lines.flatMap(wrap)) {
    if (line.startsWith('@header')) continue
    if (line === '@page' || (pages.at(-1)?.length ?? 0) >= lines_a_page) pages.push([])
    if (line !== '@page') pages.at(-1)?.push(line)
  }
  return pages.map((page) => [
    ...(header === undefined ? [] : [{ text: header, isHeader: true }]),
    ...page.map((text) => ({ text, isHeader: false })),
  ])
}

const letters_a_line = 84

function wrap(line: string): string[] {
  if (line.startsWith('@') || line.length <= letters_a_line) return [line]
  const cut = line.lastIndexOf(' ', letters_a_line)
  return cut <= 0 ? [line] : [line.slice(0, cut), ...wrap(line.slice(cut + 1))]
}
