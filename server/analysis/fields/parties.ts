import {
  betweenParties,
  claimedOfPhrase,
  claimsPhrase,
  conjunctions,
  courtForms,
  onBehalf,
  versus,
  versusAlone,
} from '#shared/text/judgment/words.ts'
import { findPhrase } from '#shared/text/judgment/skeleton.ts'
import { foldText } from '#shared/text/language/fold.ts'
import {
  confidenceOf,
  type Evident,
  evident,
  isOpen,
  joinNext,
  type Judgment,
  type PlacedLabel,
  type Segment,
  textOf,
  type TextLine,
  valueOf,
} from './document.ts'
import { namesInProse } from './partiesInProse.ts'
import {
  afterAnd,
  hasAddress,
  isNameAlone,
  isOfSentence,
  isPlausible,
  isWhole,
  nameOf,
  namesIn,
  trimWords,
  wordsIn,
} from './names.ts'
import { namesAfter } from './partyList.ts'

type Side = 'claimant' | 'respondant'
type Parties = Record<Side, Segment[]>

/** Finds the parties by their labels, else in `A v. B`, else in sentences. */
export function findParties(judgment: Judgment): Record<Side, Evident[]> {
  const ways: [evidence: string, find: (judgment: Judgment) => Parties][] = [
    ['below', namesAboveLabels],
    ['labelled', namesOfLabels],
    ['versus', namesAroundVersus],
    ['sentence', namesInSentence],
    ['prose', namesInProse],
  ]
  const result: Record<Side, Evident[]> = { claimant: [], respondant: [] }
  for (const [evidence, find] of ways) {
    const parties = find(judgment)
    for (const side of sides)
      if (result[side].length === 0) result[side] = unique(parties[side]).map((name) => toEvident(name, evidence))
    if (sides.every((side) => result[side].length > 0)) break
  }
  return result
}

const sides = ['claimant', 'respondant'] as const

const toEvident = (name: Segment, evidence: string) => evident(nameOf(name), name, evidence, confidenceOf(name))

function unique(names: readonly Segment[]): Segment[] {
  return [...new Map(names.map((name) => [foldText(nameOf(name)), name])).values()]
}

const isPartyLabel = ({ kind }: PlacedLabel) => kind === 'claimant' || kind === 'respondant'

/** Labels of one block; later ones, as in the text, are no labels of the head. */
const block_lines = 40

/** A label belongs to the block of parties when it comes within this number of lines after the last name. */
const party_lines = 12

function partyLabels({ labels }: Judgment): PlacedLabel[] {
  const all = labels.filter(isPartyLabel)
  const first = all[0]
  return first ? all.filter(({ line }) => line.index - first.line.index < block_lines) : []
}

function namesOfLabels(judgment: Judgment): Parties {
  const parties: Parties = { claimant: [], respondant: [] }
  const seen = new Set<string>()
  let end = Infinity
  let last: Side | undefined
  for (const label of judgment.labels.filter(isPartyLabel)) {
    if (label.line.index >= end) break
    if (seen.size === 0) end = label.line.index + block_lines
    const side = sideOf(label)
    const value = beforeLabel(judgment, label) ?? valueOf(judgment, label)
    // A second head repeats the labels of the cover; the labels of several parties follow each other.
    const isRepeated = seen.has(side) && parties[side].length > 0 && label.line.page !== parties[side][0]?.line.page
    if (isRepeated) continue
    seen.add(side)
    const first = value ?? firstNamed(judgment, label)
    if (!first) continue
    const names = namesIn(first)
    // A sentence about a party repeats the label, also after that of the other side.
    const isFurther = parties[side].length > 0 && isBare(label)
    if (isFurther && (side !== last || isOfSentence(names[0] ?? first))) continue
    last = side
    const further = namesAfter(judgment, first)
    parties[side].push(...names, ...further)
    end = Math.max(end, (further.at(-1)?.line.index ?? 0) + party_lines)
  }
  return parties
}

/** Whether the value of a label follows it without a colon. */
const isBare = (label: PlacedLabel) => !isOpen(label) && !label.line.text.slice(label.start, label.end).includes(':')

/** `A (claimant)`, `A - claimant`: a name in the line of a label that ends it and has no colon. */
function beforeLabel({ labels }: Judgment, label: PlacedLabel): Segment | undefined {
  const { line, start } = label
  const isOnly = isOpen(label) && labels.filter((other) => other.line === line).length === 1
  const isApart = /[([–-]\s*$/u.test(line.text.slice(0, start)) && !line.text.includes(':', start)
  const before = isOnly && isApart ? trimWords({ line, start: 0, end: start }) : undefined
  return before && isNameAlone(before) ? before : undefined
}

/** The label `name` stands in the next line. */
function firstNamed({ lines }: Judgment, label: PlacedLabel): Segment | undefined {
  const below = lines[label.line.next]
  return below && { line: below, start: 0, end: below.text.length }
}

/** The label stands below its name: name, label, `and`, name, label. */
function namesAboveLabels(judgment: Judgment): Parties {
  const parties: Parties = { claimant: [], respondant: [] }
  const [one, other] = partyLabels(judgment)
  if (!one || !other || one.kind === other.kind || !isAlone(judgment, one) || !isAlone(judgment, other)) return parties
  const between = judgment.lines.slice(one.line.index + 1, other.line.index)
  const joined = between.filter((line) => !wordsIn(whole(line)).every(({ skeleton }) => conjunctions.has(skeleton)))
  const above = judgment.lines[one.line.index - 1]
  const below = judgment.lines[other.line.index + 1]
  const hasConjunction = joined.length < between.length
  const isAbove =
    hasConjunction || (joined.length === 1 && above && isName(judgment, above) && !(below && isName(judgment, below)))
  if (!isAbove || !above) return parties
  parties[sideOf(one)] = namesIn(whole(above))
  parties[sideOf(other)] = joined.flatMap((line) => namesIn(whole(line)))
  return parties
}

const sideOf = ({ kind }: PlacedLabel): Side => (kind === 'claimant' ? 'claimant' : 'respondant')
const whole = (line: TextLine): Segment => ({ line, start: 0, end: line.text.length })
const isAlone = ({ labels }: Judgment, label: PlacedLabel) =>
  label.end >= label.line.text.trimEnd().length && labels.filter(({ line }) => line === label.line).length === 1

/** A line that is nothing but a name. */
function isName({ labels }: Judgment, line: TextLine): boolean {
  const [name] = namesIn(whole(line))
  return name !== undefined && wordsIn(name).length > 1 && wordsIn(name).length < 7 && !labels.some((label) => label.line === line) && !/\d{4}/.test(line.text) // prettier-ignore
}

const versus_lines = 25

function namesAroundVersus(judgment: Judgment): Parties {
  for (const [index, line] of judgment.lines.slice(0, versus_lines).entries()) {
    if (versusAlone.test(line.text)) {
      const parties = namesAroundLine(judgment, index)
      if (sides.every((side) => parties[side].length > 0)) return parties
    }
    const match = versus.exec(line.text)
    if (!match || line.text.length > 110 || isElsewhere(judgment, line)) continue
    const left = trimWords({ line, start: 0, end: match.index })
    const right = trimWords({ line, start: match.index + match[0].length, end: line.text.length })
    if (!left || !right || !isPlausible(left) || !isPlausible(right)) continue
    const parties = { claimant: namesIn(left), respondant: namesIn(right) }
    // The letter of `v` is also that of an atoll: `a building, V. island`.
    const isAddress = /[،,/]\s*$/u.test(line.text.slice(0, match.index))
    const isIsland = /\.\s*$/u.test(match[0]) && !parties.respondant.some(isWhole)
    if (!isAddress && !isIsland && sides.every((side) => parties[side].length > 0)) return parties
  }
  return { claimant: [], respondant: [] }
}

/**
 * The names in the line above and in the line below, and in those that are joined to them with `and`. Of two lines above
 * that are not, the second may be an address.
 */
function namesAroundLine(judgment: Judgment, index: number): Parties {
  const { lines } = judgment
  const isJoined = (line: TextLine | undefined) => line !== undefined && afterAnd(whole(line)) !== undefined
  let [from, to] = [index - 1, index + 2]
  while (isJoined(lines[from])) from -= 1
  while (isJoined(lines[to])) to += 1
  const namesOf = (start: number, end: number) => {
    const names = lines.slice(Math.max(0, start), end).map((line) => namesAlone(judgment, line))
    return names.every(({ length }) => length > 0) ? names.flat() : []
  }
  const isBelowName = from > 0 && namesOf(from - 1, from).length > 0
  return { claimant: isBelowName ? [] : namesOf(from, index), respondant: namesOf(index + 1, to) }
}

/** The names of a line that has neither an address nor a sentence. */
function namesAlone(judgment: Judgment, line: TextLine): Segment[] {
  if (isElsewhere(judgment, line) || hasAddress(whole(line))) return []
  const names = namesIn(whole(line))
  return names.every(isNameAlone) ? names : []
}

/** A line with the label of an address, of another court or of its case, or with the name of a court. */
const isElsewhere = ({ labels }: Judgment, line: TextLine) =>
  labels.some((label) => label.line === line && elsewhere.has(label.kind)) ||
  wordsIn(whole(line)).some(({ skeleton }) => courtForms.has(skeleton))

const elsewhere: ReadonlySet<PlacedLabel['kind']> = new Set(['other', 'court', 'related'])

const sentence_lines = 24

/** `A` against `B`, `A` and `B`, or `A` claimed and `B` was claimed of, over broken lines. */
function namesInSentence(judgment: Judgment): Parties {
  const head = judgment.lines.slice(0, sentence_lines)
  const labelled = new Set(judgment.labels.filter(isPartyLabel).map(({ line }) => line.index))
  for (const one of head) {
    if ([0, 1, 2].some((next) => labelled.has(one.index + next))) continue
    const line = joinNext(judgment, joinNext(judgment, one))
    const claims = findPhrase(claimsPhrase, line.skeleton, line.text)
    const isClaimed = claims && findPhrase(claimedOfPhrase, line.skeleton, line.text, claims.end)
    if (claims && isClaimed)
      return {
        claimant: namesIn(ended({ line, start: claims.end, end: isClaimed.start })),
        respondant: namesIn(ended({ line, start: isClaimed.end, end: line.text.length })),
      }
  }
  return namesBetween(head)
}

/** Without the ending of a sentence. */
function ended(segment: Segment): Segment {
  const words = wordsIn(segment)
  const last = words.findLast(
    ({ text }) =>
      !/^(?:\u0787[\u07a6-\u07b0]?\u0781\u07ac|\u0787\u07ac)?\u0788\u07ac$|\u0787\u07ac\u0788\u07ac$/u.test(text),
  )
  return { ...segment, end: last?.end ?? segment.end }
}

/** `A` and `B` before a word that says `between` or `against`: in one line, or each in a line of its own. */
function namesBetween(head: readonly TextLine[]): Parties {
  for (const [index, line] of head.entries()) {
    const end = wordsIn(whole(line)).findIndex(({ skeleton }) => betweenParties.has(skeleton))
    if (end < 0) continue
    const before = head.slice(Math.max(0, index - 4), index + 1)
    const parties = splitAtWord(before, line, end)
    if (parties) return parties
  }
  return { claimant: [], respondant: [] }
}

function splitAtWord(before: readonly TextLine[], line: TextLine, end: number): Parties | undefined {
  const last = wordsIn(whole(line))[end]
  if (!last) return undefined
  const side = (segments: Segment[]) => segments.flatMap((segment) => namesIn(segment)).slice(0, 3)
  for (const at of before.toReversed()) {
    const behalf = onBehalf.exec(at.text)
    const word = wordsIn(whole(at)).find(({ skeleton, start }, index, all) => conjunctions.has(skeleton) && (at !== line || start < last.start) && (index > 0 || all.length === 1)) // prettier-ignore
    const cut = behalf ? { start: behalf.index, end: behalf.index + behalf[0].length } : word
    if (!cut) continue
    const left =
      trimWords({ line: at, start: 0, end: cut.start }) ??
      before
        .filter((one) => one.index < at.index)
        .map(whole)
        .at(-1)
    const right = trimWords({ line: at, start: cut.end, end: at === line ? beforeAnd(line, last.start) : at.text.length }) ?? before.filter((one) => one.index > at.index && one !== line).map(whole)[0] // prettier-ignore
    if (left && right) return { claimant: side([left]), respondant: side([right]) }
  }
  return undefined
}

/** Without the short `with` before that word. */
function beforeAnd(line: TextLine, end: number): number {
  const words = wordsIn({ line, start: 0, end })
  const last = words.at(-1)
  return last && last.skeleton.length <= 2 && textOf({ line, start: last.start, end: last.end }).length < 5
    ? last.start
    : end
}
