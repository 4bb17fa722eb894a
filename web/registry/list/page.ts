import type { ListAnswer, Row } from '#shared/calls/crud.ts'
import { limits } from '#shared/limits.ts'

export type ListPage = { rows: readonly Row[]; page: number; pages: number; count: number; countIsExact: boolean }

/** One page of a list that was loaded whole; a page past the end becomes the last one. */
export function pageOfRows(rows: readonly Row[], page: number): ListPage {
  const size = limits.list.page_size
  const pages = Math.max(1, Math.ceil(rows.length / size))
  const shown = Math.min(page, pages)
  return {
    rows: rows.slice((shown - 1) * size, shown * size),
    page: shown,
    pages,
    count: rows.length,
    countIsExact: true,
  }
}

/** The page of a list that the server pages. */
export const pageOfAnswer = ({ data, page, pages, count, countIsExact }: ListAnswer): ListPage => ({
  rows: data,
  page,
  pages,
  count,
  countIsExact,
})
