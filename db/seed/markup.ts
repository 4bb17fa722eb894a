import type { Delta, TextAttributes, LineAttributes, Op } from '#shared/delta/delta.ts'
import { withOrderedNotes } from '#shared/delta/inspect.ts'

/**
 * The markup in which the judgments of the seeded library are written, a line a paragraph:
 *
 *     # heading            ## smaller heading          > a centred line
 *     12. a numbered paragraph (the number is part of the judgment)
 *     - a bullet           | a cell | another cell |   (following lines of cells make one table)
 *     " a quotation in Arabic, on its own line
 *     ar(…) Arabic and en(…) English words inside a line, **strong** words, [[2013/HC-A/80]] a case number,
 *     [^key] a footnote, {key|words} an annotation about the words
 *
 * Everything else is a plain paragraph. Empty lines are only there for the writer.
 */
export function readMarkup(text: string): Op[] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.flatMap((line, index) => (line === '' ? [] : readLine(line, index)))
}

export function buildDelta(text: string, notes: Pick<Delta, 'footnotes' | 'annotations'>): Delta {
  return withOrderedNotes({ content: readMarkup(text), ...notes })
}

type LineRule = [start: RegExp, attributes: (match: RegExpExecArray) => LineAttributes, letters?: TextAttributes]

const lineRules: LineRule[] = [
  [/^## +/, () => ({ header: 2 })],
  [/^# +/, () => ({ header: 1, align: 'center' })],
  [/^> +/, () => ({ align: 'center' })],
  [/^- +/, () => ({ list: 'bullet' })],
  [/^" +/, () => ({ blockquote: true }), { lang: 'ar' }],
  [/^(\d+)\. +/, (match) => ({ paragraph: Number(match[1]) })],
]

function readLine(line: string, index: number): Op[] {
  if (line.startsWith('|')) return readCells(line, index)
  for (const [start, attributes, letters] of lineRules) {
    const match = start.exec(line)
    if (match)
      return [...readLetters(line.slice(match[0].length), letters), { insert: '\n', attributes: attributes(match) }]
  }
  return [...readLetters(line), { insert: '\n' }]
}

/** Parses a line of table cells; the delimiter row of a Markdown table (`|---|---|`) is ignored. */
function readCells(line: string, index: number): Op[] {
  if (/^[|\s:-]+$/.test(line)) return []
  const cells = line
    .replace(/^\||\|$/g, '')
    .replace(/\{(\w+)\|/g, '{$1\u0001')
    .split('|')
  return cells.flatMap((cell) => [
    ...readLetters(cell.trim().replace('\u0001', '|')),
    { insert: '\n', attributes: { table: `row-${index}` } },
  ])
}

type LetterRule = [mark: RegExp, ops: (match: RegExpExecArray, around: TextAttributes) => Op[]]

const inside =
  (attributes: TextAttributes) =>
  (match: RegExpExecArray, around: TextAttributes): Op[] =>
    readLetters(match[1] ?? '', { ...around, ...attributes })

const letterRules: LetterRule[] = [
  [/\[\^(\w+)\]/, (match) => [{ insert: { footnote: match[1] ?? '' } }]],
  [
    /\[\[([^\]]+)\]\]/,
    (match, around) => [{ insert: match[1] ?? '', attributes: { ...around, case_number: match[1] ?? '' } }],
  ],
  [/\{(\w+)\|([^}]*)\}/, (match, around) => readLetters(match[2] ?? '', { ...around, annotation: match[1] ?? '' })],
  [/\*\*([^*]+)\*\*/, inside({ bold: true })],
  [/ar\(([^)]*)\)/, inside({ lang: 'ar' })],
  [/en\(([^)]*)\)/, inside({ lang: 'en' })],
]

function readLetters(text: string, around: TextAttributes = {}): Op[] {
  if (text === '') return []
  const found = letterRules
    .map(([mark, ops]) => ({ match: mark.exec(text), ops }))
    .filter((candidate) => candidate.match !== null)
    .sort((one, other) => (one.match?.index ?? 0) - (other.match?.index ?? 0))[0]
  if (!found?.match) return [plain(text, around)]

  const { match, ops } = found
  const before = text.slice(0, match.index)
  return [
    ...(before ? [plain(before, around)] : []),
    ...ops(match, around),
    ...readLetters(text.slice(match.index + match[0].length), around),
  ]
}

const plain = (insert: string, attributes: TextAttributes): Op =>
  Object.keys(attributes).length > 0 ? { insert, attributes } : { insert }
