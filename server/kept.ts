import { keptAnalysis } from '#server/analysis/kept.ts'
import { keptCaseFiles } from '#server/caseFiles/kept.ts'
import { readRow } from '#server/crud/find.ts'
import type { Kept } from '#server/crud/kept.ts'
import { shownInList } from '#server/crud/list.ts'
import type { Db } from '#server/db/database.ts'
import type { Row } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'

/** What is kept in another way than its description alone says. */
const rooms = new Map<string, Kept>([keptCaseFiles, keptAnalysis].map((kept) => [kept.resource.name, kept]))

/** A row as its list shows it to whoever may see every field, with the fields that the list is narrowed by. */
export function loadListed(db: Db, resource: Resource, id: number): Promise<Row | undefined> {
  const kept = rooms.get(resource.name) ?? { resource }
  const everything = Object.values(resource.fields).flatMap(({ permission }) => permission ?? [])
  const filters = Object.values(resource.filters ?? {}).map(({ field }) => field)
  return readRow(db, kept, id, [...new Set([...shownInList(kept, everything), ...filters])])
}
