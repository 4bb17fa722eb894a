import { keptAnalysis } from '#server/analysis/kept.ts'
import { keptCaseFiles } from '#server/caseFiles/kept.ts'
import { readRows } from '#server/crud/find.ts'
import type { Kept } from '#server/crud/kept.ts'
import { shownInList } from '#server/crud/list.ts'
import type { Db } from '#server/db/database.ts'
import type { Row } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'

/** What is kept in another way than its description alone says. */
const rooms = new Map<string, Kept>([keptCaseFiles, keptAnalysis].map((kept) => [kept.resource.name, kept]))

/** Rows by their ids, as their list shows them to whoever may see every field, with the fields that it is narrowed by. */
export function loadListed(db: Db, resource: Resource, ids: readonly number[]): Promise<Map<number, Row>> {
  const kept = rooms.get(resource.name) ?? { resource }
  const everything = Object.values(resource.fields).flatMap(({ permission }) => permission ?? [])
  const filters = Object.values(resource.filters ?? {}).map(({ field }) => field)
  return readRows(db, kept, ids, [...new Set([...shownInList(kept, everything), ...filters])])
}
