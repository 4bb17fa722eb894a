import { limits } from '#shared/limits.ts'

/** The references of one page of results. */
export type ResultPage = { page: number; pages: number; references: readonly string[] }

/** A result with its page, so that closing it returns to that page. */
export type ResultTarget = { reference: string; page: number }

export type AdjacentResults = {
  /** The position among all results, from 1. */
  position: number
  previous: ResultTarget | undefined
  next: ResultTarget | undefined
}

/** The results before and after one. The adjacent pages are needed only at the ends, and may not be loaded yet. */
export function adjacentResults(
  reference: string,
  currentPage: ResultPage,
  adjacentPages: { before: ResultPage | undefined; after: ResultPage | undefined },
): AdjacentResults | undefined {
  const index = currentPage.references.indexOf(reference)
  if (index === -1) return undefined
  const resultOnPage = (index: number) => resultAt(currentPage, index)
  return {
    position: positionOf(currentPage.page, index),
    previous: index > 0 ? resultOnPage(index - 1) : adjacentPages.before && resultAt(adjacentPages.before, -1),
    next:
      index < currentPage.references.length - 1
        ? resultOnPage(index + 1)
        : adjacentPages.after && resultAt(adjacentPages.after, 0),
  }
}

function resultAt({ page, references }: ResultPage, index: number): ResultTarget | undefined {
  const reference = references.at(index)
  return reference === undefined ? undefined : { reference, page }
}

/** The position among all results, from 1. */
const positionOf = (page: number, index: number) => (page - 1) * limits.search.page_size + index + 1
