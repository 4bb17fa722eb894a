import { nameWord, type Token, type TokenLine } from './tokens.ts'

/**
 * The features of each word, as hashes: the words near it in its line, with their beginnings and endings; the signs around it;
 * the label before it; the lines around its own; and its place in the judgment.
 */
export function featuresOf(lines: readonly TokenLine[]): number[][] {
  return lines.flatMap((line, at) => {
    const shared = lineFeatures(lines, at)
    return line.tokens.map((token, position) =>
      [...ofToken(token), ...ofNeighbors(line, position), ...ofLabel(line, position), ...shared].map(hash),
    )
  })
}

const ofToken = ({ word, ending, before, after, isBracketed }: Token) => [
  'any',
  `ending ${ending}`,
  `beginning ${word.slice(0, 3)}`,
  `before ${before}`,
  `after ${after}`,
  `bracketed ${isBracketed}`,
]

const nearWords = 2
const wordsAround = 6
const partsAround = 4
const partLetters = 4

function ofNeighbors({ tokens }: TokenLine, position: number): string[] {
  const word = (offset: number) => tokens[position + offset]?.word ?? (offset < 0 ? '^' : '$')
  const near = range(-nearWords, nearWords).map((offset) => `word ${offset} ${word(offset)}`)
  const pairs = [-2, -1, 0, 1].map((offset) => `pair ${offset} ${word(offset)} ${word(offset + 1)}`)
  const around = range(-wordsAround, wordsAround).flatMap((offset) => {
    const token = tokens[position + offset]
    if (!token || offset === 0) return []
    const side = offset < 0 ? 'left' : 'right'
    if (Math.abs(offset) > partsAround || isClass(token)) return [`${side} ${token.word}`]
    return [
      `${side} ${token.word}`,
      `${side} begins ${token.word.slice(0, partLetters)}`,
      `${side} ends ${token.word.slice(-3)}`,
    ]
  })
  return [...near, ...pairs, ...around]
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** Whether a word stands for a class of words. */
const isClass = ({ word }: Token) => word === nameWord || word.startsWith('#')

const labelWords = 6

/** The words of the label that a colon ends before the word in its line. */
function ofLabel({ tokens }: TokenLine, position: number): string[] {
  const end = tokens.slice(0, position).findLastIndex(({ after }) => after.startsWith(':'))
  if (end < 0) return []
  const label = tokens.slice(Math.max(0, end - labelWords + 1), end + 1)
  const last = label.at(-1)
  return [
    ...label.flatMap((token) => [
      `label ${token.word}`,
      `label begins ${token.word.slice(0, partLetters)}`,
      `label ending ${token.ending}`,
    ]),
    `label last ${last?.word ?? ''}`,
    `label pair ${label.at(-2)?.word ?? '^'} ${last?.word ?? ''}`,
  ]
}

const shortLine = 8

/** What all words of a line share. */
function lineFeatures(lines: readonly TokenLine[], at: number): string[] {
  const line = lines[at]
  if (!line) return []
  const [previous, next] = [lines[at - 1], lines[at + 1]]
  const isShort = line.tokens.length <= shortLine
  return [
    `from start ${bucket(line.line.index, [3, 6, 10, 16, 25])}`,
    `from end ${bucket(line.fromEnd, [3, 6, 12])}`,
    `length ${bucket(line.tokens.length, [4, 8, 15])}`,
    `names ${line.isNames} ${previous?.isNames ?? false} ${next?.isNames ?? false}`,
    ...wordsOf(previous, shortLine).map((word) => `previous ${word}`),
    `previous last ${previous?.tokens.at(-1)?.word ?? '^'}`,
    ...(isShort ? wordsOf(next, wordsAround).map((word) => `next ${word}`) : []),
    `next first ${next?.tokens[0]?.word ?? '$'}`,
    ...labelAbove(lines, at),
  ]
}

const wordsOf = (line: TokenLine | undefined, count: number) =>
  (line?.tokens ?? []).slice(0, count).map(({ word }) => word)

const bucket = (value: number, ends: readonly number[]) => ends.findIndex((end) => value < end)

/** Lines above among which the label of a list of names is looked for, and the most words of a label without a colon. */
const linesToLabel = 10
const headingWords = 5

/** The words of the nearest label above, and how far it is. */
function labelAbove(lines: readonly TokenLine[], at: number): string[] {
  const above = lines.slice(Math.max(0, at - linesToLabel), at)
  const nearest = above.findLastIndex((line) => !line.isNames && labelEnd(line) > 0)
  const line = above[nearest]
  if (!line) return []
  const distance = Math.min(above.length - nearest, 3)
  return line.tokens
    .slice(0, labelEnd(line))
    .flatMap(({ word }) => [`above ${word}`, `above ${distance} ${word}`, `above begins ${word.slice(0, partLetters)}`])
}

/** The number of words of the label with which a line begins; a short line without names and numbers is a heading. */
function labelEnd({ tokens }: TokenLine): number {
  const colon = tokens.findIndex(({ after }) => after.startsWith(':'))
  if (colon >= 0) return colon + 1
  return tokens.length <= headingWords && !tokens.some(isClass) ? tokens.length : 0
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value >>> 0
}
