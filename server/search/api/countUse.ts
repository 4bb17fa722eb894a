import { sql } from 'kysely'
import type { z } from 'zod'
import { ApiError, tooMany } from '#server/endpoint/apiError.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import type { copyInput, printInput } from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'
import { canReadUnpublished } from './caseSearch.ts'

export async function countCopy(context: SessionContext, { Reference, Letters }: z.infer<typeof copyInput>) {
  if (!mayUse(context)) throw new ApiError('copy-not-allowed')
  if (Letters > limits.reader.copy_letters) throw new ApiError('copy-too-long')

  await rejectAboveHourlyLimit(context, 'copies', limits.reader.copies_per_hour)
  const { numAffectedRows } = await sql`
    insert into copies (user_id, case_file_id, characters)
    select ${context.session.user_id}, id, ${Letters} ${fromReadableCase(context, Reference)}`.execute(context.db)
  if (numAffectedRows !== 1n) throw new ApiError('case-not-found')
  return {}
}

export async function countPrint(context: SessionContext, { Reference }: z.infer<typeof printInput>) {
  if (!mayUse(context)) throw new ApiError('print-not-allowed')

  await rejectAboveHourlyLimit(context, 'prints', limits.reader.prints_per_hour)
  const { numAffectedRows } = await sql`
    insert into prints (user_id, case_file_id)
    select ${context.session.user_id}, id ${fromReadableCase(context, Reference)}`.execute(context.db)
  if (numAffectedRows !== 1n) throw new ApiError('case-not-found')
  return {}
}

/** Subscribers with copy access, and staff who change case files. */
const mayUse = ({ session }: SessionContext) =>
  session.user.subscription?.copy_access === true || session.abilities.includes('update-caseFiles')

/** Locks the user row, so that concurrent uses are counted one after the other. */
async function rejectAboveHourlyLimit({ db, session }: SessionContext, table: 'copies' | 'prints', maximum: number) {
  await sql`select from users where id = ${session.user_id} for update`.execute(db)
  const { rows } = await sql<{ count: number; wait: number }>`
    select count(*) as count,
           coalesce(extract(epoch from min(at) + interval '1 hour' - now()), 0)::float8 as wait
      from ${sql.table(table)}
     where user_id = ${session.user_id}
       and at > now() - interval '1 hour'`.execute(db)
  const [uses = { count: 0, wait: 0 }] = rows
  if (uses.count >= maximum) throw tooMany(uses.wait)
}

const fromReadableCase = (context: SessionContext, reference: string) => sql`
      from case_files
     where reference = ${reference}
       and deleted_at is null
       and (published or ${canReadUnpublished(context, 'caseFiles')})`
