import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { textRenderer } from '#server/html/textRenderer.ts'
import { deriveTask } from '#server/html/textWork.ts'
import type { Offload } from '#server/workerPool/workerPool.ts'
import { writeDerivedText } from './text.ts'

/**
 * Renders the texts that another version rendered, or that were written without this application: the job of an upgrade.
 * It does so in batches that are committed one by one, so that a killed job continues.
 */
export async function renderTexts({ db, offload }: Dependencies, print: (line: string) => void): Promise<void> {
  while (await db.transaction().execute((batch) => renderBatch({ db: batch, offload }, print)))
    await new Promise(setImmediate)
}

type Dependencies = { db: Db; offload: Offload }

const batchSize = 20

type Text = { id: number; case_content: string }

/** Whether there may be more texts to render. */
async function renderBatch({ db, offload }: Dependencies, print: (line: string) => void): Promise<boolean> {
  const { rows: locked } = await sql<{ alone: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('rendering texts')) as alone`.execute(db)
  if (!locked[0]?.alone) return false
  // A save waits for the lock, or is seen by it: its text is never replaced by an earlier one.
  const { rows } = await sql<Text>`
    select id, case_content::text
      from case_files
     where id = any(array(select case_file_id
                            from case_texts
                           where renderer < ${textRenderer} or renderer > ${textRenderer}
                           limit ${batchSize}))
       for share`.execute(db)
  for (const { id, case_content } of rows)
    await writeDerivedText(
      db,
      id,
      await deriveReadable(offload, case_content, (error) =>
        print(`The text of case file ${id} is unreadable: ${error}`),
      ),
    )
  return rows.length > 0
}

/** An unreadable text, which another program has written, is reported and does not stop the others. */
async function deriveReadable(offload: Offload, json: string, report: (error: string) => void) {
  try {
    return await offload(deriveTask, json)
  } catch (error) {
    report(String(error))
    return { html: '', citations: [] }
  }
}
