import { sql } from 'kysely'
import { caseFilesConfig } from '#server/resources/caseFiles/config.ts'
import { writeDerivedText } from '#server/resources/caseFiles/text.ts'
import { deriveTask } from '#server/html/textWork.ts'
import { readAllCourtCodes } from '#server/search/api/caseNumbers.ts'
import { readLockedRow } from '#server/crud/find.ts'
import { insertRow, writeLinks } from '#server/crud/links.ts'
import { storedFields } from '#server/crud/save.ts'
import { writeHistory } from '#server/crud/history.ts'
import { copyDismissals } from '#server/crud/warningDismissals.ts'
import type { Db } from '#server/db/database.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { type FieldProblem, ApiError } from '#server/endpoint/apiError.ts'
import type { Delta } from '#shared/delta/delta.ts'
import { markCitations } from '#shared/delta/markCitations.ts'
import { isEmpty } from '#shared/resource/empty.ts'
import { isCodeAmong } from '#shared/text/caseNumbers/courtCodes.ts'

type FinalizedAnalysis = {
  court_id: number
  title: string
  claimant: string
  respondant: string
  date: string | null
  keywords: string
  case_type_id: number | null
  case_content: Delta | null
  pdf_file_id: number
  numbers: string[]
  judges: string[]
}

/**
 * Creates an unpublished case file from an analysis, with its PDF, and links both. The case numbers that its text cites are
 * marked in it. Throws `invalid` with the missing fields: case numbers, title, text, judges who are not in the list of
 * judges, and pages with hidden text that no user has decided about.
 */
export async function finalize(context: SessionContext, id: number): Promise<void> {
  const { db, session } = context
  const record = await readJudged(db, id)
  const judges = await findJudges(db, record.judges)
  const fields = withHiddenPages(findMissingFields(record, judges), await undecidedPages(db, id))
  if (Object.keys(fields).length > 0) throw new ApiError('invalid', { fields })

  const case_content = record.case_content && markCitations(record.case_content, record.numbers, await courtCodesOf(db))
  const caseFile = await createCaseFile(
    context,
    { ...record, case_content },
    judges.flatMap(({ id: judge }) => judge ?? []),
  )
  await sql`
    update analysis
       set status = 'Finalized', finalized_by_id = ${session.user_id}, case_file_id = ${caseFile}
     where id = ${id}`.execute(db)
  await copyDismissals(db, { from: id, to: caseFile })
}

async function readJudged(db: Db, id: number): Promise<FinalizedAnalysis> {
  const { rows } = await sql<FinalizedAnalysis>`
    select court_id, title, claimant, respondant, date, keywords, case_type_id, case_content, pdf_file_id,
           array(select number from analysis_case_numbers where analysis_id = analysis.id order by position) as numbers,
           array(select name from analysis_judges where analysis_id = analysis.id order by position) as judges
      from analysis
     where id = ${id}`.execute(db)
  const [record] = rows
  if (!record) throw new ApiError('not-found')
  return record
}

/** The names of an analysis that the list of judges does not have. */
export async function readUnknownJudges(db: Db, id: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from analysis_judges where analysis_id = ${id} order by position`.execute(db)
  return unknownOf(
    await findJudges(
      db,
      rows.map(({ name }) => name),
    ),
  )
}

type Judge = { name: string; id: number | null }

/** Finds judges by their folded names. */
async function findJudges(db: Db, names: readonly string[]): Promise<Judge[]> {
  const { rows } = await sql<Judge>`
    select wanted.name,
           (select judges.id from judges where list_text = fold_text(btrim(wanted.name)) order by judges.id limit 1) as id
      from unnest(${names}::text[]) with ordinality as wanted (name, ordinality)
     order by wanted.ordinality`.execute(db)
  return rows
}

const unknownOf = (judges: readonly Judge[]) => judges.filter(({ id }) => id === null).map(({ name }) => name)

function findMissingFields(record: FinalizedAnalysis, judges: readonly Judge[]): Record<string, FieldProblem[]> {
  const checks = [
    ['title', record.title === ''],
    ['analysis_case_numbers', record.numbers.length === 0],
    ['case_content', isEmpty(record.case_content)],
  ] as const
  const unknown = unknownOf(judges)
  return {
    ...Object.fromEntries(checks.filter(([, isMissing]) => isMissing).map(([name]) => [name, [{ code: 'required' }]])),
    ...(unknown.length > 0 && {
      analysis_judges: unknown.map((name) => ({ code: 'unknown-judge' as const, values: { name } })),
    }),
  }
}

/** The pages with text that a reader cannot see, while no user has decided about each of it. */
export async function undecidedPages(db: Db, id: number): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select distinct number
      from analysis_pages, jsonb_array_elements(hidden) as item
     where analysis_pages.analysis_id = ${id}
       and not exists (
         select from analysis_hidden_decisions as decisions
          where decisions.analysis_id = ${id}
            and decisions.page = number
            and decisions.key = hidden_text_key(item))
     order by number`.execute(db)
  return rows.map(({ number }) => number)
}

function withHiddenPages(
  fields: Record<string, FieldProblem[]>,
  pages: readonly number[],
): Record<string, FieldProblem[]> {
  if (pages.length === 0) return fields
  const problem = { code: 'hidden-text', values: { pages: pages.join(', ') } } as const
  return { ...fields, case_content: [...(fields['case_content'] ?? []), problem] }
}

async function courtCodesOf(db: Db) {
  return isCodeAmong(await readAllCourtCodes(db))
}

async function createCaseFile(
  context: SessionContext,
  record: FinalizedAnalysis,
  judges: readonly number[],
): Promise<number> {
  const { db } = context
  const case_content = JSON.stringify(record.case_content)
  try {
    const id = await insertRow(db, 'case_files', [
      ['court_id', record.court_id],
      ['closed_date', record.date],
      ['title', record.title],
      ['claimant', record.claimant],
      ['respondant', record.respondant],
      ['keywords', record.keywords],
      ['case_content', case_content],
      ['pdf_file_id', record.pdf_file_id],
      ['published', false],
    ])
    await writeLinks({ db, abilities: context.session.abilities }, caseFilesConfig, id, {
      case_numbers: record.numbers.map((number) => ({ number })),
      judges: [...new Set(judges)],
      case_types: record.case_type_id === null ? [] : [record.case_type_id],
    })
    if (record.case_content) await writeDerivedText(db, id, await context.offload(deriveTask, case_content))
    const after = await readLockedRow(db, caseFilesConfig, id, storedFields(caseFilesConfig))
    await writeHistory(context, caseFilesConfig.resource, { action: 'create', after })
    return id
  } catch (error) {
    throw toAnalysisError(error)
  }
}

/** Maps errors of the case file's numbers, such as one that is taken, to those of the analysis. */
function toAnalysisError(error: unknown) {
  if (!(error instanceof ApiError)) return error
  const fields = Object.entries(error.fields).map(([path, problems]) => [
    path.replace(/^case_numbers\b/, 'analysis_case_numbers'),
    problems,
  ])
  return new ApiError(error.code, { fields: Object.fromEntries(fields) as ApiError['fields'] })
}
