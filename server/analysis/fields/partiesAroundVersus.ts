import { courtForms, versus, versusAlone } from '#shared/text/judgment/words.ts'
import { type Judgment, type PlacedLabel, type Segment, type TextLine, whole } from './document.ts'
import { afterAnd, piecesOf, wordsIn } from './namePieces.ts'
import { hasAddress, isNameAlone, isOfSentence, isPlausible, isWhole, namesIn } from './names.ts'
import { type Parties, sides } from './partyList.ts'

const versus_lines = 25

export function namesAroundVersus(judgment: Judgment): Parties {
  for (const [index, line] of judgment.lines.slice(0, versus_lines).entries()) {
    if (versusAlone.test(line.text)) {
      const parties = namesAroundLine(judgment, index)
      if (sides.every((side) => parties[side].length > 0)) return parties
    }
    const match = versus.exec(line.text)
    if (!match || line.text.length > 110 || isElsewhere(judgment, line)) continue
    const left = { line, start: 0, end: match.index }
    const right = { line, start: match.index + match[0].length, end: line.text.length }
    if (![left, right].every(isSide)) continue
    const parties = { claimant: namesIn(left), respondant: namesIn(right) }
    // The letter of `v` is also that of an atoll: `a building, V. island`.
    const isAddress = /[،,/]\s*$/u.test(line.text.slice(0, match.index))
    const isIsland = /\.\s*$/u.test(match[0]) && !parties.respondant.some(isWhole)
    if (!isAddress && !isIsland && sides.every((side) => parties[side].length > 0)) return parties
  }
  return { claimant: [], respondant: [] }
}

/** Whether all outside brackets can be a name, and is no sentence. */
const isSide = (segment: Segment) =>
  piecesOf(segment).every((piece) => piece.isBracketed || (isPlausible(piece) && !namesIn(piece).some(isOfSentence)))

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
