import { isNearly } from '#shared/text/judgment/skeleton.ts'
import { partyWords } from '#shared/text/judgment/clauses.ts'
import { representatives } from '#shared/text/judgment/words.ts'
import { isPartyLabel, type Judgment } from './document.ts'
import { wordsIn } from './namePieces.ts'
import { isNameAlone, namesIn } from './names.ts'
import type { Parties } from './partyList.ts'
import { isDetail } from './partyBlock.ts'
import type { PlacedLabel, Segment, TextLine } from './textLines.ts'

/** More lines than these between the label of one side and that of the other belong to something else. */
const max_lines = 6

/**
 * A judgment has two sides: when one has a known label, the next label that ends in the word for a party is that of the other, whatever
 * it says of it. The claimant stands first.
 */
export function namesOfOpposite(judgment: Judgment): Parties {
  const parties = judgment.labels.filter((label) => isPartyLabel(label) && label.start < max_start)
  const [first] = parties
  const none: Parties = { claimant: [], respondant: [] }
  if (!first || parties.some(({ kind }) => kind !== first.kind)) return none
  const last = parties.at(-1) ?? first
  return first.kind === 'claimant'
    ? { ...none, respondant: namesNear(judgment, last, 1) }
    : { ...none, claimant: namesNear(judgment, first, -1) }
}

const max_start = 8

/** The names after the nearest label of a party, from a line on in one direction; details of the known side may stand between. */
function namesNear(judgment: Judgment, from: PlacedLabel, step: 1 | -1): Segment[] {
  const { lines, labels } = judgment
  for (let at = 1; at <= max_lines; at += 1) {
    const line = lines[from.line.index + at * step]
    if (!line || line.page !== from.line.page) return []
    const names = namesOfUnknown(line)
    const isKnown = labels.some((label) => label.line === line && label.kind !== 'other')
    if (isKnown) return []
    if (names.length > 0) return names
    if (step < 0 && !isDetail(judgment, line)) return []
  }
  return []
}

/** The names after a label that ends in the word for a party and says of no one that they act for another. */
function namesOfUnknown(line: TextLine): Segment[] {
  const lead = /^[^:؛()[\]\d]{5,60}[:؛]\s*/u.exec(line.text)?.[0]
  if (lead === undefined) return []
  const words = wordsIn({ line, start: 0, end: lead.length })
  const isOfParty = words.length > 1 && partyWords.has(words.at(-1)?.skeleton ?? '')
  const isOfAgent = words.some(
    ({ skeleton, text }) =>
      isNearly(skeleton, representatives) ||
      /\u078a\u07a6\u0783\u07a7\u078c(?:\u07aa\u078e\u07ac|\u07aa\u0782\u07b0)$/u.test(text),
  )
  if (!isOfParty || isOfAgent) return []
  const names = namesIn({ line, start: lead.length, end: line.text.length })
  return names.every(isNameAlone) ? names : []
}
