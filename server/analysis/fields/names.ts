import {
  andBeforePlace,
  andOffice,
  conjunctions,
  genitive,
  homeLead,
  initialDot,
  notNames,
  ofOffice,
  offices,
  onBehalf,
  otherParties,
  partyDetails,
  partyPrefixes,
  sentenceEnding,
  state,
} from '#shared/text/judgment/words.ts'
import { isNearly } from '#shared/text/judgment/skeleton.ts'
import { isCompany, isInCompany } from './companies.ts'
import { type Segment, textOf } from './textLines.ts'
import { type NameWord, type Piece, piecesOf, wordsIn } from './namePieces.ts'

/**
 * The names in the value of a party: numbered, divided by commas or joined by `and`, without addresses, cards and
 * registers. After the address of the first one, a further name stands after `and`, or anywhere when the label is a plural.
 */
export function namesIn(segment: Segment, isSeveral = false): Segment[] {
  const and = isSeveral ? andBeforePlace.exec(textOf(segment)) : null
  if (!and) return namesInPart(segment, isSeveral)
  const [before, after] = [
    namesInPart({ ...segment, end: segment.start + and.index }, true),
    namesIn({ ...segment, start: segment.start + and.index + and[0].length }, true),
  ]
  return [...before, ...after]
}

function namesInPart(segment: Segment, isSeveral: boolean): Segment[] {
  const names: Segment[] = []
  let isAfterAddress = false
  const [first = [], ...others] = withoutLeadingAddress(joinOffices(piecesOf(segment)))
  for (const piece of [first, ...others.flatMap(splitDetail)].flat()) {
    if (names.length > 0 && (piece.isBracketed || isDetail(piece))) {
      if (!piece.isBracketed && !isCard(piece)) isAfterAddress = true
      continue
    }
    const cut = cutAtOthers(withoutAgent(piece))
    if (!cut || (isAfterAddress && !piece.isJoined && !isSeveral)) break
    const parts = splitAtConjunctions(cut).map(cutAtCard).map(withoutPrefix)
    const accepted = parts.filter((part) => (names.length === 0 ? isPlausible(part) : isFurtherName(part)))
    if (accepted.length === 0 && names.length > 0) break
    names.push(...accepted)
    if (accepted.some((name) => isNearly(wordsIn(name).at(-1)?.skeleton ?? '', state))) break
  }
  return names
}

/** An office is named after several subjects: `Ministry of A, B and C` is one name. */
function joinOffices(pieces: Piece[]): Piece[] {
  const has = (piece: Piece | undefined, set: ReadonlySet<string>) =>
    piece !== undefined &&
    !piece.isBracketed &&
    wordsIn(piece)
      .slice(1, -1)
      .some(({ skeleton }) => set.has(skeleton))
  const at = pieces.findIndex((piece) => has(piece, ofOffice))
  const last = pieces.findIndex((piece, index) => index > at && index < at + max_subjects && has(piece, andOffice))
  const [one, other] = [pieces[at], pieces[last]]
  const isOne = one && other && pieces.slice(at, last + 1).every((piece) => !piece.isBracketed && !isAddress(piece))
  return isOne ? [...pieces.slice(0, at), { ...one, end: other.end }, ...pieces.slice(last + 1)] : pieces
}

const max_subjects = 4

/** From the first name on, when an address stands before it, with a comma or without: `G. building, island, A B`. */
function withoutLeadingAddress(pieces: Piece[]): Piece[] {
  const at = pieces.findIndex((piece) => !mayLead(piece))
  const next = pieces[at]
  if (at > 0 && next && !next.isBracketed && isNameAlone(next) && !hasAddress(next)) return pieces.slice(at)
  const last = (at < 0 ? pieces.length : at) - 1
  const name = pieces[last] && nameAfterPlace(pieces[last])
  return name ? [name, ...pieces.slice(last + 1)] : pieces
}

/** Whether a piece can be of an address before a name: that of a ward or an atoll, or a single word. */
function mayLead(piece: Piece): boolean {
  const words = wordsIn(piece)
  if (piece.isBracketed || isCompany(words)) return false
  return isAddress(piece) || (words.length === 1 && !isWhole(piece) && /[\u0780-\u07b1]/u.test(textOf(piece)))
}

/** The name after the words of a place: `Th. island A B`, `G. building A B`, `Th. island building A B`. */
function nameAfterPlace(piece: Piece): Piece | undefined {
  const words = wordsIn(piece)
  if (!isAddress(piece) || words.length < min_place_and_name) return undefined
  const building = words.findLastIndex(({ text }, index) => index < words.length - 2 && buildingEnding.test(text))
  const start = words[Math.max(building, 1) + 1]?.start
  const name = start === undefined ? undefined : { ...piece, start }
  return name && isNameAlone(name) && !hasAddress(name) ? name : undefined
}

const min_place_and_name = 4

/** Without the word that says who the named one is: father, the late, Mr., the home or the number of a card before the name; and without `and` after it. */
function withoutPrefix(segment: Segment): Segment {
  const home = homeLead.exec(textOf(segment))?.[0].length ?? 0
  const all = wordsIn({ ...segment, start: segment.start + home })
  const words = all.length > 2 && conjunctions.has(all.at(-1)?.skeleton ?? '') ? all.slice(0, -1) : all
  const at = words.findIndex(({ skeleton, text }) => !partyPrefixes.has(skeleton) && !/^[A-Z]{1,2}\d{4,}$/.test(text))
  const [start, end] = [words[words.length - at > 1 ? at : 0]?.start, words.at(-1)?.end]
  return start === undefined || end === undefined || (home === 0 && words === all && at < 1)
    ? segment
    : { ...segment, start, end }
}

/** The number of a card, a passport or a register. */
const isCard = (segment: Segment) => wordsIn(segment).every(({ text }) => /^[A-Z]{0,2}\d*$/.test(text))

/** What stands between a name and the next: a card, a register, an address, or a single word of one. */
function isDetail(segment: Segment): boolean {
  const words = wordsIn(segment)
  if (isCard(segment) || isAddress(segment)) return true
  if (isCompany(words)) return false
  const first = words[0]?.skeleton ?? ''
  return partyDetails.has(first) || (!isWhole(segment) && !otherParties.has(first))
}

/** `island and B`: the end of an address, and the next name. */
function splitDetail(piece: Piece): Piece[] {
  const words = wordsIn(piece)
  const at = words.findIndex(({ skeleton }) => conjunctions.has(skeleton))
  const [before, after] = [words[at - 1], words[at + 1]]
  if (!before || !after || piece.isBracketed || !isDetail({ ...piece, end: before.end })) return [piece]
  const next = { ...piece, start: after.start }
  return isWhole(next)
    ? [
        { ...piece, end: before.end },
        { ...next, isJoined: true },
      ]
    : [piece]
}

/** Without the one who acts for a party: `A on behalf of` is the party, what follows is not. */
function withoutAgent(piece: Piece): Piece {
  const behalf = onBehalf.exec(textOf(piece))
  return behalf && behalf.index > 0 ? { ...piece, end: piece.start + behalf.index } : piece
}

/** Up to the first word that belongs to a register or an address, or says that there are others. */
function cutAtOthers(segment: Segment): Segment | undefined {
  const words = wordsIn(segment)
  const at = words.findIndex(
    (word, index) =>
      (notNames.has(word.skeleton) ||
        notNames.has(dotted(segment, words, index)) ||
        (otherParties.has(word.skeleton) && !isInCompany(words, index))) &&
      !(index === 0 && words.length > 1 && isCompany(words)),
  )
  if (at === 0) return undefined
  if (at < 0) return withoutAddress(segment)
  const before = words.slice(0, at)
  const last = before.at(-1)
  const named = last && before.length > 1 && conjunctions.has(last.skeleton) ? before.at(-2) : last
  return { ...segment, end: named ? withoutAnd(named) : segment.end }
}

/** Without an address that no comma divides from the name: `A B G. building`, `A B building`. */
function withoutAddress(segment: Segment): Segment {
  const words = wordsIn(segment)
  if (isCompany(words)) return segment
  const isWard = ({ text, end }: NameWord) => /^[\u0780-\u07a5]{1,2}$/.test(text) && segment.line.text[end] === '.'
  const isAfterName = (index: number) => index > 1 && (words[index - 1]?.text.length ?? 0) > 2
  const ward = words.findIndex(
    (word, index) => isWard(word) && isAfterName(index) && (words[index + 1]?.text.length ?? 0) > 2,
  )
  const at = ward < 0 && words.length > 2 && buildingEnding.test(words.at(-1)?.text ?? '') ? words.length - 1 : ward
  return { ...segment, end: words[at - 1]?.end ?? segment.end }
}

/** Without the number of a card or a register after the name, as in `A012345`, and what follows it. */
function cutAtCard(segment: Segment): Segment {
  const words = wordsIn(segment)
  const isCard = (text: string) => /^[A-Z]{0,2}\d{3,}$/.test(text)
  const at = words.findIndex(({ text }, index) => index > 0 && isCard(text) && !isInCompany(words, index))
  // The letter of a card may stand apart.
  const hasLetter = at > 1 && /^[A-Z]$/.test(words[at - 1]?.text ?? '')
  return { ...segment, end: words[hasLetter ? at - 2 : at - 1]?.end ?? segment.end }
}

/** The end of a word without the `and` that is joined to it, after a vowel. */
const withoutAnd = ({ text, end }: NameWord) =>
  end - (/(?<=[\u07a6-\u07af])\u0787\u07a7\u0787\u07a8$/u.exec(text)?.[0].length ?? 0)

/** The skeleton of two words with a dot between them, as in I.D. */
function dotted({ line }: Segment, words: readonly NameWord[], index: number): string {
  const [word, next] = words.slice(index, index + 2)
  const isJoined = word && next && line.text.slice(word.end, next.start) === '.'
  return isJoined ? word.skeleton + next.skeleton : ''
}

/**
 * At each `and` with a whole name on each side, or that is joined to a single word. In a company only the first divides:
 * `Sand and Sea Resort and Spa Pvt Ltd`.
 */
function splitAtConjunctions(segment: Segment): Segment[] {
  const words = wordsIn(segment)
  const isOfCompany = isCompany(words)
  for (const [index, word] of words.entries()) {
    const isAnd = conjunctions.has(word.skeleton)
    const end = isAnd ? words[index - 1]?.end : withoutAnd(word)
    const after = words[index + 1]
    if (end === undefined || end === word.end || !after) continue
    const left = { ...segment, end }
    const right = { ...segment, start: after.start }
    const isDivided = isWhole(right) && (isWhole(left) || (!isAnd && !isOfCompany))
    if (isDivided) return [left, ...splitAtConjunctions(right)]
    if (isOfCompany) break
  }
  return [segment]
}

/** Two words or more, or an office of one word. */
export const isWhole = (segment: Segment) => {
  const words = wordsIn(segment)
  return words.length > 1 || words.some(({ skeleton }) => offices.has(skeleton))
}

/** Whether a segment is a name alone: of two words or more, and no part of a sentence or of an address. */
export function isNameAlone(segment: Segment): boolean {
  const words = wordsIn(segment)
  if (!isWhole(segment) || !isPlausible(segment) || isOfSentence(segment)) return false
  if (!isCompany(words) && words.some(({ text }) => /\d/.test(text))) return false
  return !words.some(({ text, skeleton }) => notNames.has(skeleton) || (text.endsWith(genitive) && !isCompany(words)))
}

/** Whether a word has an ending that the words of a sentence have, and no name; one of a company may have it. */
export function hasCase(segment: Segment): boolean {
  const words = wordsIn(segment)
  return !isCompany(words) && words.some(({ text }) => sentenceEnding.test(text))
}

/** Whether a segment has a word of a sentence, or more words than a person. */
export function isOfSentence(segment: Segment): boolean {
  const words = wordsIn(segment)
  return words.some(({ text }) => sentenceEnding.test(text)) || (words.length > 5 && !isCompany(words))
}

const maxNameWords = 9
/** The letters of a case number. */
export const courtCode = /^[A-Za-z]{1,3}-[A-Za-z]{1,3}$/

export function isPlausible(segment: Segment): boolean {
  const words = wordsIn(segment)
  const letters = textOf(segment).replace(/[^\p{L}]/gu, '').length
  return (
    words.length > 0 &&
    words.length <= maxNameWords &&
    (letters > 2 || isInitials(segment)) &&
    !words.some(({ text }, index) => /\d{3}/.test(text) && !isInCompany(words, index)) &&
    !courtCode.test(textOf(segment)) &&
    !isAddress(segment)
  )
}

/** Two letters or more instead of a name, as of a minor. */
const isInitials = (segment: Segment) => /^(?:[\u0780-\u07a5]\.\s?){1,3}[\u0780-\u07a5]\.?$/u.test(textOf(segment))

/** The short name of an atoll or a ward before the name of a building; no initials, and not before that of a council. */
export const isAddress = (segment: Segment) =>
  !isCompany(wordsIn(segment)) &&
  !isInitials(segment) &&
  /^(?:[\u0780-\u07b1]{1,4}\.(?!\s?[\u0780-\u07a5]{1,2}\.)|[\u0780-\u07a5]{1,2}\s(?!\p{M}))/u.test(
    textOf(segment).replace(initialDot, '_'),
  )

/** Whether a part of a line is an address, or a building. */
export const hasAddress = (segment: Segment) =>
  piecesOf(segment).some((piece) => isAddress(piece) || buildingEnding.test(wordsIn(piece).at(-1)?.text ?? ''))

/** After a comma, a person of two words or more, or a company; a building is one word or ends like one. */
function isFurtherName(segment: Segment): boolean {
  const words = wordsIn(segment)
  if (!isPlausible(segment) || /\d/.test(textOf(segment))) return false
  if (isCompany(words)) return true
  if (textOf(segment).replace(initialDot, '').includes('.')) return false
  return words.length > 1 && words.length < 6 && !buildingEnding.test(words.at(-1)?.text ?? '')
}

const buildingEnding =
  /(?:\u078e[\u07ac\u07ad]|\u0788\u07a8\u078d\u07a7|\u0784\u07a8\u078d\u07b0\u0791\u07a8\u0782\u07b0\u078e|\u0793\u07a6\u0788\u07a6\u0783\u07aa?|\u0789\u07a6\u0782\u07b0\u0792\u07a8\u078d\u07b0|\u0780\u07a6\u0787\u07aa\u0790\u07b0|\u0789\u07a6\u078e\u07aa|\u0780\u07a8\u0782\u078e\u07aa\u0782\u07b0)$/u

/** A name as it is shown: without stray quotation marks, double spaces and a space between a letter and its mark. */
export const nameOf = (segment: Segment) =>
  textOf(segment)
    .replace(/["']|\s+(?=\p{M})/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
