import { sql } from 'kysely'
import { keptCaseFiles } from '#server/resources/caseFiles/kept.ts'
import { findRow } from '#server/crud/find.ts'
import { insertRow, writeLinks } from '#server/crud/links.ts'
import { writeHistory } from '#server/crud/history.ts'
import type { Db } from '#server/db/database.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { type FieldProblem, ApiError } from '#server/endpoint/apiError.ts'
import type { Delta } from '#shared/delta/delta.ts'
import { toPlainText } from '#shared/delta/delta.ts'

type Judged = {
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
 * Makes an unpublished case file of an analysis, with its PDF, each knowing the other. Refuses by name what is still
 * missing: case numbers, title, text, and judges whom the list of judges does not know.
 */
export async function finalize(context: SessionContext, id: number): Promise<void> {
  const { db, session } = context
  const judged = await readJudged(db, id)
  const judges = await findJudges(db, judged.judges)
  const fields = whatIsMissing(judged, judges)
  if (Object.keys(fields).length > 0) throw new ApiError('invalid', { fields })

  const caseFile = await makeCaseFile(
    context,
    judged,
    judges.flatMap(({ id: judge }) => judge ?? []),
  )
  await sql`
    update analysis
       set status = 'Finalized', finalized_by_id = ${session.user_id}, case_file_id = ${caseFile}
     where id = ${id}`.execute(db)
}

async function readJudged(db: Db, id: number): Promise<Judged> {
  const { rows } = await sql<Judged>`
    select court_id, title, claimant, respondant, date, keywords, case_type_id, case_content, pdf_file_id,
           array(select number from analysis_case_numbers where analysis_id = analysis.id order by position) as numbers,
           array(select name from analysis_judges where analysis_id = analysis.id order by position) as judges
      from analysis
     where id = ${id}`.execute(db)
  const [judged] = rows
  if (!judged) throw new ApiError('not-found')
  return judged
}

type Judge = { name: string; id: number | null }

/** Judges by their names, however these are spelled. */
async function findJudges(db: Db, names: readonly string[]): Promise<Judge[]> {
  const { rows } = await sql<Judge>`
    select wanted.name,
           (select judges.id from judges where list_text = fold_text(btrim(wanted.name)) order by judges.id limit 1) as id
      from unnest(${names}::text[]) with ordinality as wanted (name, place)
     order by wanted.place`.execute(db)
  return rows
}

function whatIsMissing(judged: Judged, judges: readonly Judge[]): Record<string, FieldProblem[]> {
  const lacking = [
    ['title', judged.title === ''],
    ['analysis_case_numbers', judged.numbers.length === 0],
    ['case_content', judged.case_content === null || toPlainText(judged.case_content).trim() === ''],
  ] as const
  const unknown = judges.filter(({ id }) => id === null)
  return {
    ...Object.fromEntries(lacking.filter(([, lacks]) => lacks).map(([name]) => [name, [{ code: 'required' }]])),
    ...(unknown.length > 0 && {
      analysis_judges: unknown.map(({ name }) => ({ code: 'unknown-judge' as const, values: { name } })),
    }),
  }
}

async function makeCaseFile(context: SessionContext, judged: Judged, judges: readonly number[]): Promise<number> {
  const { db, session } = context
  try {
    const id = await insertRow(db, 'case_files', [
      ['court_id', judged.court_id],
      ['closed_date', judged.date],
      ['title', judged.title],
      ['claimant', judged.claimant],
      ['respondant', judged.respondant],
      ['keywords', judged.keywords],
      ['case_content', JSON.stringify(judged.case_content)],
      ['pdf_file_id', judged.pdf_file_id],
      ['published', false],
    ])
    await writeLinks(db, keptCaseFiles, id, {
      case_numbers: judged.numbers.map((number) => ({ number })),
      judges: [...new Set(judges)],
      case_types: judged.case_type_id === null ? [] : [judged.case_type_id],
    })
    const after = await findRow(db, keptCaseFiles, id, session.abilities)
    await writeHistory(context, keptCaseFiles.resource, { action: 'create', before: undefined, after })
    return id
  } catch (error) {
    throw ofAnalysis(error)
  }
}

/** The number may be another case's already: said at that number of the analysis. */
function ofAnalysis(error: unknown) {
  if (!(error instanceof ApiError)) return error
  const fields = Object.entries(error.fields).map(([place, problems]) => [
    place.replace(/^case_numbers\b/, 'analysis_case_numbers'),
    problems,
  ])
  return new ApiError(error.code, { fields: Object.fromEntries(fields) as ApiError['fields'] })
}
