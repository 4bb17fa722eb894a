import { partyWords } from '#shared/text/judgment/clauses.ts'
import { asking, relatives } from '#shared/text/judgment/leadWords.ts'
import { isNearly, placeAt } from '#shared/text/judgment/skeleton.ts'
import {
  against,
  clauseStops,
  concerning,
  conjunctions,
  demonstrative,
  fromHands,
  genitive,
  saying,
  sentenceEnding,
  thatOne,
  upon,
  withEnding,
} from '#shared/text/judgment/words.ts'
import { firstInstance, judgedThings, lowerCourt } from '#shared/text/judgment/judgeWords.ts'
import { joinSentence, type Judgment } from './document.ts'
import { type LabelMatch, matchesAt } from './labelMatches.ts'
import { type NameWord, wordsIn } from './namePieces.ts'
import { isOffice } from './companies.ts'
import { isNameAlone, namesIn } from './names.ts'
import { endOfSender } from './partiesInSentence.ts'
import { ofSentence } from './partiesInTurns.ts'
import { type Parties, sides } from './partyList.ts'
import type { Segment } from './textLines.ts'

const first_lines = 14
const min_letters = 40
const max_letters = 280

/**
 * The two sides in a sentence whose words are not known: verbs, places and words for persons divide it into clauses, and the names of a
 * clause are one side. The last clause before `upon` or `against` is the respondent's; or each side stands after its role.
 */
export function namesInClauses(judgment: Judgment): Parties {
  for (const line of judgment.lines.slice(0, first_lines)) {
    if (isFirstParagraph.test(line.text)) break
    if (line.text.length < min_letters || line.text.includes(':')) continue
    const joined = joinSentence(judgment, line)
    const text = joined.text.slice(0, paragraph.exec(joined.text)?.index)
    const end = sentenceEnd.exec(text)?.index ?? text.length
    const sentence = { line: joined, start: 0, end: Math.min(end, max_letters) }
    const parties =
      namesBeforeRelation(sentence) ?? namesAfterRoles(sentence, line.text.length) ?? namesOfSpeaker(sentence)
    if (parties) return parties
  }
  return { claimant: [], respondant: [] }
}

/** The mark of the first of the numbered paragraphs, before a line of text. */
const isFirstParagraph = /^\s*\(?1\s?[.)–-].{50}/u

/** The same mark in the lines that follow. */
const paragraph = /\s\(?1[.)]\s/u

/** The dot at the end of a sentence, or its verb. */
const sentenceEnd = /(?<=[\u0780-\u07b1]{4})\.(?:\s|$)|\u07ac\u0788\u07ac(?![\p{L}\p{M}])/u

function namesBeforeRelation(sentence: Segment): Parties | undefined {
  const words = wordsIn(sentence)
  const at = words.findIndex((word, index) => index > 0 && isRelation(word, words[index + 1]))
  const relation = words[at]
  if (!relation) return undefined
  const clauses = clausesIn(sentence, words.slice(0, at))
    .map(namesOfClause)
    .filter((names) => names.length > 0)
  const [last = [], before = []] = clauses.toReversed()
  // `the employee A of company B, against that company`: the last word names one that stands before.
  const office = clauses.find((names) => names.every(isOffice))
  if (thatOne.test(sentence.line.text.slice(sentence.start, relation.start)) && office && office !== last)
    return { claimant: last, respondant: office }
  const parties =
    before.length > 0
      ? { claimant: before, respondant: last }
      : { claimant: last.slice(0, -1), respondant: last.slice(-1) }
  return sides.every((side) => parties[side].length > 0) ? parties : undefined
}

/** `A says that B …`: the names before a verb of saying or claiming, and the first ones after it. */
function namesOfSpeaker(sentence: Segment): Parties | undefined {
  const words = wordsIn(sentence)
  const at = words.findIndex(({ text }) => saying.test(text))
  // A colon after the verb makes it a label.
  if (at < 1 || sentence.line.text.slice(0, words[at + 1]?.start).includes(':')) return undefined
  const [before, after] = [words.slice(0, at + 1), words.slice(at + 1)].map((some) =>
    clausesIn({ ...sentence, start: some[0]?.start ?? sentence.end }, some)
      .map(namesOfClause)
      .filter((names) => names.length > 0),
  )
  const parties = { claimant: before?.at(-1) ?? [], respondant: after?.[0] ?? [] }
  return sides.every((side) => parties[side].length > 0) ? parties : undefined
}

/** `upon`, `against`, or what falls upon the one before it. */
const isRelation = ({ skeleton, text }: NameWord, next: NameWord | undefined) =>
  isNearly(skeleton, upon) ||
  isNearly(skeleton, against) ||
  fromHands.has(skeleton) ||
  concerning.test(text) ||
  (next !== undefined && dative.test(skeleton) && falls.test(next.skeleton))
const dative = /\u0787\u0781$/u
/** The first letters of the word for what falls upon one. */
const falls = /^\u0783\u0787\u078b\u0788/u

/** The parts of a sentence between the words that are in no name, and before `and` and an address. */
function clausesIn({ line, start }: Segment, words: readonly NameWord[]): Segment[] {
  const clauses: Segment[] = []
  let from = start
  for (const [index, word] of words.entries()) {
    const next = words[index + 1]
    const sender = endOfSender(word)
    if (sender !== undefined) clauses.push({ line, start: from, end: sender })
    else if (isStop(word)) clauses.push({ line, start: from, end: word.start })
    else if (!next) clauses.push({ line, start: from, end: endWithoutCase(words, index) })
    else continue
    from = word.end
  }
  return clauses
}

const isStop = ({ text, skeleton }: NameWord) =>
  clauseStops.has(skeleton) ||
  partyWords.has(skeleton) ||
  relatives.has(skeleton) ||
  [sentenceEnding, ofSentence, converb, demonstrative, ablative, asking].some((ending) => ending.test(text))

/** The ending of a place or an office that one comes from, after a long vowel: out of the employment. */
const ablative = /[\u07a7\u07a9\u07ab\u07ad\u07af]\u0787\u07a8\u0782\u07b0$/u
const converb = /\u0786\u07ae\u0781\u07b0$/u

/** Without `of`, `with` or `to` after the last name, apart or joined to it. */
function endWithoutCase(words: readonly NameWord[], index: number): number {
  const [before, last] = words.slice(Math.max(0, index - 1), index + 1)
  const word = last ?? before
  if (!word) return 0
  const ending = caseEnding.exec(word.text)
  if (ending?.index === 0) return before?.end ?? 0
  return word.end - (ending?.[0].length ?? 0)
}

const caseEnding = new RegExp(
  String.raw`(?:${genitive}|\u0787\u07a7\u0787\u07a8|${withEnding.source.slice(0, -1)}|\u0787\u07a6\u0781\u07b0)$`,
  'u',
)

/** The names of a clause, when all of it that is no detail is one; `and` may join two with their addresses. */
function namesOfClause(clause: Segment): Segment[] {
  const words = wordsIn(clause)
  const cuts = words.filter(
    ({ skeleton, end }) => conjunctions.has(skeleton) && beforeAddress.test(clause.line.text.slice(end, clause.end)),
  )
  const starts = [clause.start, ...cuts.map(({ end }) => end)]
  const names = starts.flatMap((start, index) =>
    namesIn({ ...clause, start, end: cuts[index]?.start ?? clause.end }, true),
  )
  return names.every(isPerson) ? names : []
}

const beforeAddress = /^\s*[\u0780-\u07b1]{1,4}\.\s/u

const isPerson = (name: Segment) =>
  isNameAlone(name) && !wordsIn(name).some(({ skeleton, text }) => judgedThings.has(skeleton) || ofSentence.test(text))

/** `the claimant A and the respondent B`: each side stands after its role, which has its noun. */
function namesAfterRoles(sentence: Segment, first: number): Parties | undefined {
  const [one, other] = rolesIn(sentence).toSorted((role, next) => role.start - next.start)
  if (!one || !other || one.start > first) return undefined
  const namesOf = (role: LabelMatch) => {
    const end = role === one ? other.start : sentence.end
    const words = wordsIn({ ...sentence, start: role.end, end })
    const last = words.at(-1)
    const open = last && conjunctions.has(last.skeleton) ? words.slice(0, -1) : words
    const [clause] = clausesIn({ ...sentence, start: role.end }, open)
    return clause ? namesOfClause(clause) : []
  }
  const parties = { claimant: [], respondant: [], [one.kind]: namesOf(one), [other.kind]: namesOf(other) }
  return sides.every((side) => parties[side].length > 0) ? parties : undefined
}

/** The first role of each side, with its noun; of those that begin at one word the nearest. */
function rolesIn({ line, start, end }: Segment): LabelMatch[] {
  if (
    !/\u078a\u0783\u078c|\u0789\u0780/u.test(line.skeleton.text) ||
    [lowerCourt, firstInstance].some((court) => court.test(line.text))
  )
    return []
  const roles = wordsIn({ line, start, end }).flatMap((word) => {
    const at = line.skeleton.starts.indexOf(word.start)
    const matches = at < 0 ? [] : matchesAt(line, placeAt(line.skeleton, at))
    const [best] = matches
      .filter(({ isClause }) => !isClause)
      .toSorted((one, other) => one.cost - one.bonus - (other.cost - other.bonus) || other.end - one.end)
    const isWhole = best && !/^[\p{L}\p{M}]/u.test(line.text.slice(best.end))
    return isWhole && best.cost <= max_cost ? [best] : []
  })
  return sides.flatMap((side) => roles.find(({ kind }) => kind === side) ?? [])
}

const max_cost = 1
