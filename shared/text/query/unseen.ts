/** Joiners, marks of direction, soft hyphens: what is copied along unseen stands for nothing, wherever it stands. */
const unseen = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/

const dropUnseen = (text: string) => text.replace(new RegExp(unseen, 'g'), '')

/** Where a piece was typed, what it reads, and the same as it was typed. */
export type Typed = { start: number; end: number; text: string; typed: string }

/** A text as it is seen, and where a piece of that was typed. */
export function seenOf(text: string): { seen: string; typedAt: (start: number, end: number) => Typed } {
  const places = unseen.test(text) ? [...Array(text.length).keys()].filter((at) => !unseen.test(text[at] ?? '')) : []
  const seen = dropUnseen(text)
  const placeOf = (at: number) => (seen === text ? at : (places[at] ?? text.length))
  const typedAt = (from: number, to: number) => {
    const start = placeOf(from)
    const end = to > from ? placeOf(to - 1) + 1 : start
    return { start, end, text: seen.slice(from, to), typed: text.slice(start, end) }
  }
  return { seen, typedAt }
}
