import { limits } from '#shared/limits.ts'
import { foldCaseNumbers, wordsOfCaseNumber } from '#shared/text/caseNumbers/atoms.ts'
import { citedForms } from '#shared/text/caseNumbers/citedForms.ts'
import { countLetters, maxWordLength, snapToLetter, tokenizeWords } from '#shared/text/language/tokenizer.ts'
import { type ExactWord, tokenizeExact } from '#shared/text/language/exactForm.ts'
import { foldText } from '#shared/text/language/fold.ts'
import { filterLabels } from './operators.ts'
import type { Token } from './token.ts'
import type { RepairLog } from './repairLog.ts'
import type { Leaf } from './tree.ts'
import type { SourceSpan } from './stripInvisible.ts'

/** Parses a token into a leaf of the syntax tree; undefined when it contains no letter or digit. */
export function parseTerm(token: Token, repairLog: RepairLog): Leaf | undefined {
  const leaf = leafOf(token, repairLog)
  return leaf && repairLog.countTerm(leaf) ? leaf : undefined
}

function leafOf(token: Token, repairLog: RepairLog): Leaf | undefined {
  if (token.kind === 'number') return numberLeaf(token, repairLog)
  if (token.kind !== 'quote') return chunkLeaf(token, repairLog)
  const { content, closed } = token
  if (!closed) repairLog.report('quote-unclosed', token.text)
  const words = exactWordsIn(content)
  if (content.text.includes('*')) repairLog.report('star-misplaced', token.text)
  if (words.length === 0 && closed) repairLog.report('quote-empty', token.text)
  return phraseLeaf(words, true)
}

function numberLeaf({ text, start, end, keys }: Token & { kind: 'number' }, repairLog: RepairLog): Leaf {
  const folded = foldCaseNumbers(text).text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N})]+$/gu, '')
  const words = wordsOfCaseNumber(text) ?? tokenizeWords(text).map(({ word }) => word)
  return { kind: 'number', keys, text: folded, words, forms: repairLog.countForms(citedForms(keys, words)), start, end }
}

function chunkLeaf(token: Token, repairLog: RepairLog): Leaf | undefined {
  const { text } = token
  const words = exactWordsIn(token)
  const [first] = words
  const unknown = /^(\p{L}[\p{L}\p{M}]{1,19}):[\p{L}\p{N}]/u.exec(text)?.[1]
  // In a passage a known label is a heading.
  if (unknown !== undefined && !filterLabels.has(foldText(unknown))) repairLog.report('filter-unknown', unknown)
  if (!first || words.length > 1) {
    if (text.includes('*')) repairLog.report('star-misplaced', text)
    return phraseLeaf(words, false)
  }
  const { word, exact, end } = first
  if (word.length > maxWordLength) repairLog.report('word-too-long', word.slice(0, snapToLetter(word, reportedLetters)))
  if (!text.includes('*')) return { kind: 'word', word, ...(exact !== word && { exact }), start: first.start, end }
  const isQuery = isPrefix(text, word)
  if (!isQuery) repairLog.report('star-misplaced', text)
  return { kind: isQuery && repairLog.countWildcard(text) ? 'prefix' : 'word', word, start: first.start, end }
}

/** Whether the text of one word is a prefix query; after too few letters a star is a footnote mark. */
export const isPrefix = (text: string, word: string) =>
  /[\p{L}\p{M}\p{N}]\*\P{L}*$/u.test(text) && countLetters(word) >= limits.search.min_star_letters

const reportedLetters = 24

function phraseLeaf(words: readonly ExactWord[], quoted: boolean): Leaf | undefined {
  const [first, last] = [words[0], words.at(-1)]
  if (!first || !last) return undefined
  return {
    kind: 'phrase',
    words: words.map(({ word }) => word),
    exact: words.map(({ exact }) => exact),
    quoted,
    start: first.start,
    end: last.end,
  }
}

const exactWordsIn = ({ raw, start }: SourceSpan): ExactWord[] =>
  tokenizeExact(raw).map((word) => ({ ...word, start: word.start + start, end: word.end + start }))
