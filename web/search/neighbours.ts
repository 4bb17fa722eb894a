import { limits } from '#shared/limits.ts'

/** One page of results, as far as going from one to the next is concerned. */
export type PageOfResults = { page: number; pages: number; references: readonly string[] }

/** Where a result stands: the page that holds it goes with it, so that closing it leads back there. */
export type ResultPlace = { reference: string; page: number }

export type Neighbours = {
  /** The place of this result among all, from 1. */
  position: number
  previous: ResultPlace | undefined
  next: ResultPlace | undefined
}

/** What may be next to a result. The pages before and after are asked for only at the ends, and may not be there yet. */
export function neighboursOf(
  reference: string,
  here: PageOfResults,
  beside: { before: PageOfResults | undefined; after: PageOfResults | undefined },
): Neighbours | undefined {
  const index = here.references.indexOf(reference)
  if (index === -1) return undefined
  const inside = (at: number) => placeAt(here, at)
  return {
    position: positionOf(here.page, index),
    previous: index > 0 ? inside(index - 1) : beside.before && placeAt(beside.before, -1),
    next: index < here.references.length - 1 ? inside(index + 1) : beside.after && placeAt(beside.after, 0),
  }
}

function placeAt({ page, references }: PageOfResults, index: number): ResultPlace | undefined {
  const reference = references.at(index)
  return reference === undefined ? undefined : { reference, page }
}

/** The place of a result among all, from 1. */
const positionOf = (page: number, index: number) => (page - 1) * limits.search.page_size + index + 1
