import { resolve } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import type { Env } from '#server/config/env.ts'
import { connect, type Db } from '#server/db/database.ts'
import { openFileStore } from '#server/files/openFileStore.ts'
import { findCourt, importPdf } from '#server/resources/analysis/importPdf.ts'
import { queueRun } from '#server/resources/analysis/runs.ts'
import { isEmpty } from '#db/seed/access.ts'
import { demoCourt, demoPdfs, numberOfPdf, pathOfPdf } from '#db/seed/pdfs.ts'

type Options = { log: (sentence: string) => void }

/** Fills an empty library with the demo library and an analysis of each state. Returns whether it was filled. */
export async function fillDemo(env: Env & { DATABASE_URL: string }, options: Options): Promise<boolean> {
  if (await isFilled(env.DATABASE_URL)) return false
  // Two million letters, which a later start neither reads nor holds in memory.
  const { fillLibrary } = await import('#db/seed/library.ts')
  const hasFilled = await fillLibrary(env.DATABASE_URL, options)
  if (hasFilled) await addAnalyses(env)
  return hasFilled
}

/** Whether the library has content, as `fillLibrary` finds again in its transaction. */
async function isFilled(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'hukum seed' })
  await client.connect()
  try {
    return !(await isEmpty(client))
  } finally {
    await client.end()
  }
}

async function addAnalyses(env: Env & { DATABASE_URL: string }) {
  const connection = connect(env.DATABASE_URL, { connections: 1 })
  try {
    const { db } = connection
    const files = await openFileStore(env, { folder: resolve(env.DATA_DIR), onFailure: console.error })
    const court = await findCourt(db, demoCourt?.name ?? '')
    for (const { name, state } of demoPdfs) {
      const file = { path: pathOfPdf(name), name, source: name, court: court?.id ?? 1 }
      const result = await importPdf({ db, files }, file)
      if (result.is !== 'imported') continue
      await db.transaction().execute((transaction) => steps[state](transaction, result.id, numberOfPdf(name)))
    }
  } finally {
    await connection.close()
  }
}

type State = (typeof demoPdfs)[number]['state']

/** How an analysis gets into its state. The worker of the server runs those that are queued. */
const steps: Record<State, (db: Db, id: number, number: string) => Promise<void>> = {
  pending: chargeAgain,
  queued: queue,
  scanned: queue,
  cancelled: async (db, id) => {
    await sql`
      update analysis
         set status = 'Cancelled', charge_status = 'Non-Chargeable (Manual Cancellation)', ext_file = null
       where id = ${id}`.execute(db)
  },
  finalized: finalizeAs,
}

/** Like a file that was uploaded, not imported. */
async function chargeAgain(db: Db, id: number) {
  await sql`update analysis set charge_status = 'Pending Analysis', ext_file = null where id = ${id}`.execute(db)
}

async function queue(db: Db, id: number) {
  await chargeAgain(db, id)
  const user_id = await findUser(db, 'analyst@hukum.test')
  await sql`update analysis set asked_at = now(), analyzed_by_id = ${user_id} where id = ${id}`.execute(db)
  await queueRun(db, { analysis_id: id, user_id, readsScans: false })
}

async function findUser(db: Db, email: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from users where email = ${email}`.execute(db)
  const [user] = rows
  if (!user) throw new Error(`the demo library has no user ${email}`)
  return user.id
}

/** The analysis that a case file of the library was made from: its file is that of the case. */
async function finalizeAs(db: Db, id: number, number: string) {
  const analyst = await findUser(db, 'analyst@hukum.test')
  await sql`
    insert into analysis_case_numbers (analysis_id, number, key, position)
    select ${id}, number, key, 0 from case_numbers where number = ${number}`.execute(db)
  await sql`
    update analysis
       set status = 'Finalized', charge_status = 'Paid', ext_file = null, title = cases.title, claimant = cases.claimant,
           respondant = cases.respondant, date = cases.closed_date, keywords = cases.keywords, confidence_level = 97,
           case_content = cases.case_content, case_file_id = cases.id, analyzed_by_id = ${analyst},
           finalized_by_id = ${analyst}
      from case_files as cases
      join case_numbers on case_numbers.case_file_id = cases.id
     where analysis.id = ${id}
       and case_numbers.number = ${number}`.execute(db)
  await sql`
    update case_files
       set pdf_file_id = analysis.pdf_file_id
      from analysis
     where analysis.id = ${id}
       and case_files.id = analysis.case_file_id`.execute(db)
}
