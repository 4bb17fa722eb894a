import { sql } from 'kysely'
import { removeRow, saveRow } from '#server/crud/save.ts'
import type { ResourceConfig } from '#server/crud/resourceConfig.ts'
import type { Steps } from '#server/crud/crud.ts'
import type { Db } from '#server/db/database.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { notify } from '#server/notifications/notify.ts'
import { limits } from '#shared/limits.ts'
import { annotationsOf, newlyMentioned } from './mentions.ts'

/** Steps of case files that notify the users who edited the case before, and those whom its annotations mention. */
export const withNotifications = {
  save: async (context: SessionContext, config: ResourceConfig, input) => {
    const { db } = context
    // Annotations are part of the text: a save of other fields changes none.
    const hasText = input['case_content'] !== undefined
    const before = hasText && input.id !== undefined ? await annotationsOf(db, input.id) : ''
    const saved = await saveRow(context, config, input)
    const mentioned = hasText ? await newlyMentioned(db, before, await annotationsOf(db, saved.id)) : []
    await notifyMentioned(context, saved.id, mentioned)
    if (input.id !== undefined && saved.changed) await notifyEditors(context, input.id, 'case-changed')
    return saved
  },
  remove: async (context: SessionContext, config: ResourceConfig, input) => {
    await removeRow(context, config, input)
    await notifyEditors(context, input.id, 'case-deleted')
  },
} satisfies Pick<Steps, 'save' | 'remove'>

async function notifyEditors({ db, session }: SessionContext, id: number, kind: 'case-changed' | 'case-deleted') {
  const userIds = await readOtherEditors(db, id, session.user_id)
  if (userIds.length === 0) return
  const data = { id, name: await readName(db, id), by: session.user.name }
  await notify(db, { userIds, by: session.user_id, kind, subject: `case ${id}`, data })
}

async function notifyMentioned({ db, session }: SessionContext, id: number, userIds: readonly number[]) {
  if (userIds.length === 0) return
  const data = { id, name: await readName(db, id), by: session.user.name }
  await notify(db, { userIds, by: session.user_id, kind: 'mentioned', data })
}

/** The numbers of a case, or its title. */
async function readName(db: Db, id: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select left(coalesce(nullif(case_numbers_text, ''), title), ${limits.notification.name_letters}) as name
      from case_files
     where id = ${id}`.execute(db)
  return rows[0]?.name ?? ''
}

/** The users who created or changed a case before, without this one, from the audit log. */
async function readOtherEditors(db: Db, id: number, user_id: number): Promise<number[]> {
  const { rows } = await sql<{ actor_id: number }>`
    -- prepared: other_editors
    select distinct actor_id
      from audit
     where resource = 'caseFiles'
       and row_id = ${id}
       and action <> 'read'
       and actor_id <> ${user_id}`.execute(db)
  return rows.map(({ actor_id }) => actor_id)
}
