import { bystanders } from '#shared/text/judgment/clauses.ts'
import { findDays } from '#shared/text/judgment/dates.ts'
import { courtForms, headingWords } from '#shared/text/judgment/caseWords.ts'
import { clerks, honorifics, lowerCourt } from '#shared/text/judgment/judgeWords.ts'
import { dayNouns } from '#shared/text/judgment/leadWords.ts'
import { personNames } from '#shared/text/judgment/personNames.ts'
import { isNearly, skeletonOf } from '#shared/text/judgment/skeleton.ts'
import { ofCourt, representatives } from '#shared/text/judgment/words.ts'
import { isOpen, type Judgment } from './document.ts'
import { isOffice } from './companies.ts'
import { isTitle } from './judgeNames.ts'
import { type NameWord, wordsIn } from './namePieces.ts'
import { isOfSentence, nameOf } from './names.ts'
import type { Segment } from './textLines.ts'

/** Evidence by which a label or a mark between the sides says who is one. */
const said: ReadonlySet<string> = new Set(['labelled', 'below', 'versus'])

/** Whether a name may be a party; without a label more is asked of it. `others`: the names that are known of the other side. */
export const isParty = (judgment: Judgment, name: Segment, evidence: string, others: readonly string[]) =>
  isName(name) && (said.has(evidence) || mayBeParty(judgment, name, others, evidence === 'marked'))

/** Whether a name that only the tagger has found may be a party: it has several words, and no rule has found it. */
export function isLearned(judgment: Judgment, name: Segment, others: readonly string[]): boolean {
  const { text } = skeletonOf(nameOf(name))
  const known = others.map((other) => skeletonOf(other).text)
  const isNew = wordsIn(name).length > 1 && !known.some((one) => one.includes(text) || text.includes(one))
  return isNew && isKnownName(name) && isName(name) && mayBeParty(judgment, name, [], false)
}

/** Whether a part of a line can be a name at all: no day, and not only words of headings. */
function isName(name: Segment): boolean {
  const words = wordsIn(name)
  if (words.length > 0 && words.every(({ skeleton }) => headingWords.has(skeleton))) return false
  const last = words.at(-1)?.skeleton ?? ''
  if (dayNouns.has(last) || ofCourt.has(last) || pointsBack.test(words[0]?.text ?? '')) return false
  const [next] = wordsIn({ ...name, start: name.end, end: name.line.text.length })
  // The first word of the name of a court.
  if (next?.start === name.end + 1 && courtForms.has(next.skeleton)) return false
  const hasFigures = /\d/.test(name.line.text.slice(name.start, name.end))
  return !hasFigures || !findDays(name.line.text).some(({ start, end }) => start < name.end && name.start < end)
}

/** `that company's director`, `this person`: words for one who is named before. */
const pointsBack = /^(?:\u0787\u07ac|\u0789\u07a8)$/u

/** Whether a word of a name is that of a person, or the name is that of an office. */
const isKnownName = (name: Segment) => isOffice(name) || wordsIn(name).some(({ skeleton }) => personNames.has(skeleton))

/**
 * Whether a name that no label of a party names may be one: nothing before it says that it acts for a party, judges, writes, suffered or
 * was a party of the lower court, and no label of another stands above it.
 */
function mayBeParty(judgment: Judgment, name: Segment, others: readonly string[], isMarked: boolean): boolean {
  const { text } = skeletonOf(nameOf(name))
  if (others.some((other) => skeletonOf(other).text === text)) return false
  // A title of respect makes no one a judge whom a sentence calls a party.
  const isJudge = (word: NameWord) => isTitle(word) && !(isMarked && isNearly(word.skeleton, honorifics))
  if (wordsIn(before(name)).some(isJudge) || isOfBystander(name) || lowerCourt.test(sentenceBefore(name))) return false
  const above = judgment.labels.find(
    (label) => label.kind === 'other' && label.start < 4 && label.line.next === name.line.index,
  )
  return !(above && isOpen(above)) && (isOffice(name) || !isOfSentence(name))
}

/** The words before a name in its part of the line, and before a colon there. */
function before({ line, start }: Segment): Segment {
  const lead = line.text.slice(0, start)
  const from = /(?:[،,؛/.()]|\s{2,})(?=[^،,؛/.()]*$)/u.exec(lead.replace(/[\s:]+$/u, ''))
  return { line, start: Math.max(from ? from.index + 1 : 0, 0), end: start }
}

const sentenceBefore = ({ line, start }: Segment) =>
  line.text.slice(0, start).replace(/^.*\u0787\u07ac\u0788\u07ac\.\s/u, '')

/** Whether the words before a name say that it is near the case and neither a party nor a judge. */
export const isOfBystander = (name: Segment) => wordsIn(before(name)).some(isOfOther)

const isOfOther = (word: NameWord) =>
  isNearly(word.skeleton, representatives) ||
  clerks.has(word.skeleton) ||
  bystanders.some((one) => word.skeleton.startsWith(one))
