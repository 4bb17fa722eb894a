import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { ResolvedNumber } from '#shared/calls/search.ts'
import { isCodeAmong } from '#shared/text/caseNumbers/courtCodes.ts'
import { findByNumber } from './caseNumbers.ts'
import { readAllCourtCodes } from './courtCodes.ts'
import { parseNumber } from './parseInput.ts'

/** Resolves each number once. A number without a case comes without the nearest ones: no user chooses among them here. */
export async function resolveNumbers(
  db: Db,
  written: readonly string[],
  canReadUnpublished: boolean,
): Promise<ResolvedNumber[]> {
  const isCode = isCodeAmong(await readAllCourtCodes(db))
  const answers: { written: string; answer: Awaited<ReturnType<typeof findByNumber>> }[] = []
  for (const number of new Set(written))
    answers.push({ written: number, answer: await findByNumber(db, parseNumber(number, isCode), canReadUnpublished) })
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
