import {
  conjunctions,
  nameHeading,
  ordinalInside,
  partyDetails,
  pluralNouns,
  rowNumber,
  versus,
  versusAlone,
} from '#shared/text/judgment/words.ts'
import { foldText } from '#shared/text/language/fold.ts'
import { isOpen, type Judgment, isPartyLabel } from './document.ts'
import { cellsOf, type PlacedLabel, type Segment, textOf, type TextLine, whole } from './textLines.ts'
import { pluralEnding } from './labelPlaces.ts'
import { columnOf, valueOf } from './labelValues.ts'
import { confidenceOf, type Evident, evident } from './evident.ts'
import {
  namesAboveRelation,
  namesAroundAnd,
  namesAroundVersus,
  namesAroundVersusLine,
  namesInPair,
} from './partiesAroundVersus.ts'
import { namesOfOpposite } from './partiesOpposite.ts'
import { namesAfterVerbs, namesInProse } from './partiesInProse.ts'
import { namesAfterLeads } from './leadSentences.ts'
import { bothByMarkers, namesByMarkers } from './partiesMarked.ts'
import { namesInClauses } from './partiesInClauses.ts'
import { namesInSentence } from './partiesInSentence.ts'
import { endOfIntroduction, namesInTurns } from './partiesInTurns.ts'
import { letterMark, trimWords, wordsIn } from './namePieces.ts'
import { hasAddress, hasCase, isNameAlone, isOfSentence, nameOf, namesIn } from './names.ts'
import { isInBrackets, namesAbove, namesBelow } from './partyBlock.ts'
import { isLearned, isParty } from './notParties.ts'
import { namesUponBelow } from './partiesUpon.ts'
import { tagNames } from '#server/analysis/fields/tagger/tagNames.ts'
import { isOfAgent, isOfHeirs, namesAfter, withoutDeceased, type Parties, type Side, sides } from './partyList.ts'

/** Finds the parties by their labels, else in `A v. B`, else in sentences, else as the tagger sees them. */
export function findParties(judgment: Judgment): Record<Side, Evident[]> {
  const ways: [evidence: string, find: (judgment: Judgment) => Parties][] = [
    ['versus', namesAroundVersusLine],
    ['sentence', namesAboveRelation],
    ['below', namesUponBelow],
    ['below', namesAboveLabels],
    ['marked', bothByMarkers],
    ['labelled', namesOfLabels],
    ['versus', namesAroundVersus],
    ['opposite', namesOfOpposite],
    ['sentence', namesAfterVerbs],
    ['marked', namesByMarkers],
    ['sentence', namesAfterLeads],
    ['sentence', namesInClauses],
    ['sentence', namesInTurns],
    ['sentence', namesInSentence],
    ['opposite', namesAroundAnd],
    ['opposite', namesInPair],
    ['prose', namesInProse],
  ]
  const result: Record<Side, Evident[]> = { claimant: [], respondant: [] }
  for (const [evidence, find] of ways) {
    const parties = find(judgment)
    for (const side of sides)
      if (result[side].length === 0)
        result[side] = unique(
          parties[side].filter((name) => isParty(judgment, name, evidence, valuesOf(result[otherOf(side)]))),
        ).map((name) => toEvident(name, evidence))
    if (sides.every((side) => result[side].length > 0)) return result
  }
  return withLearned(judgment, result)
}

/**
 * With the names that the tagger has found for a side without any. Lines that are names alone, of one side, when no rule reads anything,
 * are seldom right.
 */
function withLearned(judgment: Judgment, result: Record<Side, Evident[]>): Record<Side, Evident[]> {
  const known = sides.flatMap((side) => valuesOf(result[side]))
  const open = sides.filter((side) => result[side].length === 0)
  const found = tagNames(judgment)
  const learned = open.map((side): [Side, Segment[]] => [
    side,
    unique(found[side].filter((name) => isLearned(judgment, name, known))),
  ])
  const isOfBoth = open.length < sides.length || learned.every(([, names]) => names.length > 0)
  const isSure = isOfBoth || learned.every(([, names]) => names.every(isAmongWords))
  if (!isSure) return result
  const parties = { ...result }
  for (const [side, names] of learned) parties[side] = names.map((name) => toEvident(name, 'learned'))
  return parties
}

/** Whether the line of a name has other words too, which are no label. */
const isAmongWords = (name: Segment) =>
  wordsIn(whole(name.line)).length > wordsIn(name).length + 1 && !name.line.text.slice(0, name.start).includes(':')

const otherOf = (side: Side): Side => (side === 'claimant' ? 'respondant' : 'claimant')
const valuesOf = (found: readonly Evident[]) => found.map(({ value }) => value)
const toEvident = (name: Segment, evidence: string) => evident(nameOf(name), name, evidence, confidenceOf(name))

function unique(names: readonly Segment[]): Segment[] {
  return [...new Map(names.map((name) => [foldText(nameOf(name)), name])).values()]
}

/** Labels of one block; later ones, as in the text, are no labels of the head. */
const block_lines = 40

/** A label belongs to the block of parties when it comes within this number of lines after the last name. */
const party_lines = 12

function partyLabels({ labels }: Judgment): PlacedLabel[] {
  const all = labels.filter(isPartyLabel)
  const first = all[0]
  return first ? all.filter(({ line }) => line.index - first.line.index < block_lines) : []
}

function namesOfLabels(judgment: Judgment): Parties {
  const parties: Parties = { claimant: [], respondant: [] }
  const seen = new Set<string>()
  let end = Infinity
  let last: Side | undefined
  for (const label of judgment.labels.filter(isPartyLabel)) {
    if (label.line.index >= end) break
    if (seen.size === 0) end = label.line.index + block_lines
    const side = sideOf(label)
    const before = beforeLabel(judgment, label)
    if (isInBrackets.test(label.line.text) && isOpenInBrackets(label)) {
      if (parties[side].length === 0) parties[side].push(...namesAbove(judgment, label.line.index))
      seen.add(side)
      continue
    }
    if (!before && isEnclosed(label)) continue
    const table = before ? undefined : tableBelow(judgment, label)
    const value = before ?? table?.first ?? valueOf(judgment, label)
    // A second head repeats the labels of the cover; the labels of several parties follow each other.
    const isRepeated = seen.has(side) && parties[side].length > 0 && label.line.page !== parties[side][0]?.line.page
    if (isRepeated) continue
    seen.add(side)
    const first = value ?? firstNamed(judgment, label)
    if (!first) continue
    const column =
      table?.column ?? (value && value.line.index !== label.line.index ? columnOfParty(judgment, label) : -1)
    const start = startsLetters(judgment, first) ? (letterMark(textOf(first))?.end ?? 0) : 0
    const names = namesOfValue(judgment, label, withoutDeceased({ ...first, start: first.start + start }))
    // A sentence about a party repeats the label, and so does its heading, also after that of the other side.
    const isFurther = parties[side].length > 0 && !hasColon(label)
    if (isFurther && (side !== last || isOfSentence(names[0] ?? first))) continue
    last = side
    const isPlain = isOfHeirs(first) || isCellOfList(judgment, label, first) || startsList(label, first, names)
    const further =
      column < 0 ? namesAfter(judgment, first, start > 0, isPlain) : namesInColumn(judgment, first, column)
    // The heirs of one who died are the parties, when they are named.
    parties[side].push(...(further.length > 0 && isOfHeirs(first) ? [] : names), ...further)
    end = Math.max(end, (further.at(-1)?.line.index ?? 0) + party_lines)
  }
  return parties
}

/** Whether nothing but the end of its bracket follows a label. */
const isOpenInBrackets = ({ line, end }: PlacedLabel) => !/[\p{L}\d]/u.test(line.text.slice(end))

/** Whether a label is that of several parties, in Dhivehi or in English. */
const isPlural = ({ line, start, end }: PlacedLabel) =>
  [plural, pluralNouns].some((one) => one.test(line.text.slice(start, end)))
const plural = new RegExp(String.raw`(?:${pluralEnding})[^\p{L}\p{M}]*$`, 'u')

/** Whether a value with one name, or a name with its address, begins a list below the label of several. */
const startsList = (label: PlacedLabel, first: Segment, names: readonly Segment[]) =>
  isPlural(label) && names.length === 1 && (first.line !== label.line || /[،,/(]/.test(textOf(first)))

/** Whether a value in the cell after its label goes on below, each name in a line, up to the next label or row. */
function isCellOfList({ lines, labels }: Judgment, label: PlacedLabel, first: Segment): boolean {
  if (first.line !== label.line || !/\s{2}$/.test(label.line.text.slice(0, first.start))) return false
  const below = lines.slice(first.line.next, first.line.next + column_lines)
  const isLabelled = (line: TextLine) => labels.some((other) => other.line === line && other.start < max_indent)
  const end = below.findIndex((line) => isLabelled(line) || cellsOf(line).length > 1)
  return end > 0 && below.slice(0, end).every((line) => isNameAlone(trimWords(whole(line)) ?? whole(line)))
}
const max_indent = 8

/** Whether a value begins a list of letters: a line below begins with the next letter. A ward is written like one. */
function startsLetters({ lines }: Judgment, first: Segment): boolean {
  const mark = letterMark(textOf(first))
  const below = lines.slice(first.line.next, first.line.next + letter_lines)
  return mark?.number === 1 && below.some((line) => letterMark(line.text)?.number === 2)
}

const letter_lines = 8

/** The first cell of the column of names below a label whose value is a table with a row of headings. */
function tableBelow({ lines }: Judgment, label: PlacedLabel): { first: Segment; column: number } | undefined {
  const [heading, row] = lines.slice(label.line.next, label.line.next + 2)
  if (!isOpen(label) || !heading || !row) return undefined
  const headings = cellsOf(heading)
  const column = headings.findIndex((cell) => nameHeading.has(wordsIn(cell)[0]?.skeleton ?? ''))
  const first = cellsOf(row)[column]
  const isTable = headings.every(
    (cell, index) => index === column || isEnumerator(cell) || partyDetails.has(wordsIn(cell)[0]?.skeleton ?? ''),
  )
  return column >= 0 && headings.length > 1 && isTable && first ? { first, column } : undefined
}

/** Whether a heading is that of the numbers of the rows: a sign, or the word for a number. */
const isEnumerator = (cell: Segment) => wordsIn(cell).every(({ skeleton }) => rowNumber.has(skeleton))

/** The column of a label that stands next to others or to headings, each above its values; -1 when it stands alone. */
function columnOfParty(judgment: Judgment, label: PlacedLabel): number {
  const { line, start } = label
  const column = columnOf(judgment, label)
  if (column >= 0) return column
  const row = judgment.labels.filter((other) => other.line === line)
  return row.length > 1 ? row.findIndex((other) => other.start === start) : -1
}

/** The further names below the first one in a column, between which addresses may stand. */
function namesInColumn({ labels, lines }: Judgment, first: Segment, column: number): Segment[] {
  const names: Segment[] = []
  const columns = cellsOf(first.line).length
  for (const line of lines.slice(first.line.next, first.line.next + column_lines)) {
    const cells = cellsOf(line)
    const cell = cells[column]
    if (!cell || cells.length !== columns || labels.some((label) => label.line === line)) break
    if (isNameAlone(cell) && !hasAddress(cell)) names.push(...namesIn(cell))
  }
  return names
}

const column_lines = 8

/** The names of a value; when the next line is of something else, those of its own line are more. */
function namesOfValue({ lines }: Judgment, label: PlacedLabel, value: Segment): Segment[] {
  const end = Math.min(value.end, lines[value.line.index]?.text.length ?? value.end)
  const [all = [], own = []] = [value, { ...value, end }].map((segment) =>
    namesIn(segment, isPlural(label)).filter((name) => !hasCase(name) && (!isBare(label) || isNameAlone(name))),
  )
  return end > value.start && own.length > all.length ? own : all
}

/** Whether a label stands before its value with nothing but a space between them, as the words of a sentence do. */
const isBare = (label: PlacedLabel) =>
  !isOpen(label) && /\p{M}\s?$/u.test(label.line.text.slice(label.start, label.end))

const hasColon = ({ line, start, end }: PlacedLabel) => line.text.slice(start, end).includes(':')

/** Whether a label stands in brackets within its line: what follows is no value. */
const isEnclosed = (label: PlacedLabel) =>
  !isOpen(label) && opensBracket(label) && /^[^([]?\s*[)\]]/u.test(label.line.text.slice(label.end - 1))

const opensBracket = (label: PlacedLabel) => /[([]\s*$/u.test(textBefore(label))

/** The text before a label and the number of its party. */
const textBefore = ({ line, start }: PlacedLabel) => line.text.slice(0, start).replace(ordinalInside, '')

/** `A (claimant)`, `A - claimant`, `A (claimant) v. B (respondent)`: names before a label that has no value of its own. */
function beforeLabel({ labels, lines }: Judgment, label: PlacedLabel): Segment | undefined {
  const { line, start } = label
  const others = labels.filter((other) => other.line === line && other !== label)
  // Below the counsel of one party, brackets say which party the next one is of.
  const above = lines[line.index - 1]
  if (opensBracket(label) && isOfAgent(above) && /[)\]]\s*$/.test(above?.text ?? '')) return undefined
  const isOfLine = opensBracket(label) && others.every(isPartyLabel)
  const isLast = isOpen(label) && others.length === 0 && /(?:[([–—،,:-]|\s{2}|[.…]{3,})\s*$/u.test(textBefore(label))
  if (line.text.includes(':', start) || !(isLast || isOfLine)) return undefined
  const lead = textBefore(label).replace(/:\s*$/, '').lastIndexOf(':') + 1
  const intro = isOfLine ? endOfIntroduction(line) : 0
  const from = Math.max(lead, intro, others.findLast((other) => other.end <= start)?.end ?? 0)
  const versusEnd = versus.exec(` ${line.text.slice(from, start)}`)
  const skipped = versusEnd && versusEnd.index < 3 ? versusEnd.index + versusEnd[0].length - 1 : 0
  const before = trimWords({ line, start: from + skipped, end: textBefore(label).length })
  const names = before ? namesIn(before, true) : []
  return before && names.length > 0 && names.every(isNameAlone) ? before : undefined
}

/** The label `name` stands in the next line, and no label of a party of its own. */
function firstNamed({ lines, labels }: Judgment, label: PlacedLabel): Segment | undefined {
  const below = lines[label.line.next]
  const hasParty = labels.some((other) => other.line === below && isPartyLabel(other))
  return below && !hasParty ? { line: below, start: 0, end: below.text.length } : undefined
}

/** The label stands below its name: name, label, `and`, name, label; also with addresses and the like between them. */
function namesAboveLabels(judgment: Judgment): Parties {
  const parties: Parties = { claimant: [], respondant: [] }
  const [one, other] = partyLabels(judgment)
  if (!one || !other || one.kind === other.kind || !isAlone(judgment, one) || !isAlone(judgment, other)) return parties
  const [start, end] = [one.line.index, other.line.index]
  const between = judgment.lines.slice(start + 1, end)
  const isDivided = between.some(
    (line) => versusAlone.test(line.text) || wordsIn(whole(line)).every(({ skeleton }) => conjunctions.has(skeleton)),
  )
  if (!isDivided && namesBelow(judgment, end).length > 0) return parties
  const found = { [sideOf(one)]: namesAbove(judgment, start), [sideOf(other)]: namesAbove(judgment, end, start + 1) }
  return sides.every((side) => (found[side]?.length ?? 0) > 0) ? { ...parties, ...found } : parties
}

const sideOf = ({ kind }: PlacedLabel): Side => (kind === 'claimant' ? 'claimant' : 'respondant')
const isAlone = ({ labels }: Judgment, label: PlacedLabel) =>
  label.end >= label.line.text.trimEnd().length && labels.filter(({ line }) => line === label.line).length === 1
