/** A process that only runs the queue, for the tests that kill it. Reads DATABASE_URL, SMTP_URL and DATA_DIR. */
import { join } from 'node:path'
import { connect } from '#server/db/database.ts'
import { readEnv } from '#server/config/env.ts'
import { openDiskStore } from '#server/files/diskStore.ts'
import { openTasks } from '#server/worker/tasks.ts'
import { startWorker } from '#server/jobs/runner.ts'
import { silentLog } from './log.ts'

const env = readEnv(process.env)
const databaseUrl = env.DATABASE_URL ?? ''
const { db } = connect(databaseUrl, { connections: 2 })
const secrets = { token_key: 'A'.repeat(43), code_key: 'B'.repeat(43), database_password: 'C'.repeat(43) }
const { tasks } = openTasks({
  env,
  db,
  secrets,
  files: openDiskStore(join(env.DATA_DIR, 'files')),
  folder: env.DATA_DIR,
  address: 'http://hukum.test',
  log: silentLog,
})
await startWorker({ databaseUrl, tasks })
