import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { SearchIndex } from '#server/search/port.ts'
import type { CaseQuery } from '#server/search/types.ts'
import type { NumberAnswer } from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'
import { foldText } from '#shared/text/language/fold.ts'
import { isRunOfName, namedLists, readNamed } from './namedFilters.ts'

/**
 * `Civil Court 877/2019`: the number with the code of the court whose name precedes or follows it. Undefined for any
 * other words, or a name of several courts.
 */
export async function withCodeOfCourt(db: Db, written: string): Promise<string | undefined> {
  const folded = foldText(written).trim()
  const { before, number, after } = numberWithName.exec(folded)?.groups ?? {}
  const name = before || after
  if (number === undefined || !name || (before && after)) return undefined
  const [list] = namedLists
  const rows = await readNamed(db, list)
  const [court, ...others] = rows.filter((row) => isRunOfName([row], name, list.keys))
  return court?.code && others.length === 0 ? `${court.code}/${number.replace(/\s/g, '')}` : undefined
}

const numberWithName =
  /^(?<before>[^\d]{3,100}(?<=[\s,،]))?(?<number>\d{1,6} ?[/-] ?\d{1,6})(?<after>(?=[\s,،])[^\d]{3,100})?$/u

type RedirectParams = { query: CaseQuery; unpublished: boolean }

/** The case that a written number redirects to, independent of the sort order; null if the filters exclude it. */
export async function findRedirect(
  db: Db,
  search: SearchIndex,
  { query, unpublished }: RedirectParams,
  numbers: NumberAnswer | null,
) {
  const [first] = numbers?.state === 'found' ? numbers.cases : []
  if (!first) return null
  if (!isNarrowed(query)) return first.reference
  // By relevance, a case ranks first among the cases that contain its number.
  const { ids } = await search.searchCases(query, { sort: 'relevance', page: 1, page_size: limits.search.page_size, unpublished }) // prettier-ignore
  const { rows } = await sql<{ reference: string }>`
    select reference from case_files where id = any(${ids}) and reference = ${first.reference}`.execute(db)
  return rows[0]?.reference ?? null
}

/** Whether the query has conditions besides the number. */
function isNarrowed({ parsed, number, completed: _, ...filters }: CaseQuery) {
  return Object.keys(filters).length > 0 || (parsed !== undefined && number !== undefined)
}
