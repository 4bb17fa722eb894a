import { bystanders, claimantHints } from '#shared/text/judgment/clauses.ts'
import type { LabelKind } from '#shared/text/judgment/labels.ts'
import {
  asking,
  beforePanel,
  bringing,
  broughtThings,
  chairing,
  dayNouns,
  dayOfDecision,
  dayOfOther,
  doing,
  doingEnding,
  heir,
  judgeNouns,
  judgeSuffix,
  judgingStem,
  leadNouns,
  mustReceive,
  nameNouns,
  ofAppealed,
  ofParty,
  opposing,
  otherOnes,
  outsiders,
  owner,
  partySuffix,
  passive,
  qazi,
  receiving,
} from '#shared/text/judgment/leadWords.ts'
import {
  chair,
  clerks,
  firstInstance,
  judgedBy,
  judgedThings,
  judgingVerbs,
  lowerCourt,
} from '#shared/text/judgment/judgeWords.ts'
import { courtForms } from '#shared/text/judgment/caseWords.ts'
import { personNames } from '#shared/text/judgment/personNames.ts'
import { differenceOf, isNearly, skeletonOf } from '#shared/text/judgment/skeleton.ts'
import { conjunctions, representatives } from '#shared/text/judgment/words.ts'
import { type NameWord, wordsIn } from './namePieces.ts'
import { type PlacedLabel, type Segment, textOf, type TextLine } from './textLines.ts'

/**
 * The label of a line that no list has. What stands before its mark says by its last noun who the value is, judge or party, and by the
 * verb before it which side: `who asks for divorce:`, `the judges of the majority:`. A verb in the form that points to what follows
 * needs no noun: `looked at the case:`.
 */
export function withLead(line: TextLine, found: readonly PlacedLabel[]): PlacedLabel[] {
  const [all = '', mark = '', words = ''] = lead.exec(line.text) ?? []
  const start = mark.length
  const end = start + words.length
  if (all === '') return [...found]
  const own = found.filter((label) => label.start < end)
  const isUnclear = own.every((label) => unclear.has(label.kind))
  const kind = isUnclear ? kindOf({ line, start, end }, line.text.slice(all.length), own.length > 0) : undefined
  return kind
    ? [{ kind, line, start, end: all.length, weight: 0 }, ...found.filter((label) => !own.includes(label))]
    : [...found]
}

/** Labels of days that differ from those of a decision by few letters. */
const unclear: ReadonlySet<LabelKind> = new Set(['filed', 'date'])

/** Up to nine words without figures but that of how many there are, after the mark of a list and before a mark, a gap or the end. */
const lead =
  /^([\s"'*•●▪–-]*(?:\(?(?:\d{1,2}|[\u0780-\u07a5]|[ivx]{1,4}|[a-h])\s?[.)-]\s*){0,2})((?:[^:؛|=\d،.()[\]]|(?<=\s)\d{1,2}(?=\s)){5,90}?)(?:\s*[:؛|=]+\s*|\s+[–—-]\s+|\s{2,}(?=\S)|\s*$)/u

/** What words at the start of a sentence say of the names after them. */
export const kindOfLead = (segment: Segment) => kindOf(segment, ' ', false)

function kindOf(segment: Segment, rest: string, isDay: boolean): LabelKind | undefined {
  const words = wordsIn(segment)
  const isAlone = segment.end >= segment.line.text.trimEnd().length
  if (words.length > max_words || (isAlone && words.length > max_words_alone)) return undefined
  const text = textOf(segment)
  if ([lowerCourt, firstInstance, ofAppealed].some((other) => other.test(text)) || words.some(isOtherLead))
    return undefined
  if (isDay || dayNouns.has(words.at(-1)?.skeleton ?? '')) return isOfDecision(words) ? 'decided' : undefined
  const named = words.findLastIndex(({ skeleton }) => !isNearly(skeleton, nameNouns)) + 1
  const core = words.slice(0, named)
  const last = core.at(-1)
  if (!last || core.slice(0, -1).some(isOfParty) || (core.length === words.length && isOfParty(last))) return undefined
  const isOtherHeir = last.skeleton.startsWith(heir) && core.length === 2 && core[0]?.skeleton === otherOnes
  if (isOtherHeir) return 'respondant'
  const isHeading = isAlone && (core.length < 2 || core.some(({ skeleton }) => courtForms.has(skeleton)))
  if (isJudgeNoun(last)) return isHeading || (isAlone && !isOfPanel(core.at(-2))) ? undefined : 'judges'
  if (isAlone && (words.length > max_words_party || conjunctions.has(words[0]?.skeleton ?? ''))) return undefined
  if (last.skeleton === owner && core.some(isBrought)) return sideOf(core.slice(0, -1)) ?? 'claimant'
  const isPointing = pointing.test(last.text)
  if (isPointing && isJudging(last) && core.some(isJudged)) return /\d{2}/.test(rest) ? undefined : 'judges'
  if (isNoun(last, leadNouns, partySuffix) && opposing.has(core.at(-2)?.skeleton ?? '')) return 'respondant'
  if (isNoun(last, leadNouns, partySuffix)) return core.length > 1 ? sideOf(core.slice(0, -1)) : undefined
  if (isPointing && asking.test(last.text) && core.length > 1 && beginsName(rest)) return 'claimant'
  return isPointing && core.some(isBrought) ? (sideOf(core) ?? sideOfConverb(core)) : undefined
}

/** Whether what follows a label begins with a word of a personal name. */
const beginsName = (rest: string) =>
  (rest.match(/[\p{L}\p{M}]+/gu) ?? []).slice(0, 2).some((word) => personNames.has(skeletonOf(word).text))

const isOfDecision = (words: readonly NameWord[]) =>
  dayNouns.has(words.at(-1)?.skeleton ?? '') &&
  words.some(({ skeleton }) => dayOfDecision.has(skeleton)) &&
  !words.some(({ skeleton }) => dayOfOther.has(skeleton))

const isJudging = ({ skeleton, text }: NameWord) => isNearly(skeleton, judging) || judgingStem.test(text)
const isJudged = (word: NameWord) => isBrought(word) || judgedThings.has(word.skeleton) || chair.has(word.skeleton)
const judging = new Set([...judgedBy, ...chairing])
/** Whether the word before that for judges is a verb or in the genitive, and no name. */
const isOfPanel = (word: NameWord | undefined) =>
  word !== undefined && (beforePanel.test(word.text) || judgingVerbs.has(word.skeleton))
const max_words = 9
const max_words_alone = 6
const max_words_party = 5

/** The form of a verb that points to what follows: who claimed is. */
const pointing = /[\u0780-\u07a5]\u07a9$/u

/** `of the party`, `from the party`: what follows is not the party. */
const isOfParty = ({ text }: NameWord) => ofParty.test(text)

/** Whether a word says that what follows is neither a party nor a judge. */
export const isOtherLead = ({ skeleton }: NameWord) =>
  isNearly(skeleton, representatives) ||
  isNearly(skeleton, outsiders) ||
  clerks.has(skeleton) ||
  bystanders.some((word) => skeleton.startsWith(word))

const isJudgeNoun = (word: NameWord) => isNoun(word, judgeNouns, judgeSuffix) || qazi.test(word.text)

/** Whether a word is one of some nouns, with an ending. */
const isNoun = ({ skeleton }: NameWord, nouns: readonly string[], suffix: RegExp) =>
  nouns.some((noun) => {
    const stem = skeleton.slice(0, noun.length)
    return (
      suffix.test(skeleton.slice(noun.length)) &&
      (stem === noun || (noun.length >= min_near && differenceOf(stem, noun) <= max_difference))
    )
  })
const min_near = 5
const max_difference = 0.2

const isBrought = ({ skeleton }: NameWord) => broughtThings.some((thing) => skeleton.startsWith(thing))

/** The side of a verb before the last one: `who came with a claim`. */
const sideOfConverb = (words: readonly NameWord[]) =>
  words.some(({ skeleton }) => bringing.some((one) => skeleton.startsWith(one))) ? 'claimant' : undefined

/** The side that the words before the noun, of which the last is a verb, are of. */
function sideOf(words: readonly NameWord[]): 'claimant' | 'respondant' | undefined {
  const verb = words.at(-1)
  if (!verb) return undefined
  if (words.some(({ skeleton }) => claimantHints.has(skeleton)) && !passive.test(verb.text)) return 'claimant'
  if (mustReceive.test(verb.text)) return 'claimant'
  const isJoined = broughtThings.some((thing) => receiving.some((one) => verb.skeleton.startsWith(thing + one)))
  if (passive.test(verb.text) || isJoined || receiving.some((one) => verb.skeleton.startsWith(one))) return 'respondant'
  if (asking.test(verb.text) || bringing.some((one) => verb.skeleton.startsWith(one))) return 'claimant'
  const isDoing = doing.test(verb.text) || (isBrought(verb) && doingEnding.test(verb.text))
  return isDoing && words.some(isBrought) ? 'claimant' : undefined
}
