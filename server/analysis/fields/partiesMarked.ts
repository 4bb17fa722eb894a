import { conjunctions } from '#shared/text/judgment/words.ts'
import {
  againstWords,
  andText,
  children,
  followingWords,
  listedPersons,
  ordinalIs,
  replies,
  requests,
  thatText,
  uponWords,
} from '#shared/text/judgment/proseWords.ts'
import { letterMark, listNumber, wordsIn } from './namePieces.ts'
import { isNameAlone, namesIn } from './names.ts'
import { sentencesOfHead } from './headSentences.ts'
import { isOpen, isPartyLabel, type Judgment } from './document.ts'
import type { PlacedLabel, Segment, TextLine } from './textLines.ts'
import { type Mention, mentionsIn, type ReadSentence } from './mentions.ts'
import { type ProseWord, proseWords } from './nameRuns.ts'
import { isBystander, isDeceased } from './prosePersons.ts'
import { namesInFocus, type SidesByVerb, sidesOfVerbsIn } from './partiesInFocus.ts'
import { firstSide, isBroughtThing, sideBefore, sideOfRole, sideOfVerb } from './proseVerbs.ts'
import { type Parties, sides } from './partyList.ts'

/**
 * The two sides in sentences without labels, by what marks a name there: the ending of its case with the word that follows
 * (`upon A`, `against A`, `from B`), the verb whose subject it is, and the verb that points to it.
 */
export function namesByMarkers(judgment: Judgment): Parties {
  const read = sentencesOfHead(judgment).map((sentence): ReadSentence => {
    const words = proseWords(sentence)
    return { sentence, words, mentions: resolve(words, mentionsIn(sentence, words)) }
  })
  const parties: Parties = { claimant: [], respondant: [] }
  const byVerb: SidesByVerb = new Map()
  for (const one of read) {
    for (const [verb, side] of sidesOfVerbsIn(one.words)) byVerb.set(verb, side)
    const listed = namesListedAround(judgment, one)
    const isListed = listed.respondant.length > 0
    const found = [namesOfSentence(one, isListed), namesInFocus(one, byVerb), listed]
    for (const side of sides)
      if (parties[side].length === 0)
        parties[side] = found.map((some) => some[side]).find((names) => names.length > 0) ?? []
    if (sides.every((side) => parties[side].length > 0)) break
  }
  return parties
}

/** Without those who died; `that company` is the one named before, which is no one else then when the claim is against it. */
function resolve(words: readonly ProseWord[], mentions: readonly Mention[]): Mention[] {
  const resolved = mentions.flatMap((mention, index) => {
    const { first, isOffice, name } = mention
    if (isDeceased(words, first)) return []
    if (!isOffice || !thatText.test(words[first - 1]?.text ?? '') || wordsIn(name).length > 1) return [mention]
    const named = mentions.slice(0, index).findLast((other) => other.isOffice)
    return named ? [{ ...mention, name: named.name }] : []
  })
  const against = resolved.find((one) => one.marker === 'upon' && !mentions.includes(one))
  return resolved.filter((one) => one === against || one.name !== against?.name)
}

/** The same before a label is looked for in sentences: both sides, in a judgment that has no labels at the beginning of lines. */
export function bothByMarkers(judgment: Judgment): Parties {
  const none: Parties = { claimant: [], respondant: [] }
  if (judgment.labels.some((label) => isOfLine(judgment, label))) return none
  const parties = namesByMarkers(judgment)
  return sides.every((side) => parties[side].length > 0) ? parties : none
}

/** Whether the label of a party begins a line that goes on with no sentence above, and ends in a colon or with the line, or a gap follows it. */
function isOfLine({ lines }: Judgment, label: PlacedLabel): boolean {
  if (!isPartyLabel(label) || label.start >= max_start) return false
  const isAfterFull = (lines[label.line.index - 1]?.text.length ?? 0) > full_letters
  const isMarked = /[:؛|—–-]\s*$|\s{2}$/u.test(label.line.text.slice(label.start, label.end))
  return isMarked || (isOpen(label) && !isAfterFull)
}
const full_letters = 58
const max_start = 6

/** `isListed`: a list next to the sentence is the other side. */
function namesOfSentence({ words, mentions: all }: ReadSentence, isListed: boolean): Parties {
  const none: Parties = { claimant: [], respondant: [] }
  const mentions = all.filter((mention) => !isBystander(words, mention, all))
  const isOfCase = words.some((word) => isBroughtThing(word) || sideOfRole(word)) || firstSide(words, 0)
  if (mentions.length === 0 || !isOfCase) return none
  const claimants = claimantsOf(words, mentions)
  const respondants = respondantsOf(words, mentions, claimants)
  if (respondants.length === 0)
    return claimants.length > 0 && (isListed || isSure(words, claimants) || isAloneIn(words, mentions, claimants))
      ? { ...none, claimant: claimants.map(nameOfMention) }
      : none
  const others = claimants.filter((one) => !respondants.includes(one))
  const first = others.length > 0 ? others : subjectOf(words, mentions, respondants)
  return { claimant: first.map(nameOfMention), respondant: respondants.map(nameOfMention) }
}

const nameOfMention = ({ name }: Mention) => name

/** Whether claimants without an opponent are marked as such, and not only before a verb. */
const isSure = (words: readonly ProseWord[], claimants: readonly Mention[]) =>
  claimants.some((one) => one.marker === 'from' || sideBefore(words, one.first) === 'claimant')

/** Whether no one but children is named next to them. */
const isAloneIn = (words: readonly ProseWord[], mentions: readonly Mention[], claimants: readonly Mention[]) =>
  mentions.every((one) => claimants.includes(one) || children.has(words[one.first - 1]?.skeleton ?? ''))

/** Those from whom a claim is, whom the verb of bringing one describes, or who ask. */
function claimantsOf(words: readonly ProseWord[], mentions: readonly Mention[]): Mention[] {
  const at = mentions.findIndex(
    (mention) =>
      (mention.marker === 'from' && firstSide(words, mention.next) !== 'respondant') ||
      sideBefore(words, mention.first) === 'claimant' ||
      (mention.marker === 'of' && requests.has(words[mention.next]?.skeleton ?? '')) ||
      (mention.marker === 'bare' && sideOfNext(words, mention) === 'claimant'),
  )
  const found = at < 0 ? [] : groupBefore(words, mentions, at, [])
  const [before, mention] = [mentions[at - 1], mentions[at]]
  // `A, her husband B, asks`: the subject comes first.
  const isSubject = found.length === 1 && mention?.marker === 'bare' && before?.marker === 'bare'
  return isSubject && sideBefore(words, mention.first) === undefined ? [before] : found
}

/** Those upon whom, against whom or from whose hands something is claimed, or who answer. */
function respondantsOf(
  words: readonly ProseWord[],
  mentions: readonly Mention[],
  others: readonly Mention[],
): Mention[] {
  const isOther = (mention: Mention) => others.includes(mention)
  const at = mentions.findIndex((mention) => mention.marker === 'upon' && !isOther(mention))
  if (at >= 0) return groupBefore(words, mentions, at, others)
  const answering = mentions.findIndex(
    (mention) =>
      !isOther(mention) &&
      ((mention.marker === 'from' && firstSide(words, mention.next) === 'respondant') ||
        sideBefore(words, mention.first) === 'respondant' ||
        (mention.marker === 'of' && replies.has(words[mention.next]?.skeleton ?? ''))),
  )
  if (answering >= 0) return groupBefore(words, mentions, answering, others)
  const opponents = opposite(words, mentions)
  return opponents.length > 0 ? opponents : otherOfTwo(words, mentions, others)
}

/** The other one of two in a sentence of which the first asks for something. */
function otherOfTwo(
  words: readonly ProseWord[],
  mentions: readonly Mention[],
  claimants: readonly Mention[],
): Mention[] {
  const named = mentions.filter(({ first }) => !children.has(words[first - 1]?.skeleton ?? ''))
  const [one, other] = named
  if (!one || !other || named.length > 2 || !others.has(other.marker)) return []
  if (claimants.length === 1 && claimants[0] === one) return [other]
  const isAsking = claimants.length === 0 && one.marker === 'bare' && firstSide(words, other.next) === 'claimant'
  return isAsking && firstSide(words, one.next, other.first) === undefined ? [other] : []
}
const others: ReadonlySet<Mention['marker']> = new Set(['bare', 'to', 'with'])

/** `A and B, between them`; `A asks, with B`: the second one, when what is brought follows. */
function opposite(words: readonly ProseWord[], mentions: readonly Mention[]): Mention[] {
  const at = mentions.findIndex(({ marker }, index) => index > 0 && (marker === 'between' || marker === 'with'))
  const [mention, next] = [mentions[at], mentions[at + 1]]
  if (!mention || (next && isJoinedTo(words, mention, next))) return []
  const isPair = mentions.slice(0, at).length === 1
  return isPair && (mention.marker === 'between' || firstSide(words, mention.next) === 'claimant') ? [mention] : []
}

/** The first name of a sentence that is not of the other side. */
function subjectOf(words: readonly ProseWord[], mentions: readonly Mention[], others: readonly Mention[]): Mention[] {
  const at = mentions.findIndex((mention) => !others.includes(mention) && subjects.has(mention.marker))
  const found = mentions[at]
  if (!found) return []
  const end = mentions.findIndex(
    (mention, index) => index > at && !isJoinedTo(words, mentions[index - 1] ?? mention, mention),
  )
  const group = mentions.slice(at, end < 0 ? undefined : end).filter((mention) => !others.includes(mention))
  return group.length > 0 ? group : [found]
}

const subjects: ReadonlySet<Mention['marker']> = new Set(['bare', 'from', 'with', 'between', 'is'])

/** A mention with those before it that `and` joins to it, and with more by commas when `and` of its own stands before the last. */
function groupBefore(
  words: readonly ProseWord[],
  mentions: readonly Mention[],
  at: number,
  others: readonly Mention[],
): Mention[] {
  let start = at
  let isListed = false
  for (; start > 0; start -= 1) {
    const [before, mention] = [mentions[start - 1], mentions[start]]
    if (!before || !mention || others.includes(before)) break
    const joint = jointOf(words, before, mention)
    if (joint === undefined || (joint === 'comma' && !isListed)) break
    isListed ||= joint === 'word'
  }
  return mentions.slice(start, at + 1)
}

const isJoinedTo = (words: readonly ProseWord[], one: Mention, other: Mention) =>
  jointOf(words, one, other) !== undefined

/** What joins two names: the ending for `and`, a word for it, or a comma; who the second is and where may stand between. */
function jointOf(words: readonly ProseWord[], one: Mention, other: Mention): 'ending' | 'word' | 'comma' | undefined {
  const between = words.slice(one.next, other.first)
  if (between.length > max_between || between.some((_, index) => sideOfVerb(words, one.next + index))) return undefined
  const [first, last] = [between[0], between.at(-1)]
  if (one.marker === 'with') return 'ending'
  if (one.marker !== 'bare') return undefined
  if ([first, last].some((word) => word && conjunctions.has(word.skeleton) && andText.test(word.text))) return 'word'
  const sign = words[one.next]?.before ?? ''
  return between.length === 0 && /^[،,]$/u.test(sign) ? 'comma' : undefined
}

const max_between = 6

/** The side of the verb directly after a name, or after what it is brought to and for. */
const sideOfNext = (words: readonly ProseWord[], { next }: Mention) => firstSide(words, next, next + near_verb)
const near_verb = 5

const max_persons = 12

/** `The claim is brought upon these persons:` and a list below it, or a list above `upon these two persons`. */
function namesListedAround({ lines }: Judgment, { sentence, words }: ReadSentence): Parties {
  const none: Parties = { claimant: [], respondant: [] }
  const at = words.findIndex(({ text }) => listedPersons.test(text))
  const isThese = words.slice(Math.max(0, at - 2), at).some(({ skeleton }) => followingWords.has(skeleton))
  const last = words.at(-1)?.skeleton ?? ''
  if (at < 0 || !isThese || at < words.length - 4 || !(uponWords.has(last) || againstWords.has(last))) return none
  const below = namesFrom(lines.slice(sentence.last + 1, sentence.last + 1 + max_persons))
  if (below.length > 0) return { ...none, respondant: below }
  const above = lines.slice(Math.max(0, sentence.first - max_persons), sentence.first)
  const start = above.findLastIndex((line) => markOf(line) === undefined) + 1
  return { ...none, respondant: namesFrom(above.slice(start)) }
}

/** The first name of each line that has the next mark of a list. */
function namesFrom(lines: readonly TextLine[]): Segment[] {
  const end = lines.findIndex((line) => markOf(line) === undefined)
  return lines.slice(0, end < 0 ? lines.length : end).flatMap((line) => {
    const [name] = namesIn({ line, start: markOf(line) ?? 0, end: line.text.length })
    return name && isNameAlone(name) ? [name] : []
  })
}

/** The end of the number of a line: `1.`, `(a)`, `the 1st is`. */
function markOf(line: TextLine): number | undefined {
  const ordinal = ordinalIs.exec(line.text)
  if (ordinal) return ordinal[0].length
  if (listNumber(line.text) !== undefined) return 0
  return letterMark(line.text)?.end
}
