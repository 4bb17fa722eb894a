/** A note of the margin: where what it is about stands, and how tall the note is, in pixels. */
export type Note = { anchor: number; height: number }

/**
 * Where each note begins, so that it stands beside what it is about as far as the others leave room. The active note
 * stands exactly there: those before it make room upwards, those after it downwards.
 */
export function stack(notes: readonly Note[], { gap, active }: { gap: number; active?: number | undefined }): number[] {
  const tops = makeRoom(notes, { gap, active })
  // The active note gives way only where the others would leave the margin at its head.
  if ((tops[0] ?? 0) >= 0) return tops
  return makeRoom(
    tops.map((top, index) => ({ anchor: index === 0 ? 0 : top, height: notes[index]?.height ?? 0 })),
    { gap, active: 0 },
  )
}

function makeRoom(notes: readonly Note[], { gap, active }: { gap: number; active?: number | undefined }): number[] {
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
