import {
  againstWith,
  andEnding,
  betweenParties,
  caseIntroduction,
  claimantTurns,
  conjunctions,
  from,
  genitive,
  onBehalf,
  respondantTurns,
  upon,
  withEnding,
} from '#shared/text/judgment/words.ts'
import { findPhrase, isNearly, type Skeleton } from '#shared/text/judgment/skeleton.ts'
import { joinNext, type Judgment } from './document.ts'
import { type NameWord, wordsIn } from './namePieces.ts'
import { isNameAlone, isOfSentence, namesIn } from './names.ts'
import type { Parties } from './partyList.ts'
import { type Segment, textOf, type TextLine } from './textLines.ts'

const sentence_lines = 20
const max_letters = 260

/** The two sides of a case in one sentence, over broken lines, with their addresses: `A and B, between them`, `A claims, B is claimed of`. */
export function namesInTurns(judgment: Judgment): Parties {
  for (const line of judgment.lines.slice(0, sentence_lines)) {
    const joined = goesOn(judgment, line) ? joinNext(judgment, joinNext(judgment, line)) : line
    const parties = namesBeforeRelation(joined, line.text.length) ?? namesBeforeVerbs(joined, line.text.length)
    if (parties) return parties
  }
  return { claimant: [], respondant: [] }
}

/** Whether a line is long enough to go on in the next one: a heading is not. */
const goesOn = ({ fullWidth }: Judgment, line: TextLine) => line.line.box.width > fullWidth * open_share
const open_share = 0.6

/** Where the names begin in a line: after `this is`, `this case is`. */
export function endOfIntroduction(line: TextLine): number {
  const intros = caseIntroduction.map((phrase) => findPhrase(phrase, line.skeleton, line.text))
  return Math.max(0, ...intros.flatMap((found) => (found?.start === 0 ? [found.end] : [])))
}

/** `A and B, between them`, `A, against B`, `from A, upon B`: the word for the relation stands after the second side. */
function namesBeforeRelation(line: TextLine, first: number): Parties | undefined {
  const start = endOfIntroduction(line)
  const words = wordsIn({ line, start, end: line.text.length })
  const at = words.findIndex(({ skeleton }) => isNearly(skeleton, betweenParties) || upon.has(skeleton))
  const [last, relation] = [words[at - 1], words[at]]
  if (!last || !relation || start > first || relation.start - start > max_letters) return undefined
  const second = endOfSecond(words, at)
  if (second === undefined) return undefined
  const behalf = onBehalf.exec(line.text.slice(start, relation.start))
  if (behalf) {
    const cut = start + behalf.index
    return partiesOf({ line, start, end: cut }, { line, start: cut + behalf[0].length, end: second })
  }
  if (upon.has(relation.skeleton) || words.slice(0, at).some(({ skeleton }) => from.has(skeleton))) return undefined
  for (const cut of cutsIn(words.slice(0, at))) {
    const parties = partiesOf({ line, start, end: cut.end }, { line, start: cut.start, end: second })
    if (parties) return parties
  }
  return againstWith.has(relation.skeleton) ? namesAroundComma(line, start, second) : undefined
}

/** Where the second side ends before the word for the relation: without the ending `with` or `of`, apart or joined to the name. */
function endOfSecond(words: readonly NameWord[], at: number): number | undefined {
  const [before, last] = words.slice(Math.max(0, at - 2), at)
  if (!last) return before && endWithout(before)
  return last.skeleton.length <= 2 && (withEnding.test(last.text) || last.text === genitive)
    ? before?.end
    : endWithout(last)
}

const endWithout = ({ text, end }: NameWord) =>
  end - ((withEnding.exec(text) ?? /\u078e\u07ac$/u.exec(text))?.[0].length ?? 0)

/** The places of `and`, apart or joined to a name: the end of what is before it, and the start of what follows. */
function cutsIn(words: readonly NameWord[]): { end: number; start: number }[] {
  return words.flatMap((word, index) => {
    const next = words[index + 1]
    if (index === 0 || !next) return []
    if (conjunctions.has(word.skeleton)) return [{ end: word.start, start: word.end }]
    const and = andEnding.exec(word.text)
    return and && and.index > 0 ? [{ end: word.start + and.index, start: word.end }] : []
  })
}

/** `A, address, against B`: the last name is that of the other side. */
function namesAroundComma(line: TextLine, start: number, end: number): Parties | undefined {
  const names = namesIn({ line, start, end }, true)
  return names.length > 1 && names.every(isAlone)
    ? { claimant: names.slice(0, -1), respondant: names.slice(-1) }
    : undefined
}

/** `A claims, B is claimed of`: each name stands before its verb. */
function namesBeforeVerbs(line: TextLine, first: number): Parties | undefined {
  const start = endOfIntroduction(line)
  const claims = nearest(claimantTurns, line, start)
  const claimed = claims && nearest(respondantTurns, line, claims.end)
  if (!claimed || claims.start > first || claimed.end - start > max_letters) return undefined
  return partiesOf({ line, start, end: claims.start }, { line, start: claims.end, end: claimed.start })
}

function nearest(phrases: readonly Skeleton[], line: TextLine, from: number) {
  const matches = phrases.flatMap((phrase) =>
    line.skeleton.text.includes(phrase.text) ? (findPhrase(phrase, line.skeleton, line.text, from) ?? []) : [],
  )
  return matches.toSorted((one, other) => one.start - other.start || other.end - one.end)[0]
}

function partiesOf(claimant: Segment, respondant: Segment): Parties | undefined {
  if (/[:؛]/u.test(textOf({ ...claimant, end: respondant.end }))) return undefined
  const parties = { claimant: namesIn(claimant, true), respondant: namesIn(respondant, true) }
  return Object.values(parties).every((names) => names.length > 0 && names.every(isAlone)) ? parties : undefined
}

const isAlone = (name: Segment) =>
  isNameAlone(name) && !isOfSentence(name) && !wordsIn(name).some(({ text }) => ofSentence.test(text))

/** Further endings of words that are in no name: of a verb, of `a`, of `also`. */
export const ofSentence =
  /(?:\u0782\u07a9|\u07ac\u0787\u07b0|\u0788\u07ac\u0790\u07b0|\u0789\u07a6\u0781\u07b0|\u0786\u07a6\u0782\u07b0)$/u
