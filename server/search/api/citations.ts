import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { CaseSummary, Citations, Definition, ResolvedNumber } from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'
import { isCodeAmong } from '#shared/text/caseNumbers/courtCodes.ts'
import { caseColumns, type CaseRow, describeCase } from './cards.ts'
import { findByNumber, readAllCourtCodes } from './caseNumbers.ts'
import { parseNumber } from './parseInput.ts'

/** Citations between cases. `unpublished`: include unpublished records; others are as if they did not exist. */

const isVisible = (unpublished: boolean) =>
  sql`case_files.deleted_at is null and (case_files.published or ${unpublished})`

/** The cases whose numbers are marked in the text of a case, and the cases that mark its numbers. */
export async function readCitations(db: Db, reference: string, unpublished: boolean): Promise<Citations> {
  const { rows } = await sql<{ id: number }>`
    select id
      from case_files
     where reference = ${reference}
       and ${isVisible(unpublished)}`.execute(db)
  const [row] = rows
  if (!row) throw new ApiError('case-not-found')
  const [cites, citedBy] = await Promise.all([readCited(db, row.id, unpublished), readCiting(db, row.id, unpublished)])
  return { cites, ...citedBy }
}

async function readCited(db: Db, id: number, unpublished: boolean): Promise<Citations['cites']> {
  const { rows } = await sql<{ cited_number: string } & (CaseRow | { reference: null })>`
    select cited.number as cited_number, found.*
      from (select number, min(key) as key, min(position) as position
              from case_citations
             where case_file_id = ${id}
             group by number
             order by min(position)
             limit ${limits.reader.citations}) as cited
      left join lateral (
             select ${caseColumns}
               from case_numbers as named
               join case_files on case_files.id = named.case_file_id
              where named.key = cited.key
                and named.live
                and ${isVisible(unpublished)}) as found on true
     order by cited.position`.execute(db)
  return rows.map((row) => ({ number: row.cited_number, case: row.reference === null ? null : describeCase(row) }))
}

async function readCiting(db: Db, id: number, unpublished: boolean) {
  const { rows } = await sql<CaseRow & { found: number }>`
    select ${caseColumns}, count(*) over () as found
      from case_files
     where ${isVisible(unpublished)}
       and case_files.id <> ${id}
       and case_files.id in (
             select case_citations.case_file_id
               from case_citations
               join case_numbers as own on own.key = case_citations.key
              where own.case_file_id = ${id}
                and own.live)
     order by case_files.closed_date desc nulls last, case_files.id desc
     limit ${limits.reader.cited_by}`.execute(db)
  return { cited_by: rows.map(describeCase), cited_by_count: rows[0]?.found ?? 0 }
}

/** What a hover card shows of a case. */
export async function readCaseSummary(db: Db, reference: string, unpublished: boolean): Promise<CaseSummary> {
  const { rows } = await sql<CaseRow>`
    select ${caseColumns}
      from case_files
     where reference = ${reference}
       and ${isVisible(unpublished)}`.execute(db)
  const [row] = rows
  if (!row) throw new ApiError('case-not-found')
  return describeCase(row)
}

/** The phrases of the dictionary that have a short meaning. */
export async function readDefinitions(db: Db, unpublished: boolean): Promise<Definition[]> {
  const { rows } = await sql<Definition>`
    select reference, dhivehi_phrase
      from phrases
     where deleted_at is null
       and short_meaning <> ''
       and (published or ${unpublished})
     order by id
     limit ${limits.reader.definitions}`.execute(db)
  return rows
}

/** Resolves each number once. A number without a case comes without the nearest ones: no user chooses among them here. */
export async function resolveNumbers(
  db: Db,
  written: readonly string[],
  unpublished: boolean,
): Promise<ResolvedNumber[]> {
  const isCode = isCodeAmong(await readAllCourtCodes(db))
  const answers: { written: string; answer: Awaited<ReturnType<typeof findByNumber>> }[] = []
  for (const number of new Set(written))
    answers.push({ written: number, answer: await findByNumber(db, parseNumber(number, isCode), unpublished) })
  const found = answers.flatMap(({ answer }) => (answer?.state === 'found' ? (answer.cases[0] ?? []) : []))
  const courts = await readCourts(
    db,
    found.map(({ reference }) => reference),
  )
  return answers.map((one): ResolvedNumber => {
    const state = one.answer?.state ?? 'missing'
    const [match] = state === 'found' ? (one.answer?.cases ?? []) : []
    return {
      written: one.written,
      state,
      case: match ? { ...match, court: courts.get(match.reference) ?? null } : null,
    }
  })
}

async function readCourts(db: Db, references: readonly string[]): Promise<Map<string, string>> {
  if (references.length === 0) return new Map()
  const { rows } = await sql<{ reference: string; court: string }>`
    select case_files.reference, courts.name as court
      from case_files
      join courts on courts.id = case_files.court_id
     where case_files.reference = any(${references})`.execute(db)
  return new Map(rows.map(({ reference, court }) => [reference, court]))
}
