import { differenceOf, isNearly, skeletonOf } from '#shared/text/judgment/skeleton.ts'
import { closingWords, conjunctions, initialDot, judgeTitles, titlePrefixes } from '#shared/text/judgment/words.ts'
import { stripTitles } from '#shared/text/language/titles.ts'
import { type Judgment, type PlacedLabel, type Segment, type TextLine, valueOf, whole } from './document.ts'
import { confidenceOf, type Evident, evident } from './evident.ts'
import type { FieldLists } from './lists.ts'
import { type NameWord, wordsIn } from './namePieces.ts'
import { courtCode, isAddress, nameOf } from './names.ts'

type Judge = FieldLists['judges'][number]
type Candidate = Segment & { evidence: 'labelled' | 'titled' | 'closing' | 'bare' }

/** Finds the judges after their label, after a title in the head and the closing block, and in the lines of signatures. */
export function findJudges(judgment: Judgment, lists: FieldLists): Evident[] {
  const list = listed(lists)
  const seen = new Map<string, Evident>()
  for (const candidate of candidatesOf(judgment)) {
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
  const labelled = judgment.labels.filter(({ kind }) => kind === 'judges').flatMap((label) => ofLabel(judgment, label))
  const near = lines.filter(({ index }) => index < head_lines || index >= lines.length - closing_lines)
  const titled = near.flatMap((line) =>
    afterTitles(line, lines[line.index + 1]).map((name) => ({ ...name, evidence: 'titled' as const })),
  )
  const signed = near.flatMap((line) => aboveTitle(judgment, line))
  const bare = lines.slice(-closing_lines).filter((line) => isBareName(line, wordsIn(whole(line))))
  const listedOnly = bare.map((line) => ({ ...whole(line), evidence: 'bare' as const }))
  return [...labelled, ...titled, ...signed, ...listedOnly].map((one) => ({ ...one, ...withoutTitles(one) }))
}

/** The names of a label's value, and those of the lines below it that belong to the list. */
function ofLabel(judgment: Judgment, label: PlacedLabel): Candidate[] {
  const value = valueOf(judgment, label)
  if (!value) return []
  const names = [...splitNames(value)]
  let previous = value.line
  for (const line of judgment.lines.slice(value.line.next, value.line.next + 10)) {
    if (judgment.labels.some((one) => one.line === line && one.kind !== 'judges')) break
    if (isSignature(line)) continue
    if (!goesOn(previous, line, value.line !== label.line)) break
    names.push(...splitNames({ line, start: 0, end: line.text.length }))
    previous = line
  }
  return names.map((name) => ({ ...name, evidence: 'labelled' }))
}

/** Whether a line belongs to the list of judges that the line before it belongs to. */
function goesOn(before: TextLine, line: TextLine, isBelow: boolean): boolean {
  const words = wordsIn(whole(line))
  const [first] = words
  if (!first || words.length > max_words) return false
  const last = wordsIn(whole(before)).at(-1)
  const isOpen = /[،,]\s*$/.test(before.text) || (last !== undefined && (isTitle(last) || isConjunction(last)))
  return (
    isOpen ||
    isTitle(first) ||
    isConjunction(first) ||
    /^\s*[*•]?\s*\d\s?[.)–-]/.test(line.text) ||
    (isBelow && isBareName(line, words))
  )
}

const max_words = 14

/** A line of two to five words without punctuation or figures. */
const isBareName = ({ text }: TextLine, words: readonly NameWord[]) => {
  const withoutNumber = text.replace(/^\s*\d\s?[-.)]/, '').replace(initialDot, '')
  return hasLengthOfName(words) && !/[.،:؛\d]/.test(withoutNumber) && !words.some(isClosing)
}

const hasLengthOfName = ({ length }: readonly NameWord[]) => length > 1 && length < 6
const isClosing = ({ skeleton }: NameWord) => closingWords.has(skeleton)

const isSignature = ({ text }: TextLine) => /^\s*[([].{0,14}[)\]]?\s*$|^[\s._-]+$/u.test(text)

/** A title of two letters needs its first vowel sign too. */
const isTitle = ({ skeleton, text }: NameWord) =>
  isNearly(skeleton, judgeTitles) && (skeleton.length > 2 || /^["']?[\u078e\u07a4]\u07a7/u.test(text))

/** Parts between commas and conjunctions, each with its titles. */
function splitNames({ line, start, end }: Segment): Segment[] {
  const parts: Segment[] = []
  let from = start
  for (const match of line.text.slice(start, end).matchAll(/[،,؛;/()\n]|(?:^|\s)[\d٠-٩]{1,2}\s?[.)–-](?=\s)/gu)) {
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
  const cut = words.find((word, index) => index > 0 && (isConjunction(word) || beginsTitle(word, index)))
  if (!cut) return [segment]
  const rest = { ...segment, start: isConjunction(cut) ? cut.end : cut.start }
  return [{ ...segment, end: cut.start }, ...splitAtWords(rest)]
}

const isConjunction = ({ skeleton }: NameWord) => conjunctions.has(skeleton)

const isTitlePart = (word: NameWord | undefined) =>
  word !== undefined && (isTitle(word) || titlePrefixes.has(word.skeleton))

/** Without the titles before the name, a number of the list, and what follows the name in brackets. */
function withoutTitles(segment: Segment): Segment {
  const words = wordsIn(segment)
  let first = words.findIndex((word) => !isTitlePart(word) && !/^\d+$/.test(word.text) && !isConjunction(word))
  const lastTitle = words.findLastIndex((word) => isTitle(word))
  if (lastTitle >= 0 && lastTitle < words.length - 1) first = lastTitle + 1
  const [start, end] = [words[first], words.slice(0, Math.max(first, 0) + max_name_words).at(-1)]
  return start && end ? { line: segment.line, start: start.start, end: end.end } : { ...segment, end: segment.start }
}

const max_name_words = 6

/** Names after a title in a line: up to the next comma, bracket or title. */
function afterTitles(line: TextLine, next: TextLine | undefined): Segment[] {
  const words = wordsIn(whole(line))
  return words.flatMap((word, index) => {
    const following = words[index + 1]
    if (!isTitle(word)) return []
    const isOpen = words.length <= 3 || startsLine({ line, start: word.start, end: word.end })
    if (!following) return next && isBareName(next, wordsIn(whole(next))) && isOpen ? [whole(next)] : []
    if (isTitle(following)) return []
    const rest = line.text.slice(following.start).replace(initialDot, '_')
    const stop = /[،,؛;/()[\]:]|\.(?=\s|$)/u.exec(rest)?.index ?? rest.length
    const end = words.find((one) => one.start > following.start && isTitle(one))?.start ?? line.text.length
    return splitNames({ line, start: following.start, end: Math.min(following.start + stop, end) }).slice(0, 1)
  })
}

/** A name in a line of its own above its title: the form of signatures. */
function aboveTitle({ lines, labels }: Judgment, line: TextLine): Candidate[] {
  const words = wordsIn(whole(line))
  const isOnlyTitle = words.length > 0 && words.length < 4 && words.every(isTitlePart) && words.some(isTitle)
  const above = lines[line.index - 1]
  const below = lines[line.index + 1]
  if (!isOnlyTitle || !above || line.index < lines.length - closing_lines) return []
  if (below && isBareName(below, wordsIn(whole(below)))) return []
  const isName = isBareName(above, wordsIn(whole(above))) && !labels.some((label) => label.line === above)
  return isName ? [{ ...whole(above), evidence: 'closing' }] : []
}

/** Whether the text can be a name of a judge who is not in the list. */
function isUsable(candidate: Candidate): boolean {
  const words = wordsIn(candidate)
  const isInSentence = candidate.evidence === 'titled' && !startsLine(candidate)
  if (candidate.evidence === 'bare' || isInSentence || isAddress(candidate)) return false
  if (courtCode.test(nameOf(candidate))) return false
  const isOfNoName = (word: NameWord) => /\d/.test(word.text) || isClosing(word) || verbEnding.test(word.text)
  return hasLengthOfName(words) && !words.some(isOfNoName)
}

/** Endings of verbs, of the genitive and of other cases: no name ends so. */
const verbEnding =
  /(?:\u0787\u07ac\u0788\u07ac|\u0782\u07a9|\u078e\u07ac|\u0787\u07a6\u0781\u07b0|\u078e\u07a6\u0787\u07a8)$/u

/** Only titles stand before the name in its line, or after a dot between the names of several. */
const startsLine = ({ line, start }: Segment) =>
  wordsIn({ line, start: line.text.lastIndexOf('·', start) + 1, end: start }).every(isTitlePart)
