import { differenceOf, skeletonOf } from '#shared/text/judgment/skeleton.ts'
import { dayNouns } from '#shared/text/judgment/leadWords.ts'
import { personNames } from '#shared/text/judgment/personNames.ts'
import { initialDot, representatives, sentenceEnding } from '#shared/text/judgment/words.ts'
import { begun, clerks, honorifics, lowerCourt } from '#shared/text/judgment/judgeWords.ts'
import { stripTitles } from '#shared/text/language/titles.ts'
import { joinNext, type Judgment, startsOtherLabel } from './document.ts'
import { isOfBystander } from './notParties.ts'
import { isOfAgent } from './partyList.ts'
import { cellsOf, type PlacedLabel, type Segment, textOf, type TextLine, whole } from './textLines.ts'
import { valueOf } from './labelValues.ts'
import { confidenceOf, type Evident, evident } from './evident.ts'
import {
  hasLengthOfName,
  isBareName,
  isClosing,
  isConjunction,
  isSignature,
  isTitle,
  isTitlePart,
  saysMore,
  splitNames,
  withoutTitles,
} from './judgeNames.ts'
import { endOfDecided, namesBelowHeading, namesOfPanel } from './judgePanels.ts'
import { isBareCell, isBelowName, namesAboveTitle, namesBeforeTitle, namesInSentences } from './judgeSignatures.ts'
import type { FieldLists } from './lists.ts'
import { letterMark, type NameWord, wordsIn } from './namePieces.ts'
import { courtCode, isAddress, nameOf } from './names.ts'
import { tagNames } from '#server/analysis/fields/tagger/tagNames.ts'

type Judge = FieldLists['judges'][number]
type Candidate = Segment & { evidence: 'labelled' | 'titled' | 'closing' | 'sentence' | 'bare' | 'learned' }

/**
 * Finds the judges after their label, after a title in the head and the closing block, and in the lines of signatures, else as
 * the tagger sees them; `parties` are the names of the parties, none of which the tagger may take for a judge.
 */
export function findJudges(judgment: Judgment, lists: FieldLists, parties: readonly string[]): Evident[] {
  const list = listed(lists)
  const found = readJudges(candidatesOf(judgment), list)
  if (found.length > 0) return found
  const known = parties.map((name) => skeletonOf(name).text)
  const isParty = (one: Candidate) => known.includes(skeletonOf(nameOf(one)).text)
  return readJudges(
    learnedCandidates(judgment).filter((one) => !isParty(one)),
    list,
  )
}

/** The names that the tagger takes for judges. */
const learnedCandidates = (judgment: Judgment): Candidate[] =>
  tagNames(judgment)
    .judges.filter((name) => !isOfClerk(judgment, name) && !isOfBystander(name) && !/[،,:]/u.test(textOf(name)))
    .map((name) => ({ ...withoutTitles(name), evidence: 'learned' }))

/** Whether the line of a name, or the next one above or below it without another name, says that a clerk signs, or the lower court stands before it. */
function isOfClerk({ lines }: Judgment, { line, start }: Segment): boolean {
  if (lowerCourt.test(line.text.slice(0, start))) return true
  const near = [line, lines[line.index - 1], lines[line.index + 1]].flatMap((one) => (one ? [wordsIn(whole(one))] : []))
  return near.some(
    (words) => words.length < max_clerk_words && words.some(isOfficer) && !words.some((word) => isTitle(word)),
  )
}
const max_clerk_words = 9
const isOfficer = ({ skeleton }: NameWord) => clerks.has(skeleton) || representatives.has(skeleton)

function readJudges(candidates: readonly Candidate[], list: readonly Listed[]): Evident[] {
  const seen = new Map<string, Evident>()
  for (const candidate of candidates) {
    const match = matchJudge(candidate, list)
    if (!match && !isUsable(candidate)) continue
    const name = match?.judge.name ?? nameOf(candidate)
    const key = skeletonOf(name).text
    if (seen.has(key) || (!match && [...seen.keys()].some((other) => differenceOf(other, key) < sameName))) continue
    const evidence = match
      ? `${candidate.evidence}, ${match.difference === 0 ? 'listed' : 'listed nearly'}`
      : candidate.evidence
    const reading = match ? 1 : confidenceOf(candidate)
    seen.set(key, evident(name, candidate, evidence, reading))
  }
  return [...seen.values()]
}

const sameName = 0.2

type Listed = { judge: Judge; skeleton: string }

const cache = new WeakMap<FieldLists['judges'], Listed[]>()

function listed({ judges }: FieldLists): Listed[] {
  const known = cache.get(judges)
  if (known) return known
  const list = judges.map((judge) => ({ judge, skeleton: skeletonOf(stripTitles(judge.name) || judge.name).text }))
  cache.set(judges, list)
  return list
}

const maxDifference = 0.2

/** The judge of the list with the nearest name, when no other is nearly as near. */
function matchJudge(candidate: Segment, list: readonly Listed[]): { judge: Judge; difference: number } | undefined {
  const { text } = skeletonOf(nameOf(candidate))
  let best: { judge: Judge; difference: number } | undefined
  let second = 1
  for (const { judge, skeleton } of list) {
    const difference = differenceOf(text, skeleton)
    if (!best || difference < best.difference) {
      second = best?.difference ?? 1
      best = { judge, difference }
    } else if (difference < second) second = difference
  }
  return best && best.difference <= maxDifference && second - best.difference > 0.04 ? best : undefined
}

const closing_lines = 16
const head_lines = 40

function candidatesOf(judgment: Judgment): Candidate[] {
  const { lines } = judgment
  const labelled = judgment.labels
    .filter((label, _, all) => label.kind === 'judges' && !isOfLowerCourt(label) && !isOfBegun(label, all))
    .flatMap((label) => ofLabel(judgment, label))
  const near = lines.filter(({ index }) => index < head_lines || index >= lines.length - closing_lines)
  const titled = near.flatMap((line) => afterTitles(judgment, line))
  const closing = lines.slice(-closing_lines)
  const signed = near.flatMap((line) => [
    ...(closing.includes(line) ? [...namesAboveTitle(judgment, line), ...namesBelowHeading(judgment, line)] : []),
    ...namesBeforeTitle(line),
  ])
  const said = near.flatMap((line) => {
    const joined = joinNext(judgment, line)
    return [...namesOfPanel(joinNext(judgment, joined)), ...namesOfPanel(line), ...namesInSentences(joined)]
  })
  const bare = closing.flatMap((line) =>
    isBareName(line, wordsIn(whole(line))) ? [whole(line)] : cellsOf(line).filter(isBareCell),
  )
  const found = [
    ...signed.map((name) => ({ ...name, evidence: 'closing' as const })),
    ...said.map((name) => ({ ...name, evidence: 'sentence' as const })),
    ...bare.map((name) => ({ ...name, evidence: 'bare' as const })),
  ]
  return [...labelled, ...titled, ...found].map((one) => ({ ...one, ...withoutTitles(one) }))
}

/** Whether a label names who began a case, or looked at it before, and another one who decided it. */
const isOfBegun = ({ line, start, end }: PlacedLabel, labels: readonly PlacedLabel[]) =>
  begun.test(line.text.slice(start, end)) &&
  labels.some((other) => other.kind === 'judges' && !begun.test(other.line.text.slice(other.start, other.end)))

/** Whether a label names who judged in the lower court. */
const isOfLowerCourt = ({ line, start }: PlacedLabel) => lowerCourt.test(line.text.slice(0, start))

/** The names of a label's value, and those of the lines below it that belong to the list. */
function ofLabel(judgment: Judgment, label: PlacedLabel): Candidate[] {
  const value = valueOf(judgment, label)
  if (!value) return []
  // A title alone below a name is that of the name, not of the one below it.
  const isPlural = isPluralLabel.test(label.line.text.slice(label.start, label.end))
  const isTitleLine = value.line.index !== label.line.index && !label.line.text.includes(':') && !isPlural
  if (isTitleLine && isBelowName(judgment.lines, label.line)) return []
  if (isLabelledOtherwise(judgment, value, label)) return []
  const names = [...splitNames(withoutMark(value)), ...lastInLine(judgment, value)]
  // Below a name in the line of its label, numbers are those of paragraphs.
  const isList =
    value.line.index !== label.line.index ||
    /^\s*\(?\d/.test(value.line.text.slice(value.start)) ||
    (names.length === 1 && isPlural)
  let previous = value.line
  for (const line of judgment.lines.slice(value.line.next, value.line.next + 10)) {
    if (line.index < previous.next) continue
    if (judgment.labels.some((one) => one.line === line && one.kind !== 'judges')) break
    if (isSignature(line)) continue
    if (!goesOn(previous, line, isList) || isOfAgent(line)) break
    const next = judgment.lines[line.next]
    const isOpen = next && wordsIn(whole(line)).some(isTitle) && isOpenLine(judgment, line, next)
    previous = isOpen ? joinNext(judgment, line) : line
    names.push(...splitNames(withoutMark(whole(previous))), ...lastInLine(judgment, whole(previous)))
  }
  return names.map((name) => ({ ...name, evidence: 'labelled' }))
}

/** Whether a value below its label has a label of its own, as counsel below the bench. */
const isLabelledOtherwise = ({ labels }: Judgment, value: Segment, label: PlacedLabel) =>
  value.line.index !== label.line.index &&
  labels.some(({ kind, line, start }) => kind !== 'judges' && line.index === value.line.index && start < 4)

/** The label of several judges, or of a panel. */
const isPluralLabel =
  /(?:[\u07aa\u07a9]\u0782\u07b0|\u0789\u07a6\u0796\u07a8\u078d\u07a8\u0790\u07b0|judges)[^\p{L}\p{M}]*$/u

/** Without the letter of a list. */
const withoutMark = (value: Segment): Segment => ({
  ...value,
  start: value.start + (letterMark(value.line.text.slice(value.start, value.end))?.end ?? 0),
})

/** The last name of the line in which a value begins, when with the next line it would be too long for one. */
function lastInLine({ lines }: Judgment, value: Segment): Segment[] {
  const last = splitNames(value).at(-1)
  const end = lines[value.line.index]?.text.length ?? 0
  const isTooLong = last !== undefined && end < value.end && !hasLengthOfName(wordsIn(last))
  return isTooLong ? splitNames({ ...value, end }).slice(-1) : []
}

/** Whether a line belongs to the list of judges that the line before it belongs to. */
function goesOn(before: TextLine, line: TextLine, isList: boolean): boolean {
  const words = wordsIn(whole(line))
  const [first] = words
  if (!first || words.length > max_words) return false
  const last = wordsIn(whole(before)).at(-1)
  const isOpen = /[،,]\s*$/.test(before.text) || (last !== undefined && (isTitle(last) || isConjunction(last)))
  return (
    isOpen ||
    isTitle(first) ||
    isConjunction(first) ||
    (isList &&
      (/^\s*(?:[*•●▪–-]|[*•]?\s*\(?\d\s?[.)–-]|[\u0780-\u0785]\s?[.)])/.test(line.text) || isBareName(line, words)))
  )
}

const max_words = 14

/** Names after a title in a line: up to the next comma, bracket or title. */
function afterTitles(judgment: Judgment, from: TextLine): Candidate[] {
  const next = judgment.lines[from.next]
  const line = next && isOpenLine(judgment, from, next) ? joinNext(judgment, from) : from
  const words = wordsIn(whole(line))
  return words.flatMap((word, index) => {
    const following = words[index + 1]
    if (!isTitle(word) || word.start >= from.text.length) return []
    // Those who act for a party are called honourable too: then only a judge of the list is one.
    const isOfOffice = words.slice(0, index + 1).some((title) => isTitle(title) && !honorifics.has(title.skeleton))
    const evidence = isOfOffice ? 'titled' : 'bare'
    const isOpen = words.length <= 3 || startsLine({ line, start: word.start, end: word.end })
    const isBelow = next && isOpen && isNameBelow(line, next) && !isBelowName(judgment.lines, from)
    if (!following) return isBelow ? [{ ...whole(next), evidence }] : []
    if (isTitle(following)) return []
    const rest = line.text.slice(following.start).replace(initialDot, '_')
    const mark = /[،,؛;/()[\]:]|\.(?=\s|$)|\s\d/u.exec(rest)?.index ?? rest.length
    const verb = words.find((one) => one.start > following.start && saysMore(one))?.start ?? Infinity
    const stop = Math.min(mark, verb - following.start)
    const end = words.find((one) => one.start > following.start && isTitle(one))?.start ?? line.text.length
    const rests = [line.text.length, from.text.length].map((last) => Math.min(following.start + stop, end, last))
    const [joined, own] = rests.flatMap((to) => splitNames({ line, start: following.start, end: to }).slice(0, 1))
    const name = joined && hasLengthOfName(wordsIn(joined)) ? joined : own
    return name ? [{ ...name, evidence }] : []
  })
}

/** Whether a full line goes on in the next one, where neither a label nor a judge begins. */
function isOpenLine({ labels, fullWidth }: Judgment, line: TextLine, next: TextLine): boolean {
  const [first] = wordsIn(whole(next))
  const isFull = line.line.box.width > fullWidth * full_share && next.page === line.page
  const isOther =
    startsOtherLabel(next.text) || labels.some((label) => label.line === next) || (first && isTitle(first))
  return isFull && !isOther
}

/** The share of the width from which a line goes on in the next one. */
const full_share = 0.8

/** Whether a line is the name whose title the line above is: neither has a name and its title. */
const isNameBelow = (line: TextLine, next: TextLine) =>
  cellsOf(next).length === 1 &&
  isBareName(next, wordsIn(whole(next))) &&
  [line, next].every((one) => namesBeforeTitle(one).length === 0)

/** Whether the text can be a name of a judge who is not in the list. */
function isUsable(candidate: Candidate): boolean {
  const words = wordsIn(candidate)
  const isInSentence = candidate.evidence === 'titled' && !startsLine(candidate)
  if (candidate.evidence === 'bare' || isInSentence || isAddress(candidate)) return false
  if (courtCode.test(nameOf(candidate)) || dayNouns.has(words.at(-1)?.skeleton ?? '')) return false
  // Some names end as verbs do.
  const isOfNoName = (word: NameWord) =>
    !personNames.has(word.skeleton) &&
    (isClosing(word) || [/\d/, verbEnding, sentenceEnding].some((pattern) => pattern.test(word.text)))
  return hasLengthOfName(words) && !words.some(isOfNoName)
}

/** Endings of verbs, of the genitive and of other cases, and of `a`: no name ends so. */
const verbEnding =
  /(?:\u0787\u07ac\u0788\u07ac|\u0782\u07a9|\u078e\u07ac|\u0787\u07a6\u0781\u07b0|\u078e\u07a6\u0787\u07a8|\u07ac\u0787\u07b0)$/u

/** Only titles stand before the name in its line, or after a dot or a gap between the names of several, or after who decided. */
const startsLine = ({ line, start }: Segment) => {
  const cell = Math.max(line.text.lastIndexOf('·', start), line.text.slice(0, start).lastIndexOf('  '))
  const from = cell < 0 ? endOfDecided(line.text, line) : cell + 1
  return wordsIn({ line, start: from, end: start }).every(isTitlePart)
}
