import type { Node } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import type { Mapping } from '@tiptap/pm/transform'

type Range = { from: number; to: number }

/** What transactions changed, as ranges of the document after them, each at least one character wide where it can be. */
export function changedRanges(transactions: readonly Transaction[], doc: Node): Range[] {
  const ranges: Range[] = []
  transactions.forEach(({ mapping }, at) => {
    const later = transactions.slice(at + 1)
    mapping.maps.forEach((map, index) => {
      map.forEach((_from, _to, start, end) => {
        const mapped = (position: number, side: -1 | 1) =>
          later.reduce((moved, { mapping: next }) => next.map(moved, side), after(mapping, index + 1, position, side))
        ranges.push({ from: Math.max(0, mapped(start, -1) - 1), to: Math.min(doc.content.size, mapped(end, 1) + 1) })
      })
    })
  })
  return ranges
}

const after = (mapping: Mapping, index: number, position: number, side: -1 | 1) =>
  mapping.slice(index).map(position, side)
