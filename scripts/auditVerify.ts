import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { record } from '#server/audit/record.ts'
import { lockSeals, readSeals } from '#server/audit/sealAudit.ts'
import { replaceSealFile, sealFileOf } from '#server/audit/sealFile.ts'
import { verifyAudit } from '#server/audit/verifyAudit.ts'
import { type Env, StartupError } from '#server/config/env.ts'
import { withoutTimeouts } from '#server/db/client.ts'
import { connect, type Db } from '#server/db/database.ts'
import { withSentences } from '#scripts/backup/operator.ts'
import { loadEnv, openEnvironment, requireLibrary, runScript } from './environment.ts'

/**
 * `npm run audit:verify` compares the audit log with its seals, and the seals with their file; it exits with 1 when they
 * differ. `-- --new-file REASON` writes a new file from the seals of the database: after a restore to an earlier time, or
 * after a loss of the file. The reason is an entry of the log, and the old file stays under another name.
 */
await runScript(async () => {
  const reason = readReason()
  const env = loadEnv()
  requireLibrary(env)
  const folder = resolve(env.DATA_DIR)
  await withSentences({ folder, env }, () => verify(env, folder, reason))
})

async function verify(env: Env, folder: string, reason: string | undefined) {
  const environment = await openEnvironment(env)
  const connection = connect(environment.env.DATABASE_URL, { connections: 2, timeouts: withoutTimeouts })
  try {
    if (reason !== undefined) await writeNewFile(connection.db, folder, reason)
    const { seals, rows, unsealed, problems } = await verifyAudit(connection.db, folder)
    for (const problem of problems) console.error(problem)
    if (problems.length > 0) process.exitCode = 1
    console.log(
      `${rows} rows in ${seals} seals, ${unsealed} not sealed yet: ${problems.length === 0 ? 'as they were written' : 'THEY DIFFER'}.`,
    )
  } finally {
    await connection.close()
    await environment.stop()
  }
}

function readReason() {
  try {
    const { values } = parseArgs({ options: { 'new-file': { type: 'string' } } })
    const reason = values['new-file']?.trim()
    if (reason !== '') return reason
  } catch {
    // Answered as an empty reason is.
  }
  throw new StartupError('npm run audit:verify [-- --new-file REASON]')
}

/** The entry of the log is committed before the file has its name: none exists without its reason. */
async function writeNewFile(db: Db, folder: string, reason: string) {
  const recordReason = () =>
    record({ db, session: undefined }, { action: 'new-seal-file', resource: 'audit', after: { reason } })
  await db.transaction().execute(async (transaction) => {
    await lockSeals(transaction)
    const old = await replaceSealFile(sealFileOf(folder), readSeals(transaction), recordReason)
    if (old !== undefined) console.log(`The old file is ${old}.`)
  })
}
