import { partyWords } from '#shared/text/judgment/clauses.ts'
import { genitive, isEnding, upon } from '#shared/text/judgment/words.ts'
import {
  agreeing,
  andJoined,
  deciding,
  honorifics,
  judgedBy,
  judgedThings,
  judgingVerbs,
  lowerCourt,
  pluralOfJudges,
  presiding,
  thisOne,
} from '#shared/text/judgment/judgeWords.ts'
import { courtForms } from '#shared/text/judgment/caseWords.ts'
import { hasLengthOfName, isClosing, isConjunction, isTitle, isTitlePart } from './judgeNames.ts'
import type { Judgment } from './document.ts'
import { listNumber, type NameWord, piecesOf, wordsIn } from './namePieces.ts'
import { isNameAlone } from './names.ts'
import { type Segment, type TextLine, whole } from './textLines.ts'

/** The judges in a sentence that says of this case that they decided it: each name stands after a title. */
export function namesOfPanel(line: TextLine): Segment[] {
  const words = wordsIn(whole(line))
  const ends = words.flatMap(({ text }, at) => (isEnding.test(text) ? [at + 1] : []))
  return ends.flatMap((end, index) => namesOfDecision(line, words.slice(ends[index - 1] ?? 0, end), index === 0))
}

function namesOfDecision(line: TextLine, sentence: readonly NameWord[], isFirst: boolean): Segment[] {
  const [first, second] = sentence
  const last = sentence.at(-1)
  if (!first || !last || !sentence.some(isOfDecision)) return []
  const said = line.text.slice(first.start, last.end)
  const isOfCase = second && judgedThings.has(first.skeleton) && judgedBy.has(second.skeleton)
  if (!(isOfCase || thisOne.test(said)) || lowerCourt.test(line.text.slice(0, last.end))) return []
  const names = sentence.flatMap((_, at) => (isOfficeBefore(sentence, at) ? (nameFrom(line, sentence, at) ?? []) : []))
  // One name alone needs a sentence about this case whose verb is that of a decision.
  const isSaid = isFirst && /^\u0789\u07a8/u.test(first.text) && sentence.some(({ skeleton }) => deciding.has(skeleton))
  const [name] = names
  return names.length > 1 || (isSaid && name && !isOfAnotherCourt(sentence, name)) ? names : []
}

/** Whether a court in the genitive that is not called this one stands before the titles of a name. */
function isOfAnotherCourt(words: readonly NameWord[], { start }: Segment): boolean {
  const at = words.findLastIndex((word) => word.start < start && !(isTitlePart(word) && !word.text.endsWith(genitive)))
  const [before, court] = words.slice(Math.max(0, at - 1), at + 1)
  const isThis = thisOne.test(`${before?.text ?? ''} ${court?.text ?? ''}`)
  return (court?.text.endsWith(genitive) ?? false) && !isThis
}

const isOfDecision = ({ skeleton, text }: NameWord) =>
  judgedBy.has(skeleton) ||
  judgingVerbs.has(skeleton) ||
  presiding.has(skeleton) ||
  agreeing.has(skeleton) ||
  isEnding.test(text)

/** Whether the last title before a name stands at a place, and one of an office is among them. */
function isOfficeBefore(words: readonly NameWord[], at: number): boolean {
  const [word, next] = words.slice(at, at + 2)
  if (!word || !isTitlePart(word) || !next || isTitlePart(next)) return false
  const first = words.slice(0, at).findLastIndex((one) => !isTitlePart(one)) + 1
  return words.slice(first, at + 1).some((one) => isTitle(one) && !honorifics.has(one.skeleton))
}

/** The name after a title: up to a mark, a conjunction, a title or a word of the sentence, without an ending that is joined to it. */
function nameFrom(line: TextLine, words: readonly NameWord[], title: number): Segment | undefined {
  const from = title + 1
  const first = words[from]
  if (!first) return undefined
  const to = words.findIndex((word, index) => {
    const before = words[index - 1]
    if (index <= from || !before) return false
    return /[،,؛;:()]/u.test(line.text.slice(before.end, word.start)) || stopsName(word)
  })
  const last = words[(to < 0 ? words.length : to) - 1]
  if (!last) return undefined
  const ending = (andJoined.exec(last.text) ?? isEnding.exec(last.text))?.[0].length ?? 0
  const segment = { line, start: first.start, end: last.end - ending }
  const name = wordsIn(segment)
  return hasLengthOfName(name) && !name.some(isClosing) ? segment : undefined
}

const stopsName = (word: NameWord) =>
  /\d/.test(word.text) ||
  word.text === genitive ||
  upon.has(word.skeleton) ||
  isTitlePart(word) ||
  isConjunction(word) ||
  agreeing.has(word.skeleton) ||
  presiding.has(word.skeleton) ||
  judgingVerbs.has(word.skeleton) ||
  isJudgedThing(word) ||
  isEnding.exec(word.text)?.index === 0

/** Whether a word is what is decided; one name has the letters of the word for an order. */
export const isJudgedThing = ({ skeleton, text }: NameWord) =>
  judgedThings.has(skeleton) && !/^[\u0787\u07a2]\u07aa\u0789\u07a6/u.test(text)

/** The end of what says, at the start of a line, who decided: `decided:`, `signed by:`, `of the civil court` after it; 0 without it. */
export function endOfDecided(text: string, line: TextLine): number {
  const lead = /^[^:؛]{3,60}[:؛]\s*/u.exec(text)
  if (!lead || lowerCourt.test(lead[0])) return 0
  const words = wordsIn({ line, start: 0, end: lead[0].length })
  const last = words.findLast(({ skeleton }) => !partyWords.has(skeleton))
  if (!last || !deciding.has(last.skeleton)) return 0
  return endOfCourt(line, lead[0].length) ?? lead[0].length
}

/** The end of the name of a court in the genitive that begins at a place of a line. */
export function endOfCourt(line: TextLine, start: number): number | undefined {
  const words = wordsIn({ line, start, end: line.text.length }).slice(0, max_court_words)
  return words.findLast(({ text, skeleton }) => text.endsWith(genitive) && courtForms.has(skeleton))?.end
}

const max_court_words = 6

/** The names in the numbered lines below a line that is only the word for judges or members. */
export function namesBelowHeading({ lines }: Judgment, line: TextLine): Segment[] {
  const words = wordsIn(whole(line))
  const last = words.at(-1)
  if (!last || words.length > max_heading || !pluralOfJudges.test(last.text) || !isTitle(last)) return []
  const below = lines.slice(line.next, line.next + max_judges)
  const end = below.findIndex((one, at) => listNumber(one.text) !== at + 1)
  const names = below
    .slice(0, end < 0 ? below.length : end)
    .map((one) => piecesOf({ ...whole(one), start: numberMark.exec(one.text)?.[0].length ?? 0 })[0])
  const found = names.flatMap((name) => (name && isNameAlone(name) ? [name] : []))
  return found.length > 1 && found.length === names.length ? found : []
}

const numberMark = /^\s*\(?\d{1,2}\s?[.)–-]\s*/u
const max_heading = 3
const max_judges = 12
