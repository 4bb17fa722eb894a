import { sql } from 'kysely'
import type { z } from 'zod'
import { ApiError, tooMany } from '#server/endpoint/apiError.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import type { printInput } from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'
import { canReadUnpublished } from './caseSearch.ts'

/** Locks the user row, so that concurrent prints are counted one after the other. */
export async function countPrint(context: SessionContext, { Reference }: z.infer<typeof printInput>) {
  const { db, session } = context
  const mayPrint = session.user.subscription?.copy_access === true || session.abilities.includes('update-caseFiles')
  if (!mayPrint) throw new ApiError('print-not-allowed')

  await sql`select from users where id = ${session.user_id} for update`.execute(db)
  const { rows } = await sql<{ count: number; wait: number }>`
    select count(*) as count,
           coalesce(extract(epoch from min(at) + interval '1 hour' - now()), 0)::float8 as wait
      from prints
     where user_id = ${session.user_id}
       and at > now() - interval '1 hour'`.execute(db)
  const [prints = { count: 0, wait: 0 }] = rows
  if (prints.count >= limits.reader.prints_per_hour) throw tooMany(prints.wait)

  const { numAffectedRows } = await sql`
    insert into prints (user_id, case_file_id)
    select ${session.user_id}, id
      from case_files
     where reference = ${Reference}
       and deleted_at is null
       and (published or ${canReadUnpublished(context, 'caseFiles')})`.execute(db)
  if (numAffectedRows !== 1n) throw new ApiError('case-not-found')
  return {}
}
