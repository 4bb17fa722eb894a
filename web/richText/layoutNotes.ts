/** A margin note: the position of its text and the note's height, in pixels. */
type Note = { anchor: number; height: number }

/**
 * The top of each note: next to its text as far as the others allow. The active note is exactly there; those before it
 * move up, those after it down.
 */
export function layoutNotes(
  notes: readonly Note[],
  { gap, active }: { gap: number; active?: number | undefined },
): number[] {
  const tops = resolveOverlaps(notes, { gap, active })
  // The active note moves only if the notes before it would leave the top of the margin.
  if ((tops[0] ?? 0) >= 0) return tops
  return resolveOverlaps(
    tops.map((top, index) => ({ anchor: index === 0 ? 0 : top, height: notes[index]?.height ?? 0 })),
    { gap, active: 0 },
  )
}

function resolveOverlaps(
  notes: readonly Note[],
  { gap, active }: { gap: number; active?: number | undefined },
): number[] {
  const pivot = active !== undefined && active in notes ? active : 0
  const tops = notes.map((note) => note.anchor)

  for (let index = pivot + 1; index < notes.length; index += 1) {
    const above = (tops[index - 1] ?? 0) + (notes[index - 1]?.height ?? 0) + gap
    tops[index] = Math.max(tops[index] ?? 0, above)
  }
  for (let index = pivot - 1; index >= 0; index -= 1) {
    const below = (tops[index + 1] ?? 0) - (notes[index]?.height ?? 0) - gap
    tops[index] = Math.min(tops[index] ?? 0, below)
  }
  return tops
}
