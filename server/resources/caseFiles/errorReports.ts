import { sql } from 'kysely'
import type { z } from 'zod'
import { record } from '#server/audit/record.ts'
import type { Db } from '#server/db/database.ts'
import { utc } from '#server/db/utc.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { type Endpoints, authenticatedEndpoint, saveEndpoint } from '#server/endpoint/endpoint.ts'
import { notify } from '#server/notifications/notify.ts'
import { canReadUnpublished } from '#server/search/api/caseSearch.ts'
import { idInput } from '#shared/calls/crud.ts'
import {
  type ErrorReport,
  errorReportDoneInput,
  errorReportsInput,
  reportErrorInput,
} from '#shared/calls/errorReports.ts'
import { limits } from '#shared/limits.ts'
import { permission } from '#shared/resource/names.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'

const mayCorrect = permission('update', caseFiles)

/** Errors in the text of a case: reported by readers, corrected by the users who may update it. */
export const errorReportEndpoints: Endpoints = {
  'g/reportError': saveEndpoint({
    about: 'Reports an error in the text of a case to the users who may correct it.',
    input: reportErrorInput,
    rateLimits: ['error-report'],
    run: reportError,
  }),
  'caseFiles/errorReports': authenticatedEndpoint({
    about: 'The open reports of errors in the text of a case, oldest first.',
    can: mayCorrect,
    input: errorReportsInput,
    rateLimits: ['list'],
    transaction: false,
    run: ({ db }, { Reference }) => listReports(db, Reference),
  }),
  'caseFiles/errorReportDone': saveEndpoint({
    about: 'Marks a report of an error as done.',
    can: mayCorrect,
    input: errorReportDoneInput,
    run: markDone,
  }),
  'caseFiles/reference': authenticatedEndpoint({
    about: 'The public reference of a case file, to open it in the reader.',
    can: permission('read', caseFiles),
    input: idInput,
    rateLimits: ['list'],
    transaction: false,
    run: ({ db }, { id }) => readReference(db, id),
  }),
}

async function reportError(context: SessionContext, input: z.output<typeof reportErrorInput>) {
  const { db, session } = context
  const { Reference, Paragraph, Quote, Message } = input
  const { rows } = await sql<{ id: number; name: string }>`
    with reported as (
      select id, version, left(coalesce(nullif(case_numbers_text, ''), title), ${limits.notification.name_letters}) as name
        from case_files
       where reference = ${Reference}
         and deleted_at is null
         and (published or ${canReadUnpublished(context, 'caseFiles')})),
    inserted as (
      insert into error_reports (case_file_id, user_id, paragraph, case_version, quote, message)
      select id, ${session.user_id}, ${Paragraph}, version, ${Quote}, ${Message}
        from reported
      returning id)
    select inserted.id, reported.name
      from inserted, reported`.execute(db)
  const [report] = rows
  if (!report) throw new ApiError('case-not-found')
  await notify(db, {
    userIds: await usersWhoMayCorrect(db),
    by: session.user_id,
    kind: 'error-reported',
    data: { reference: Reference, paragraph: Paragraph, name: report.name, by: session.user.name },
    subject: subjectOf(report.id),
  })
  return {}
}

const subjectOf = (id: number) => `error report ${id}`

async function usersWhoMayCorrect(db: Db): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id
      from user_roles
      join role_permissions on role_permissions.role_id = user_roles.role_id
      join permissions on permissions.id = permission_id
     where permissions.name = ${mayCorrect}`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** As many as are shown, and the number of all. */
async function listReports(db: Db, reference: string): Promise<{ data: ErrorReport[]; total: number }> {
  const { rows } = await sql<ErrorReport & { total: number }>`
    select error_reports.id, paragraph, quote, message, coalesce(users.name, '') as by,
           ${utc('error_reports.created_at')} as "createdAt",
           case_version <> case_files.version as changed, count(*) over ()::integer as total
      from error_reports
      join case_files on case_files.id = case_file_id
      left join users on users.id = user_id
     where case_files.reference = ${reference}
       and case_files.deleted_at is null
       and done_at is null
     order by error_reports.id
     limit ${limits.reader.shown_reports}`.execute(db)
  return { data: rows.map(({ total: _, ...report }) => report), total: rows[0]?.total ?? 0 }
}

/** Also marks its notifications as read. A report that is done already stays as it is, without another audit entry. */
async function markDone(context: SessionContext, { id }: z.output<typeof errorReportDoneInput>) {
  const { db, session } = context
  const { numAffectedRows } = await sql`
    update error_reports
       set done_at = now(), done_by_id = ${session.user_id}
     where id = ${id}
       and done_at is null`.execute(db)
  if (numAffectedRows !== 1n) return requireReport(db, id)
  await sql`update notifications set read_at = now() where subject = ${subjectOf(id)} and read_at is null`.execute(db)
  await record(context, { action: 'done', resource: 'errorReports', row_id: id })
  return {}
}

async function requireReport(db: Db, id: number) {
  const { rows } = await sql`select from error_reports where id = ${id}`.execute(db)
  if (rows.length === 0) throw new ApiError('not-found')
  return {}
}

async function readReference(db: Db, id: number) {
  const { rows } = await sql<{ reference: string }>`
    select reference from case_files where id = ${id} and deleted_at is null`.execute(db)
  if (!rows[0]) throw new ApiError('case-not-found')
  return { Reference: rows[0].reference }
}
