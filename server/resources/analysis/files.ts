import { sql } from 'kysely'
import { readLockedRow } from '#server/crud/find.ts'
import { readListed } from '#server/crud/restrictedReads.ts'
import { saveRow } from '#server/crud/save.ts'
import { writeHistory } from '#server/crud/history.ts'
import type { Db } from '#server/db/database.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { saveEndpoint, type Endpoints } from '#server/endpoint/endpoint.ts'
import { type AddFileAnswer, addFileInput, type AnalysisOfFile, importFileInput } from '#shared/calls/analyses.ts'
import { permission } from '#shared/resource/names.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { subscriptionConfigs } from '#shared/resources/subscriptionConfigs.ts'
import type { z } from 'zod'
import { analysisConfig } from './config.ts'

/** What is not charged is decided by those who manage the charges. */
const manageCharges = permission('update', subscriptionConfigs)

/** Analyses that are created from their PDF alone. */
export const analysisFileEndpoints: Endpoints = {
  'analysis/addFile': saveEndpoint({
    about:
      'Creates an analysis from an uploaded PDF. One that analyses have already creates none, unless `accept_duplicate` is set.',
    can: permission('create', analysis),
    input: addFileInput,
    run: addFile,
  }),
  'analysis/import': saveEndpoint({
    about: `Creates an analysis that is not charged, from an uploaded PDF of an import; once for each PDF. Needs ${manageCharges} too.`,
    can: permission('create', analysis),
    input: importFileInput,
    run: importFile,
  }),
}

async function addFile(
  context: SessionContext,
  { court, pdf_file, accept_duplicate = false }: z.output<typeof addFileInput>,
): Promise<AddFileAnswer> {
  const { db } = context
  const sha256 = await hashOfUpload(context, pdf_file)
  const duplicates = await lockAndFindAnalyses(db, sha256)
  const shown = readableOf(context, duplicates)
  if (duplicates.length > 0 && !accept_duplicate) return { data: null, duplicates: shown }
  const { id } = await saveRow(context, analysisConfig, { court, pdf_file })
  const row = await readListed(context, analysisConfig, id)
  return { data: row ?? null, duplicates: shown }
}

/** Refuses an uploaded PDF that analyses have, and names those that the user may read. */
export async function refuseKnownPdf(context: SessionContext, pdf_file: number): Promise<void> {
  const duplicates = await lockAndFindAnalyses(context.db, await hashOfUpload(context, pdf_file))
  if (duplicates.length > 0)
    throw new ApiError('pdf-known', { extraPayload: { duplicates: readableOf(context, duplicates) } })
}

const readableOf = ({ session }: SessionContext, rows: AnalysisOfFile[]) =>
  session.abilities.includes(permission('read', analysis)) ? rows : []

async function importFile(
  context: SessionContext,
  { court, pdf_file, ext_file = '' }: z.output<typeof importFileInput>,
): Promise<AddFileAnswer> {
  const { db, session } = context
  if (!session.abilities.includes(manageCharges)) throw new ApiError('not-allowed')
  const duplicates = await lockAndFindAnalyses(db, await hashOfUpload(context, pdf_file))
  if (duplicates.length > 0) return { data: null, duplicates: readableOf(context, duplicates) }
  const { id } = await saveRow(context, analysisConfig, { court, pdf_file })
  const before = await readLockedRow(db, analysisConfig, id, ['charge_status', 'ext_file'])
  await markAsImported(db, id, ext_file)
  const after = await readLockedRow(db, analysisConfig, id, ['charge_status', 'ext_file'])
  await writeHistory(context, analysis, { action: 'import', before, after })
  const row = await readListed(context, analysisConfig, id)
  return { data: row ?? null, duplicates: [] }
}

export const markAsImported = (db: Db, id: number, ext_file: string) =>
  sql`
    update analysis
       set charge_status = 'Non-Chargeable (Pre-Imported)', ext_file = ${ext_file === '' ? null : ext_file}
     where id = ${id}`.execute(db)

/** The hash of an upload of the user. The ids of files are guessable: nothing is said of those of other users. */
async function hashOfUpload({ db, session }: SessionContext, id: number): Promise<Buffer> {
  const { rows } = await sql<{ sha256: Buffer }>`
    select sha256 from files where id = ${id} and owner_id = ${session.user_id} and type = 'Temp'`.execute(db)
  const [file] = rows
  if (!file) throw new ApiError('invalid', { fields: { pdf_file: [{ code: 'gone' }] } })
  return file.sha256
}

/** The analyses of a PDF with these bytes, the oldest first. Until the end of the transaction no other one is created. */
export async function lockAndFindAnalyses(db: Db, sha256: Buffer): Promise<AnalysisOfFile[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('analysis ' || encode(${sha256}::bytea, 'hex'), 0))`.execute(
    db,
  )
  const { rows } = await sql<AnalysisOfFile>`
    select analysis.id, analysis.title, analysis.case_numbers_text, analysis.status, courts.name as court, files.name as file
      from files
      join analysis on analysis.pdf_file_id = files.id
      join courts on courts.id = analysis.court_id
     where files.sha256 = ${sha256}
       and analysis.deleted_at is null
     order by analysis.id
     limit 5`.execute(db)
  return rows
}
