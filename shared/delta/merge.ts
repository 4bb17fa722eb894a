import type { Delta } from './delta.ts'
import { diffUnits, type TextChange } from './diffTexts.ts'
import { joinLines } from './joinLines.ts'
import { isTable, type NotedLine, type Notes, notesOf, type Unit, unitOf, unitsOf } from './units.ts'

/** The text as two users loaded it, as one of them edited it, and as the other one saved it. */
type TextVersions = { base: Delta; mine: Delta; theirs: Delta }

/** Paragraphs of all versions, or those that one user changed. */
type MergedPart = { kind: 'same' | 'mine' | 'theirs'; units: readonly Unit[] }
/** Paragraphs that both users changed in different ways. An empty list: this user removed them. */
export type TextConflict = { kind: 'conflict'; base: readonly Unit[]; mine: readonly Unit[]; theirs: readonly Unit[] }
export type TextMerge = { parts: readonly (MergedPart | TextConflict)[]; base: Notes }

export type MergeChoice = 'mine' | 'theirs' | 'both'

/**
 * Three-way merge of a text, paragraph by paragraph: what one user changed is taken, what both changed in different ways is a
 * conflict. A table is a paragraph here; if its rows and cells stayed the same, its cells are merged one by one.
 */
export function mergeTexts({ base, mine, theirs }: TextVersions): TextMerge {
  const units = unitsOf(base)
  const edits = { mine: editsOf(diffUnits(units, unitsOf(mine))), theirs: editsOf(diffUnits(units, unitsOf(theirs))) }
  const parts: (MergedPart | TextConflict)[] = []
  let at = 0
  for (const region of regionsOf(edits)) {
    if (region.start > at) parts.push({ kind: 'same', units: units.slice(at, region.start) })
    parts.push(mergeRegion(units, region))
    at = region.end
  }
  if (at < units.length) parts.push({ kind: 'same', units: units.slice(at) })
  return { parts, base: notesOf(base) }
}

export const conflictsOf = ({ parts }: TextMerge): TextConflict[] => parts.filter((part) => part.kind === 'conflict')

/** The merged text. My paragraphs stay where nothing is chosen; `choices` has the order of the conflicts. */
export function resolveMerge({ parts, base }: TextMerge, choices: readonly (MergeChoice | undefined)[]): Delta {
  let conflict = -1
  const units = parts.flatMap((part) => {
    if (part.kind !== 'conflict') return part.units
    conflict += 1
    return chosenUnits(part, choices[conflict] ?? 'mine')
  })
  return joinLines(units.flatMap(withTableStart), base)
}

const chosenUnits = ({ mine, theirs }: TextConflict, choice: MergeChoice): readonly Unit[] =>
  choice === 'both' ? [...mine, ...theirs] : { mine, theirs }[choice]

/** Two tables that have come to be next to each other stay two. */
const withTableStart = (unit: Unit): readonly NotedLine[] => {
  const [first, ...rest] = unit.lines
  if (!first || !isTable(unit)) return unit.lines
  const { line, ...noted } = first
  return [{ ...noted, line: { ...line, attributes: { ...line.attributes, table_start: true } } }, ...rest]
}

/** What one user made of the paragraphs from `start` to before `end` of the base; an insertion if both are equal. */
type Edit = { start: number; end: number; after: readonly Unit[] }

function editsOf(changes: readonly TextChange[]): Edit[] {
  let at = 0
  return changes.flatMap(({ isSame, before, after }) => {
    const start = at
    at += before.length
    return isSame ? [] : [{ start, end: at, after }]
  })
}

type Sides<Value> = { mine: Value; theirs: Value }
/** Paragraphs of the base with the edits of both users that touch them, or each other. */
type Region = { start: number; end: number } & Sides<readonly Edit[]>

function regionsOf({ mine, theirs }: Sides<readonly Edit[]>): Region[] {
  const regions: (Region & Sides<Edit[]>)[] = []
  const edits = [
    ...mine.map((edit) => ({ edit, side: 'mine' as const })),
    ...theirs.map((edit) => ({ edit, side: 'theirs' as const })),
  ].sort((one, other) => one.edit.start - other.edit.start || one.edit.end - other.edit.end)
  for (const { edit, side } of edits) {
    const last = regions.at(-1)
    const region = last && overlaps(last, edit) ? last : { start: edit.start, end: edit.end, mine: [], theirs: [] }
    if (region !== last) regions.push(region)
    region.end = Math.max(region.end, edit.end)
    region[side].push(edit)
  }
  return regions
}

/** Two insertions at one place overlap, as their order is not known; an insertion at the edge of a change does not. */
const overlaps = (region: Region, { start, end }: Edit) =>
  start < region.end || (start === end && start === region.start && region.start === region.end)

function mergeRegion(units: readonly Unit[], region: Region): MergedPart | TextConflict {
  const mine = unitsAfter(units, region, region.mine)
  const theirs = unitsAfter(units, region, region.theirs)
  if (region.mine.length === 0) return { kind: 'theirs', units: theirs }
  if (region.theirs.length === 0) return { kind: 'mine', units: mine }
  if (areEqual(mine, theirs)) return { kind: 'same', units: theirs }
  const base = units.slice(region.start, region.end)
  const cells = mergeCells({ base, mine, theirs })
  return cells ? { kind: 'mine', units: [cells] } : { kind: 'conflict', base, mine, theirs }
}

function unitsAfter(units: readonly Unit[], { start, end }: Region, edits: readonly Edit[]): Unit[] {
  const result: Unit[] = []
  let at = start
  for (const edit of edits) {
    result.push(...units.slice(at, edit.start), ...edit.after)
    at = edit.end
  }
  return [...result, ...units.slice(at, end)]
}

const areEqual = (one: readonly Unit[], other: readonly Unit[]) =>
  one.length === other.length && one.every(({ key }, index) => key === other[index]?.key)

/** Merges a table whose cells both users changed; undefined if its shape was changed, or one cell by both. */
function mergeCells(sides: Sides<readonly Unit[]> & { base: readonly Unit[] }): Unit | undefined {
  const [base, mine, theirs] = [sides.base, sides.mine, sides.theirs].map((units) =>
    units.length === 1 && units[0] && isTable(units[0]) ? units[0] : undefined,
  )
  if (!base || !mine || !theirs || shapeOf(base) !== shapeOf(mine) || shapeOf(base) !== shapeOf(theirs))
    return undefined
  const lines = base.lines.map((line, index) => mergeLine(line, mine.lines[index], theirs.lines[index]))
  const merged = lines.filter((line) => line !== undefined)
  return merged.length === lines.length ? unitOf(merged) : undefined
}

const shapeOf = ({ lines }: Unit) =>
  JSON.stringify(
    lines.map(({ line: { attributes } }) => {
      const { table, cell, header_cell, colspan, rowspan } = attributes
      return [table, cell, header_cell, colspan, rowspan]
    }),
  )

function mergeLine(base: NotedLine, mine: NotedLine | undefined, theirs: NotedLine | undefined) {
  if (mine?.key === base.key || mine?.key === theirs?.key) return theirs
  return theirs?.key === base.key ? mine : undefined
}
