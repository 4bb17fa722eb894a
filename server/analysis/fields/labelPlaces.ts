import { roles } from '#shared/text/judgment/clauses.ts'
import { forState, labelPrefixes, leadingLabels, type LabelKind } from '#shared/text/judgment/labels.ts'
import { isNearly, placeAt, skeletonOf, type SkeletonPlace } from '#shared/text/judgment/skeleton.ts'
import {
  agentBefore,
  initialDot,
  ordinalBefore,
  ordinalFirst,
  ordinalInside,
  sentenceEnding,
} from '#shared/text/judgment/words.ts'
import { lowerCourt } from '#shared/text/judgment/judgeWords.ts'
import type { Line } from '#server/analysis/types.ts'
import { type LabelMatch, matchesAt } from './labelMatches.ts'
import { withLead } from './leadLabels.ts'
import { wordsIn } from './namePieces.ts'
import { isNameAlone, namesIn } from './names.ts'
import type { PlacedLabel, TextLine } from './textLines.ts'

/** The labels in a line, in order. Of labels at one place, the one with the most letters in common. */
export function labelsIn(line: TextLine): PlacedLabel[] {
  const candidates = anchorsOf(line).flatMap((anchor) =>
    matchesAt(line, anchor.at).flatMap((match) => placeLabel(match, line, anchor) ?? []),
  )
  const found: PlacedLabel[] = []
  for (const placed of candidates.sort((one, other) => other.weight - one.weight))
    if (!found.some(({ start, end }) => placed.start < end && start < placed.end)) found.push(placed)
  return withLead(line, found).sort((one, other) => one.start - other.start)
}

/**
 * Where a label can begin: at the start of the line, after words that belong to it, after a gap, a figure or punctuation, and loosely
 * at any word; `owned` after one whose it is, `led` after a few words that begin the line.
 */
type Anchor = {
  at: SkeletonPlace
  place: 'first' | 'prefixed' | 'owned' | 'for-state' | 'numbered' | 'apart' | 'led' | 'inside'
}

function anchorsOf({ text, skeleton }: TextLine): Anchor[] {
  const anchors: Anchor[] = []
  // The dot of an initial sets nothing apart.
  const undotted = text.replace(initialDot, 'x')
  for (const { index } of text.matchAll(/(?<![\p{L}\p{M}])\p{L}/gu)) {
    const at = skeleton.starts.indexOf(index)
    if (at < 0) continue
    const place = placeOf(undotted.slice(0, index), skeleton.text.slice(0, at))
    // A label inside a line has a colon, or after a few words a dash.
    const isMarked = text.includes(':', index) || (place === 'led' && dash.test(text.slice(index)))
    if ((place !== 'inside' && place !== 'led') || isMarked) anchors.push({ at: placeAt(skeleton, at), place })
  }
  return anchors
}

function placeOf(before: string, letters: string): Anchor['place'] {
  if (/^[^\p{L}\d]*$/u.test(before) || ordinalBefore.test(before)) return 'first'
  if (labelPrefixes.has(letters)) return 'prefixed'
  if (/^[^\p{L}]*$/u.test(before)) return 'numbered'
  if (forState.has(letters)) return 'for-state'
  if (isOwner.test(before)) return 'owned'
  const isApart = /(?:\s{2}["']?|[^\p{L}\p{M}\s"']\s*["']?)$/u.test(before.replace(ordinalInside, ''))
  if (isApart) return 'apart'
  return isLead.test(before) && !lowerCourt.test(before) ? 'led' : 'inside'
}

/** A few words and nothing else from the start of a line on. */
const isLead = /^[^\p{L}\d]*(?:[\p{L}\p{M}]+\s){1,5}$/u
const dash = /^.{4,60}\s[–—-]\s/u

/** `the party's` before the label of its counsel or its address. */
const isOwner = /^[^\p{L}\d]*[\p{L}\p{M} ]{3,50}\u078e\u07ac\s$/u

function placeLabel(match: LabelMatch, line: TextLine, { place }: Anchor): PlacedLabel | undefined {
  const { kind, text } = match
  const isParty = kind === 'claimant' || kind === 'respondant'
  const isInside = place === 'inside' || place === 'led'
  // In the lower court the sides may have been the other way round.
  if (isParty && isInside && lowerCourt.test(line.text.slice(0, match.start))) return undefined
  if (isInside && !looseKinds.has(kind)) return undefined
  if (place === 'prefixed' && !prefixedKinds.has(kind)) return undefined
  if ((place === 'owned' && kind !== 'other') || (place === 'for-state' && kind !== 'claimant')) return undefined
  const after = afterLabel.exec(line.text.slice(match.end))
  if (!after) return undefined
  const [all = '', mark = ''] = after
  if (kind === 'other' && ofOffice.test(line.text.slice(match.end))) return undefined
  const end = match.end + all.length
  // The word for a subject is near that for a claimant.
  const weight = text.length - match.cost * (kind === 'title' ? 9 : 3) + match.bonus
  const remark = isParty && mark === '' ? bracketsAndColon.exec(line.text.slice(end)) : null
  if (remark && place !== 'inside')
    return { kind, line, start: match.start, end: end + remark[0].length, weight: weight + remark[0].length }
  const role = isParty && isRole(line.text.slice(0, match.start)) ? afterBracket.exec(line.text.slice(end)) : null
  if (role) return { kind, line, start: 0, end: end + role[0].length, weight: weight + role[0].length }
  const isEnd = /^[)\]]?\s*$/u.test(line.text.slice(end))
  if (!mayStand(match, line, { place, all, mark, isEnd })) return undefined
  const before = line.text.slice(0, match.start)
  const isOfLowerCourt = isInside && kind === 'decided' && /\u0786[\u07a6-\u07b0]\u0793/u.test(before)
  return {
    kind: isOfLowerCourt ? 'appealed-date' : kind,
    line,
    start: (beginning.has(place) || place === 'led') && /[\p{L}\d]/u.test(before) ? 0 : match.start,
    end: isEnd ? line.text.length : end,
    weight,
  }
}

/** The rest of the name of an office after a word that is a label too. */
const ofOffice = /^\p{M}*\s\u0796[\u07a6-\u07b0]*\u0782[\u07a6-\u07b0]*\u0783[\u07a6-\u07b0]*\u078d/u

type Standing = { place: Anchor['place']; all: string; mark: string; isEnd: boolean }

/** Whether what stands around a label sets it apart from running text. */
function mayStand(
  { kind, text, start, end, cost, isClause }: LabelMatch,
  line: TextLine,
  { place, all, mark, isEnd }: Standing,
) {
  const isParty = kind === 'claimant' || kind === 'respondant'
  const before = line.text.slice(0, start)
  const rest = line.text.slice(end + all.length)
  const isEnclosed = /[([]\s*$/.test(before) && /^\s*[)\]]/.test(line.text.slice(end + all.length))
  const isClear = mark !== '' || isEnd || isEnclosed || /\s{2,}$/.test(all)
  const isInside = place === 'inside' || place === 'led'
  const hasMark = mark.startsWith(':') || (place === 'led' && isParty && /^\s[–—-]/u.test(all))
  if (isInside && !(hasMark && (!isClause || before.includes(':')))) return false
  // Without a noun and a mark it begins its line or its cell.
  const isDashed = isEnd && /\s[–—-]\s$/u.test(before)
  if (isClause && mark === '' && !beginning.has(place) && !isEnclosed && !isDashed && !/\s{2}$/.test(before))
    return false
  // The verb of a party at the end of a line, after a sentence, begins another one.
  if (isParty && isInside && agentBefore.test(before)) return false
  // The plural of a person; of a party, a court or a day it is another case.
  const isPerson = (isParty && !partyWord.test(text)) || kind === 'judges'
  if (!isPerson && /^\u0782\u07b0/u.test(all)) return false
  if (isParty && !isClear && hasRole.test(rest)) return false
  if (leadingLabels.has(text) && (place !== 'first' || !isClear)) return false
  if (isParty && isSentence.test(line.text.slice(start, end))) return false
  if (isParty && !partyWord.test(text) && mark === '' && /(?<!\.\.)\.\s*$/.test(before)) return false
  // `the party's counsel: …`, `represented the party: …`: the label of another begins with that of the party.
  if (
    isParty &&
    mark === '' &&
    /^\p{L}[\p{L}\p{M} ]{2,40}:/u.test(rest) &&
    !/\s{2}$/.test(all) &&
    !startsName.test(rest)
  )
    return false
  // A short label is one only with a colon, or alone; others also directly before their value when they start the line.
  const mayStandHere =
    mayStandBare(kind, text, line.line.role) ||
    (!isClause && place === 'first' && isBeforeNames(kind, text, cost) && isOfNames(rest, line))
  if (!isClear && (!beginning.has(place) || place === 'owned' || !mayStandHere)) return false
  if (kind === 'court' && text.length < 4 && mark === '') return false
  return !needsDay.has(kind) || text.length >= 5 || (!isEnd && /\d/.test(line.text.slice(end)))
}

/** Whether the text before a bracket is the role of a party, and no name: `wife (the claimant):`. */
const isRole = (before: string) =>
  /[([]\s*$/.test(before) &&
  before.length < max_role &&
  isNearly(skeletonOf(before.replace(ordinalFirst, '')).text, roles)
const max_role = 40
/** The end of a bracket after a label, with a mark or at the end of the line. */
const afterBracket = /^\s*[)\]](?:\s{2,}|\s*(?:$|[:؛—–=-]\s*))/u

/** What a party was before, between its label and the colon: `appellant (the claimant of the lower court):`. */
const bracketsAndColon = /^[([][^()[\]:]{3,60}[)\]]\s*:\s*/u

/** A word for deciding or filing alone is a label only before a day. */
const needsDay: ReadonlySet<LabelKind> = new Set(['decided', 'filed'])

/** Where nothing but words that belong to the label stand before it. */
const beginning: ReadonlySet<Anchor['place']> = new Set(['first', 'prefixed', 'owned', 'for-state'])

/** What a case has, after `of this case`. */
const prefixedKinds: ReadonlySet<LabelKind> = new Set([
  'claimant',
  'respondant',
  'judges',
  'number',
  'decided',
  'case_type',
])

const looseKinds: ReadonlySet<LabelKind> = new Set([
  'court-number',
  'decided',
  'filed',
  'appealed-date',
  'judges',
  'claimant',
  'respondant',
])

/**
 * Whether a label can stand before its value without a colon: a long one, and of parties one with the word for `party`. In
 * running text the words for judges begin a sentence, in a row of a table they name one.
 */
function mayStandBare(kind: LabelKind, skeleton: string, role: Line['role']): boolean {
  if (kind === 'judges') return role === 'table'
  if (skeleton.length < minLettersWithoutMark) return false
  return (kind !== 'claimant' && kind !== 'respondant') || partyWord.test(skeleton)
}

/** Whether a label may stand before its names without a mark, when the rest of the line is nothing else. */
const isBeforeNames = (kind: LabelKind, text: string, cost: number) =>
  kind === 'judges'
    ? text.length >= minLettersWithoutMark
    : (kind === 'claimant' || kind === 'respondant') && (cost === 0 || personWord.test(text))
const personWord = /(?:\u078a\u0783\u078c|\u0789\u0780)$/u

/** `names`, `names and addresses`. */
const startsName = /^\u0782\u07a6(?:\u0782\u07b0|\u0789)/u

/** Whether the rest of a line is names with their addresses and cards, and no sentence. */
function isOfNames(rest: string, line: TextLine): boolean {
  if (rest.length > max_names) return false
  const segment = { line, start: line.text.length - rest.length, end: line.text.length }
  const names = namesIn(segment)
  return (
    names.length > 0 &&
    names.every(isNameAlone) &&
    !wordsIn(segment).some(({ text }) => sentenceEnding.test(text) || text.endsWith('\u0788\u07ac'))
  )
}
const max_names = 90

/** Another role outside brackets after a label without a mark: both are of a sentence. */
const hasRole = /^[^([]*\s(?:\u078a\u07a6\u0783\u07a7\u078c\u07b0|\u0789\u07a9\u0780\u07a7)(?:\s|$)/u

/** A verb within what looks like a label: the rest is of a sentence. */
const isSentence = /\u0782\u07a9\s/u
const partyWord = /\u078a\u0783\u078c$/u

const minLettersWithoutMark = 7

/** The plural of a label, in Dhivehi as a recognizer reads it, or in English. */
export const pluralEnding = String.raw`["']?[\u078c\u0786]\s?[\u07a6-\u07b0]*["']?[\u0787\u07a2][\u07a6-\u07b0]*|s(?![a-z])`

/** `of` and what it is of: the name, the names and addresses, or what is known about the party. */
const ofNames =
  String.raw`\u078e\u07ac\s?(?:\u0782\u07a6(?:\u0782\u07b0|\u0782\u07b0\u078c\u07a6\u0787\u07b0|\u0789\u07a6\u0786\u07a9|\u0782\u07b0\u078a\u07aa\u0785\u07aa(?:\u078c\u07a6\u0787\u07b0)?)(?![\p{L}\p{M}])` +
  String.raw`|\u0782\u07a6(?:\u0789\u07a7\u0787\u07a8|\u0782\u07b0\u078c\u07a6\u0786\u07a7\u0787\u07a8)[^:،()]{2,40}(?=:)` +
  String.raw`|\u0789\u07a6[\u0787\u07a2]\u07aa\u078d\u07ab\u0789\u07a7\u078c\u07aa)`

/** `is`, joined to a label, before its mark or the end of the line. */
const copula = String.raw`(?:\u078c\u07a6\u0786\u07a6)?(?:[\u0787\u0782]\u07a6)?\u0786\u07a9(?=\s*(?:[:؛—–-]|$)|\s.{5,90}:\s*$)`

/** A plural or the words `name of` or `about` that belong to a label, a number of the party, and its mark. */
const afterLabel = new RegExp(
  String.raw`^["']?(?:\s?[\u07a6-\u07b0]+)?(?:${copula}|${pluralEnding}|\u078c[\u07a6-\u07b0]*\u0786[\u07a6-\u07b0]*\u078e[\u07a6-\u07b0]*)?` +
    String.raw`(?:\u0782\u07b0(?=[\s:\u078e]|$))?(?:${ofNames})?(?:\s[-–]?\s?\d{1,2}(?=\s|$|:))?\s*(?!\s\p{M})(?=[^\p{L}\p{M}]|$|(?<=\s)(?!\p{M}))(:\s?[-–—]|[:؛;.،–—=|-]|)\s*`,
  'u',
)
