import type { lists } from './delta.ts'
import { listLabels } from './groups.ts'

/** An item of a list that is pasted: its level from 0, its marker where it was copied, and which list it is in there. */
export type PastedItem = { kind: (typeof lists)[number]; indent: number; marker?: string; list?: string }

/**
 * The lists of which a number would change, because a list of a judgment counts from 1 wherever it begins. `runs` are the items
 * without another line between them. When the items of a list are lines of their own, what follows them begins again.
 */
export function changedLists(runs: readonly (readonly PastedItem[])[]): ReadonlySet<string> {
  const changed = new Set<string>()
  for (let size = -1; size < changed.size;) {
    size = changed.size
    for (const { list = '' } of runs.flatMap((run) => splitAtLists(run, changed)).flatMap(misnumbered))
      changed.add(list)
  }
  return changed
}

function splitAtLists(run: readonly PastedItem[], lists: ReadonlySet<string>): PastedItem[][] {
  const parts: PastedItem[][] = [[]]
  for (const item of run)
    if (lists.has(item.list ?? '')) parts.push([])
    else parts.at(-1)?.push(item)
  return parts
}

function misnumbered(run: readonly PastedItem[]): PastedItem[] {
  const labels = listLabels(run.map(({ kind, indent }) => ({ segments: [], attributes: { list: kind, indent } })))
  return run.filter(({ marker }, index) => marker !== undefined && numberIn(marker) !== labels[index])
}

const numberIn = (marker: string) => marker.replace(/^[\s([]+|[\s).\]]+$/g, '')

/** The number of a paragraph that a marker of a list shows: `12.`, `(12)`. */
export const paragraphIn = (marker: string): string | undefined => /^\d+$/.exec(numberIn(marker))?.[0]

const romans = [[100, 'c'], [90, 'xc'], [50, 'l'], [40, 'xl'], [10, 'x'], [9, 'ix'], [5, 'v'], [4, 'iv'], [1, 'i']] as const // prettier-ignore

const roman = (count: number): string => {
  const [value, letters] = romans.find(([one]) => one <= count) ?? [count, '']
  return count > 0 ? letters + roman(count - value) : ''
}

const letter = (count: number): string =>
  count > 0 ? letter(Math.floor((count - 1) / 26)) + String.fromCharCode(97 + ((count - 1) % 26)) : ''

const styles: Record<string, (count: number) => string> = {
  decimal: String,
  'lower-alpha': letter,
  'lower-latin': letter,
  'upper-alpha': (count) => letter(count).toUpperCase(),
  'upper-latin': (count) => letter(count).toUpperCase(),
  'lower-roman': roman,
  'upper-roman': (count) => roman(count).toUpperCase(),
}

/** The marker of an item by its `list-style-type`; undefined for a style that does not count. */
export function markerIn(style: string, count: number): string | undefined {
  const number = Object.hasOwn(styles, style) ? styles[style]?.(count) : undefined
  return number === undefined ? undefined : `${number}.`
}
