import { personNames } from '#shared/text/judgment/personNames.ts'
import { foldText } from '#shared/text/language/fold.ts'
import type { Judgment } from '#server/analysis/fields/document.ts'
import { wordsIn } from '#server/analysis/fields/namePieces.ts'
import { type Segment, type TextLine, whole } from '#server/analysis/fields/textLines.ts'

/** A word of a line as the tagger knows it: by its consonants, or as a name or a number. */
export type Token = {
  segment: Segment
  word: string
  /** The last two letters and signs. */
  ending: string
  /** The signs between the word and its neighbors. */
  before: string
  after: string
  isBracketed: boolean
}

export type TokenLine = { line: TextLine; tokens: Token[]; isNames: boolean; fromEnd: number }

/** Parties and judges stand at the beginning of a judgment and at its end. */
const headLines = 45
const closingLines = 25

/** The words of the lines at the beginning and at the end. `isName` says which words are those of personal names. */
export function readTokens({ lines }: Pick<Judgment, 'lines'>, isName = isPersonName): TokenLine[] {
  return lines
    .filter(({ index }) => index < headLines || index >= lines.length - closingLines)
    .map((line) => {
      const tokens = tokensOf(line, isName)
      return {
        line,
        tokens,
        isNames: tokens.length > 0 && tokens.length <= maxNameWords && tokens.every(({ word }) => word === nameWord),
        fromEnd: lines.length - line.index,
      }
    })
}

const maxNameWords = 5
/** A printed line has fewer: of a page without line breaks only so many are read. */
const maxLineWords = 60

export const isPersonName = (skeleton: string) => personNames.has(skeleton)

/** What stands for each word of a name: which name it is says nothing. */
export const nameWord = 'NAME'

function tokensOf(line: TextLine, isName: (skeleton: string) => boolean): Token[] {
  const words = wordsIn(whole(line)).slice(0, maxLineWords)
  let depth = 0
  return words.map(({ text, start, end, skeleton }, at) => {
    const before = line.text.slice(words[at - 1]?.end ?? 0, start)
    const after = line.text.slice(end, words[at + 1]?.start)
    for (const sign of before)
      if (opening.has(sign)) depth += 1
      else if (closing.has(sign)) depth = Math.max(0, depth - 1)
    return {
      segment: { line, start, end },
      word: isName(skeleton) ? nameWord : (numberWord(text) ?? skeleton),
      ending: foldText(text).slice(-2),
      before: at === 0 ? lineStart : signsOf(before),
      after: at === words.length - 1 ? `${signsOf(after)}${lineEnd}` : signsOf(after),
      isBracketed: depth > 0,
    }
  })
}

const opening = new Set('([')
const closing = new Set(')]')
const lineStart = '^'
const lineEnd = '$'

/** A year, another number, or a number with letters. */
function numberWord(text: string): string | undefined {
  if (!/\d/.test(text)) return undefined
  if (/^\d{4}$/.test(text)) return '#year'
  return /^\d+$/.test(text) ? '#' : '#code'
}

/** The signs without spaces; several spaces divide columns. */
function signsOf(between: string): string {
  const signs = between.replace(/\s/g, '')
  return signs === '' && between.length > 1 ? 'column' : signs.slice(0, 2)
}
