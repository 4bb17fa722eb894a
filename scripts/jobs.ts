import { sql } from 'kysely'
import { record } from '#server/audit/record.ts'
import { StartupError } from '#server/config/env.ts'
import { connect, type Db } from '#server/db/database.ts'
import { setJobs } from '#server/jobs/jobsOff.ts'
import { loadEnv, openEnvironment, requireLibrary, runScript } from './environment.ts'

/**
 * `npm run jobs -- on` turns on mail and jobs of a restored library, `-- off` turns them off, before the first start of a
 * copy. `-- on --discard-mail` does not send the e-mails that wait: the library that was backed up has sent them. A server
 * that runs follows when it is started again.
 */
await runScript(async () => {
  const [are, discards] = [process.argv[2], process.argv[3]]
  if ((are !== 'on' && are !== 'off') || (discards !== undefined && (are === 'off' || discards !== '--discard-mail')))
    throw new StartupError('npm run jobs -- on [--discard-mail] | off')
  const env = loadEnv()
  requireLibrary(env)
  const environment = await openEnvironment(env)
  const { db, close } = connect(environment.env.DATABASE_URL, { connections: 1 })
  try {
    const waiting = await db.transaction().execute(async (transaction) => {
      if (discards) await discardMail(transaction)
      await setJobs(transaction, are)
      await record({ db: transaction, session: undefined }, { action: `jobs-${are}`, resource: 'library' })
      return countMail(transaction)
    })
    console.log(`Mail and jobs are ${are}, from the next start of the server on; ${waiting} e-mails wait.`)
  } finally {
    await close()
    await environment.stop()
  }
})

/** With their codes and passwords. */
async function discardMail(db: Db) {
  await sql`
    update emails
       set failed_at = now(), last_error = 'It was discarded after a restore.',
           content = content - array['code', 'reference', 'password']
     where sent_at is null and failed_at is null`.execute(db)
}

async function countMail(db: Db) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from emails where sent_at is null and failed_at is null`.execute(db)
  return rows[0]?.count ?? 0
}
