import { sql } from 'kysely'
import { removeRow, saveRow } from '#server/crud/save.ts'
import type { Kept } from '#server/crud/serverResource.ts'
import type { Steps } from '#server/crud/crud.ts'
import type { Db } from '#server/db/database.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { notify } from '#server/notifications/notify.ts'
import { limits } from '#shared/limits.ts'
import { annotationsOf, newlyNamed } from './mentions.ts'

/** The saves of case files, of which those hear who have worked on the same case, and those who are named in its notes. */
export const toldOf = {
  save: async (context: SessionContext, kept: Kept, given) => {
    const { db } = context
    const before = given.id === undefined ? '' : await annotationsOf(db, given.id)
    const saved = await saveRow(context, kept, given)
    const named = await newlyNamed(db, before, await annotationsOf(db, saved.id))
    await tell(context, saved.id, { userIds: named, kind: 'mentioned' })
    if (given.id !== undefined && saved.changed) await tellEditors(context, given.id, 'case-changed')
    return saved
  },
  remove: async (context: SessionContext, kept: Kept, given) => {
    await removeRow(context, kept, given)
    await tellEditors(context, given.id, 'case-deleted')
  },
} satisfies Steps

async function tellEditors(context: SessionContext, id: number, kind: 'case-changed' | 'case-deleted') {
  await tell(context, id, { userIds: await editorsOf(context.db, id), kind, subject: `case ${id}` })
}

type Telling = { userIds: readonly number[]; kind: 'case-changed' | 'case-deleted' | 'mentioned'; subject?: string }

async function tell({ db, session }: SessionContext, id: number, telling: Telling) {
  if (telling.userIds.length === 0) return
  const data = { id, name: await nameOf(db, id), by: session.user.name }
  await notify(db, { ...telling, by: session.user_id, data })
}

/** Whoever has made or changed a case, as the audit log has it. */
async function editorsOf(db: Db, id: number): Promise<number[]> {
  const { rows } = await sql<{ actor_id: number }>`
    select distinct actor_id
      from audit
     where resource = 'caseFiles'
       and row_id = ${id}
       and actor_id is not null`.execute(db)
  return rows.map(({ actor_id }) => actor_id)
}

/** Its numbers, or its title. */
async function nameOf(db: Db, id: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select left(coalesce(nullif(case_numbers_text, ''), title), ${limits.notification.name_letters}) as name
      from case_files
     where id = ${id}`.execute(db)
  return rows[0]?.name ?? ''
}
