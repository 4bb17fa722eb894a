import { findPhrase, type Skeleton } from '#shared/text/judgment/skeleton.ts'
import {
  caseOfParty,
  claimantIs,
  genitive,
  isEnding,
  longEnding,
  orders,
  respondantIs,
  uponIs,
  concerning,
} from '#shared/text/judgment/words.ts'
import { isPartyLabel, joinNext, joinSentence, type Judgment } from './document.ts'
import { type Segment, textOf, type TextLine } from './textLines.ts'
import { type NameWord, piecesOf, wordsIn } from './namePieces.ts'
import { isNameAlone, isOfSentence, namesIn } from './names.ts'
import { type Parties, type Side, sides } from './partyList.ts'

/** The sentences that name the parties stand before the text. */
const first_lines = 30
const case_lines = 15
const last_lines = 40

/** `The claimant is A.`, `A appeals. The respondent is B.`: the parties in sentences that begin a judgment. */
export function namesAfterVerbs(judgment: Judgment): Parties {
  const parties: Parties = { claimant: [], respondant: [] }
  const labelled = new Set(
    judgment.labels.filter((label) => isPartyLabel(label) && label.start < 4).map(({ line }) => line.index),
  )
  for (const line of judgment.lines.slice(0, first_lines)) {
    if (labelled.has(line.index)) continue
    for (const { side, match } of verbsIn(joinNext(judgment, line), line.text.length)) {
      const { names, isUpon } = namesAfter(joinSentence(judgment, line), match)
      const of = isUpon ? 'respondant' : side
      if (parties[of].length === 0) parties[of] = names
    }
  }
  return parties
}

type Verb = { side: Side; match: { start: number; end: number; cost: number } }

/** The phrases that begin in the first `length` letters of a line; of two at one place the nearer one. */
function verbsIn(line: TextLine, length: number): Verb[] {
  const matches = sides.flatMap((side) =>
    verbs[side].flatMap((phrase): Verb[] => {
      const first = mayHold(line, phrase) ? findPhrase(phrase, line.skeleton, line.text) : undefined
      const next = first && findPhrase(phrase, line.skeleton, line.text, first.end)
      return [first, next].flatMap((match) => (match && match.start < length ? [{ side, match }] : []))
    }),
  )
  const best: Verb[] = []
  for (const verb of matches.toSorted((one, other) => costOf(one) - costOf(other)))
    if (!best.some(({ match }) => match.start < verb.match.end && verb.match.start < match.end)) best.push(verb)
  return best
}

/** Whether the first or the last letters of a phrase stand in a line as they are: the search for others is not worth its time. */
const mayHold = ({ skeleton }: TextLine, { text }: Skeleton) =>
  skeleton.text.includes(text.slice(0, 5)) || skeleton.text.includes(text.slice(-5))

const verbs = { claimant: claimantIs, respondant: respondantIs }
/** Of two phrases that differ by as much, the longer says more. */
const costOf = ({ match }: Verb) => match.cost - (match.end - match.start) / 100

/** `This is the case that A appealed`, and the order at the end of a judgment that B is given. */
export function namesInProse(judgment: Judgment): Parties {
  const { lines } = judgment
  return {
    claimant: firstOf(lines.slice(0, case_lines), (line) => namesBeforeCase(joinSentence(judgment, line))),
    respondant: firstOf(lines.slice(-last_lines), (line) => nameBeforeOrder(joinSentence(judgment, line)) ?? []),
  }
}

function firstOf(lines: readonly TextLine[], find: (line: TextLine) => Segment[]): Segment[] {
  for (const line of lines) {
    const found = find(line)
    if (found.length > 0) return found
  }
  return []
}

/** The names between a phrase and the end of its sentence; a clause may stand before a name. */
function namesAfter(line: TextLine, match: Verb['match']): { names: Segment[]; isUpon: boolean } {
  const words = wordsIn({ line, start: match.start, end: line.text.length })
  const at = words.findIndex((word) => word.end >= match.end && word.end <= match.end + 1)
  const end = words.findIndex((word, index) => index > at && isEnding.test(word.text))
  const [verb, next, last] = [words[at], words[at + 1], words[end]]
  if (!verb || !next || !last || !longEnding.test(verb.text) || isPurpose.test(last.text))
    return { names: [], isUpon: false }
  const before = words[end - 1]?.text === genitive ? words[end - 2] : words[end - 1]
  const isUpon = before !== undefined && (uponIs.has(last.skeleton) || concerning.test(last.text))
  const ofUpon = before?.text.endsWith(genitive) ? genitive.length : 0
  const to = isUpon ? before.end - ofUpon : last.end - (isEnding.exec(last.text)?.[0].length ?? 0)
  const value = { line, start: next.start, end: to }
  if (value.end - value.start > max_value || textOf(value).includes(':')) return { names: [], isUpon }
  const hasClause = wordsIn(value).some((word) => endsClause(word) && !word.text.endsWith(genitive))
  const names = hasClause ? [] : namesIn(value, true)
  if (names.length > 0 && names.every((name) => isNameAlone(name) && !isOfSentence(name))) return { names, isUpon }
  const name = nameOfWords(line, wordsIn(value), value.end)
  return { names: name ? [name] : [], isUpon }
}

/** `in order to`, at the end of a sentence: it names no one. */
const isPurpose = /\u07aa\u0789\u07a6\u0781\u07ac\u0788\u07ac$/u

/** A sentence about a party that is longer says more than its name and address. */
const max_value = 240

/** The names before the phrase that ends a sentence: after the last comma, or the last clause. */
function namesBeforeCase(line: TextLine): Segment[] {
  const [match] = caseOfParty.flatMap((phrase) => findPhrase(phrase, line.skeleton, line.text) ?? [])
  if (!match) return []
  const piece = piecesOf({ line, start: 0, end: match.start }).at(-1)
  const name = piece && nameOfWords(line, wordsIn(piece), piece.end)
  return name ? namesIn(name) : []
}

/** `to B, it is ordered`: the name stands between the end of a clause and the ending of its case. */
function nameBeforeOrder(line: TextLine): Segment[] | undefined {
  const words = wordsIn({ line, start: 0, end: line.text.length })
  const at = words.findIndex(({ skeleton }) => orders.has(skeleton))
  const given = words[at - 1]
  const ending = /\u0787\u07a6\u0781\u07b0$/u.exec(given?.text ?? '')?.[0].length
  if (at < 0 || !given || !ending) return undefined
  const isAlone = given.text.length === ending
  const before = words.slice(0, isAlone ? at - 1 : at)
  const end = isAlone ? before.at(-1)?.end : given.end - ending
  const name = before.some(endsClause) && end !== undefined ? nameOfWords(line, before, end) : undefined
  return name && [name]
}

/** The words after the last one that ends a clause. */
function nameOfWords(line: TextLine, words: readonly NameWord[], end: number): Segment | undefined {
  const start = words[words.findLastIndex(endsClause) + 1]?.start
  const name = start === undefined || start >= end ? undefined : { line, start, end }
  return name && isNameAlone(name) && !/[،,؛:]/.test(textOf(name)) ? name : undefined
}

/** Endings of the genitive and other cases, and of verbs before a noun; two of them end the names Hussain and Hawwa too. */
const endsClause = ({ text }: NameWord) =>
  /(?:\u078e\u07ac|\u078e\u07a6\u0787\u07a8|[\u0787\u0789]\u07a6\u0781\u07b0|(?<!\u0790\u07a6)\u0787\u07a8\u0782\u07b0|\u0786\u07aa\u0783[\u07a8\u07a7]|\u0787\u07aa\u0785\u07ad|\u0780\u07aa\u0783\u07a8|(?<!^[\u0780\u0799]\u07a6\u0787\u07b0)\u0788\u07a7)$/u.test(
    text,
  )
