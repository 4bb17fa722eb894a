import { isNearly } from '#shared/text/judgment/skeleton.ts'
import { conjunctions, initialDot, representatives } from '#shared/text/judgment/words.ts'
import { agreeing, closingWords, judgeTitles, presiding, titlePrefixes } from '#shared/text/judgment/judgeWords.ts'
import type { Segment, TextLine } from './textLines.ts'
import { type NameWord, wordsIn } from './namePieces.ts'

/** A line of two to five words without punctuation or figures. */
export const isBareName = ({ text }: TextLine, words: readonly NameWord[]) => {
  const withoutNumber = text.replace(/^\s*\d\s?[-.)]/, '').replace(initialDot, '')
  return hasLengthOfName(words) && !/[.،:؛\d]/.test(withoutNumber) && !words.some(isClosing)
}

export const hasLengthOfName = ({ length }: readonly NameWord[]) => length > 1 && length < 6
export const isClosing = ({ skeleton }: NameWord) => closingWords.has(skeleton)

/** Whether a word after a name says how the panel is made up, or who chairs it. */
export const saysMore = ({ skeleton }: NameWord) => isNearly(skeleton, agreeing) || isNearly(skeleton, presiding)

export const isSignature = ({ text }: TextLine) => /^\s*[([].{0,14}[)\]]?\s*$|^[\s._-]+$/u.test(text)

/** A title of two letters needs its first vowel sign too. */
export const isTitle = ({ skeleton, text }: NameWord) =>
  isNearly(skeleton, judgeTitles) &&
  !representatives.has(skeleton) &&
  (skeleton.length > 2 || /^["']?(?:[\u078e\u07a4]\u07a7|\u0796\u07a6\u0796)/u.test(text))

/** Parts between commas and conjunctions, each with its titles. */
export function splitNames({ line, start, end }: Segment): Segment[] {
  const parts: Segment[] = []
  let from = start
  for (const match of line.text
    .slice(start, end)
    .matchAll(/[،,؛;/()\n]|\s{2,}|\s[–—-]\s|(?:^|\s)[\d٠-٩]{1,2}\s?[.)–-](?=\s)/gu)) {
    parts.push({ line, start: from, end: start + match.index })
    from = start + match.index + match[0].length
  }
  return [...parts, { line, start: from, end }]
    .flatMap(splitAtWords)
    .filter((part) => wordsIn(withoutTitles(part)).length > 1)
}

/** At conjunctions, and before a title that follows a name. */
function splitAtWords(segment: Segment): Segment[] {
  const words = wordsIn(segment)
  const beginsTitle = (word: NameWord, index: number) => isTitle(word) && !isTitlePart(words[index - 1])
  const cut = words.find(
    (word, index) => index > 0 && (isConjunction(word) || joinedAnd.test(word.text) || beginsTitle(word, index)),
  )
  if (!cut) return [segment]
  const and = joinedAnd.exec(cut.text)
  if (and) {
    const after = { ...segment, start: cut.end }
    return [{ ...segment, end: cut.start + and.index }, ...(wordsIn(after).length > 0 ? splitAtWords(after) : [])]
  }
  const rest = { ...segment, start: isConjunction(cut) ? cut.end : cut.start }
  return [{ ...segment, end: cut.start }, ...splitAtWords(rest)]
}

/** The conjunction that is joined to the last word of a name. */
const joinedAnd = /(?<=\p{L}\p{M})\u0787\u07a7\u0787\u07a8$/u

export const isConjunction = ({ skeleton }: NameWord) => conjunctions.has(skeleton)

export const isTitlePart = (word: NameWord | undefined) =>
  word !== undefined && (isTitle(word) || titlePrefixes.has(word.skeleton))

/** Without the titles before the name, a number of the list, and what follows the name in brackets. */
export function withoutTitles(segment: Segment): Segment {
  const words = wordsIn(segment)
  let first = words.findIndex((word) => !isTitlePart(word) && !/^\d+$/.test(word.text) && !isConjunction(word))
  const lastTitle = words.findLastIndex((word) => isTitle(word))
  if (lastTitle >= 0 && lastTitle < words.length - 1) first = lastTitle + 1
  const [start, end] = [words[first], words.slice(0, Math.max(first, 0) + max_name_words).at(-1)]
  return start && end ? { line: segment.line, start: start.start, end: end.end } : { ...segment, end: segment.start }
}

const max_name_words = 6
