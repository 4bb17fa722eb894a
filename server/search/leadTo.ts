import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { NumberAnswer } from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'
import type { CaseQuery, SearchIndex } from './index.ts'

type Asked = { query: CaseQuery; unpublished: boolean }

/** The case that a written number leads to, in whatever order the page stands: none that the filters leave out. */
export async function leadTo(db: Db, search: SearchIndex, { query, unpublished }: Asked, numbers: NumberAnswer | null) {
  const [first] = numbers?.state === 'found' ? numbers.cases : []
  if (!first) return null
  if (!isNarrowed(query)) return first.reference
  // A case stands first among those that its number is found in.
  const { ids } = await search.searchCases(query, { sort: 'relevance', page: 1, page_size: limits.search.page_size, unpublished }) // prettier-ignore
  const { rows } = await sql<{ reference: string }>`
    select reference from case_files where id = any(${ids}) and reference = ${first.reference}`.execute(db)
  return rows[0]?.reference ?? null
}

/** By more than the number itself. */
function isNarrowed({ text, number, completed: _, codes: _codes, ...filters }: CaseQuery) {
  return Object.keys(filters).length > 0 || (text !== undefined && number !== undefined)
}
