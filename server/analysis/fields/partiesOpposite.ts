import { bystanders, claimantHints, partyWords, respondantHints } from '#shared/text/judgment/clauses.ts'
import { isNearly } from '#shared/text/judgment/skeleton.ts'
import { officeNoun, representatives } from '#shared/text/judgment/words.ts'
import { isPartyLabel, type Judgment } from './document.ts'
import { type NameWord, wordsIn } from './namePieces.ts'
import { isOffice } from './companies.ts'
import { isNameAlone, namesIn } from './names.ts'
import type { Parties, Side } from './partyList.ts'
import { isDetail } from './partyBlock.ts'
import type { PlacedLabel, Segment, TextLine } from './textLines.ts'

/** More lines than these between the label of one side and that of the other belong to something else. */
const max_lines = 6
const head_lines = 30
const max_start = 8

type Role = { line: TextLine; side: Side | undefined; names: Segment[] }

const none: Parties = { claimant: [], respondant: [] }

/**
 * A judgment has two sides. When one has a known label, the nearest label that ends in the word for a party is that of the other,
 * whatever it says of it; when none has, the first two of these are. The claimant stands first, unless a verb is passive.
 */
export function namesOfOpposite(judgment: Judgment): Parties {
  const parties = judgment.labels.filter((label) => isPartyLabel(label) && label.start < max_start)
  const [first] = parties
  if (!first) return namesOfPair(judgment)
  if (parties.some(({ kind }) => kind !== first.kind)) return none
  const last = parties.at(-1) ?? first
  return first.kind === 'claimant'
    ? { ...none, respondant: namesNear(judgment, last, 1) ?? namesNear(judgment, first, -1) ?? [] }
    : { ...none, claimant: namesNear(judgment, first, -1) ?? namesNear(judgment, last, 1) ?? [] }
}

/** The names of two labels that follow each other. */
function namesOfPair(judgment: Judgment): Parties {
  const roles = judgment.lines.slice(0, head_lines).flatMap((line) => roleOf(judgment, line) ?? [])
  for (const [index, one] of roles.entries()) {
    const other = roles[index + 1]
    if (!other || other.line.index - one.line.index > max_lines || (one.side && one.side === other.side)) continue
    const isTurned = one.side === 'respondant' || other.side === 'claimant'
    const [claimant, respondant] = isTurned ? [other.names, one.names] : [one.names, other.names]
    return { claimant, respondant }
  }
  return none
}

/** The names after the nearest label of a party, from a line on in one direction; details of the known side may stand between. */
function namesNear(judgment: Judgment, from: PlacedLabel, step: 1 | -1): Segment[] | undefined {
  const { lines, labels } = judgment
  for (let at = 1; at <= max_lines; at += 1) {
    const line = lines[from.line.index + at * step]
    if (!line || line.page !== from.line.page) return undefined
    const role = roleOf(judgment, line)
    if (role && role.side !== from.kind) return role.names
    const names = at === 1 ? officeOf(judgment, line, step > 0) : undefined
    if (names) return names
    if (labels.some((label) => label.line === line && label.kind !== 'other')) return undefined
    if (step < 0 && !isDetail(judgment, line)) return undefined
  }
  return undefined
}

/** A label that ends in the word for a party and says of no one that they act for another, or suffered, and its names. */
function roleOf(judgment: Judgment, line: TextLine): Role | undefined {
  const lead = leadOf(judgment, line)
  if (!lead) return undefined
  const bracket = lead.line.text.slice(0, lead.end).indexOf('(')
  const words = wordsIn(bracket < 0 ? lead : { ...lead, end: bracket })
  const noun = words.at(-1)?.skeleton ?? ''
  const isOfParty = noun.length > party.length ? noun.endsWith(party) : words.length > 1 && partyWords.has(noun)
  if (!isOfParty || words.some(isOfAgent)) return undefined
  const names = namesIn({ line, start: lead.end, end: line.text.length })
  return names.length > 0 && names.every(isNameAlone) ? { line, side: sideOf(words), names } : undefined
}

/** The letters of the word for a party. */
const party = '\u078a\u0783\u078c'

/** The state or an office after a label: directly above the respondent it is the one who brings the case. */
function officeOf(judgment: Judgment, line: TextLine, isBelow: boolean): Segment[] | undefined {
  const lead = leadOf(judgment, line)
  if (isBelow && !(lead && wordsIn(lead).some(isOfOffice))) return undefined
  const names = lead && !wordsIn(lead).some(isOfAgent) ? namesIn({ line, start: lead.end, end: line.text.length }) : []
  return names.length === 1 && names.every((name) => isNameAlone(name) && isOffice(name)) ? names : undefined
}

/** Whether a word of a label is that for a company, an office or an employer. */
const isOfOffice = ({ text }: NameWord) => officeNoun.test(text)

/** What stands before the mark of a line that begins with no known label. */
function leadOf({ labels }: Judgment, line: TextLine): Segment | undefined {
  const lead = /^(?:\d{1,2}[.)]\s?){0,2}[^:؛()[\]\d]{5,60}?(?:\([^()\d]{3,30}\)\s?)?(?:[:؛]|\s[–—-]\s)\s*/u.exec(
    line.text,
  )?.[0]
  const isKnown = labels.some((label) => label.line === line && label.start < max_start)
  return lead === undefined || isKnown ? undefined : { line, start: 0, end: lead.length }
}

const isOfAgent = ({ skeleton, text }: NameWord) =>
  isNearly(skeleton, representatives) ||
  bystanders.some((word) => skeleton.startsWith(word)) ||
  /\u078a\u07a6\u0783\u07a7\u078c(?:\u07aa\u078e\u07ac|\u07aa\u0782\u07b0)$/u.test(text)

/** The side that the verb of a label is of: one to whom something is done responds. */
function sideOf(words: readonly NameWord[]): Side | undefined {
  if (words.some(({ skeleton }) => claimantHints.has(skeleton))) return 'claimant'
  const verb = words.at(-2)
  return verb && (isPassive.test(verb.text) || respondantHints.has(verb.skeleton)) ? 'respondant' : undefined
}

/** The endings of the passive: is done, was done, has been done. */
const isPassive = /(?:\u07ac\u0788\u07ad|\u07ac\u0788\u07aa\u0782\u07aa|\u07ac\u0788\u07a8(?:\u078a|\u078e).*)$/u
