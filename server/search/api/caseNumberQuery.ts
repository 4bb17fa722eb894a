import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { SearchIndex } from '#server/search/port.ts'
import type { CaseQuery } from '#server/search/types.ts'
import type { NumberAnswer } from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'
import { foldText } from '#shared/text/language/fold.ts'
import { isRunOfName, namedLists, readNamed } from './namedFilters.ts'

/**
 * `Civil Court 877/2019`: the number with the code of the court that stands before or behind it. Undefined where anything
 * else stands there, or the name of more courts than one.
 */
export async function withCodeOfCourt(db: Db, written: string): Promise<string | undefined> {
  const folded = foldText(written).trim()
  const { before, number, after } = numberBeside.exec(folded)?.groups ?? {}
  const name = before || after
  if (number === undefined || !name || (before && after)) return undefined
  const [list] = namedLists
  const rows = await readNamed(db, list)
  const [court, ...others] = rows.filter((row) => isRunOfName([row], name, list.keys))
  return court?.code && others.length === 0 ? `${court.code}/${number.replace(/\s/g, '')}` : undefined
}

const numberBeside =
  /^(?<before>[^\d]{3,100}(?<=[\s,،]))?(?<number>\d{1,6} ?[/-] ?\d{1,6})(?<after>(?=[\s,،])[^\d]{3,100})?$/u

type Asked = { query: CaseQuery; unpublished: boolean }

/** The case that a written number leads to, in whatever order the page stands: none that the filters leave out. */
export async function findRedirect(
  db: Db,
  search: SearchIndex,
  { query, unpublished }: Asked,
  numbers: NumberAnswer | null,
) {
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
function isNarrowed({ parsed, number, completed: _, ...filters }: CaseQuery) {
  return Object.keys(filters).length > 0 || (parsed !== undefined && number !== undefined)
}
