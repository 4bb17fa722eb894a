import type { ListAnswer, Row } from '#shared/calls/crud.ts'
import { limits } from '#shared/limits.ts'

export type ListPage = { rows: readonly Row[]; page: number; pages: number; count: number; countIsExact: boolean }

/** The page of a list that came whole; a page that is past the end is the last one. */
export function pageOf(rows: readonly Row[], page: number): ListPage {
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

/** The page that the server cut out of a longer list. */
export const pageOfAnswer = ({ data, page, pages, count, countIsExact }: ListAnswer): ListPage => ({
  rows: data,
  page,
  pages,
  count,
  countIsExact,
})
