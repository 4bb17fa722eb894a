import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { cloneTemplate } from '#test/cluster.ts'
import { buildUser } from '#test/factories.ts'
import { buildCopy } from '#test/newResource/buildCopy.ts'
import { openProcesses } from '#test/processes.ts'
import { cluster } from './testServer.ts'

const secrets = { token_key: 'k'.repeat(43), code_key: 'B'.repeat(43), database_password: 'C'.repeat(43) }

/** A server built from a copy of the repository with one more resource, on an empty database. */
export async function startNewResourceServer() {
  const copy = buildCopy()
  const build = `import { buildWeb } from '${join(copy.root, 'scripts/buildWeb.ts')}'\nawait buildWeb({ say: () => undefined })`
  execFileSync(process.execPath, ['--input-type=module', '-e', build], { cwd: copy.root, stdio: 'ignore' })
  const database = await cloneTemplate(cluster())
  const processes = openProcesses({ databaseUrl: database.url, secrets }, copy.root)
  const { port } = await processes.start()
  const can = ['read', 'create', 'update', 'delete'].map((action) => `${action}-hearings`)
  const user = await buildUser(database.url, { can: [...can, 'read-caseFiles'] })
  const pool = new pg.Pool({ connectionString: database.url, max: 1 })
  const query = async (statement: string, values: unknown[] = []) =>
    (await pool.query<Record<string, unknown>>(statement, values)).rows
  await query(`insert into courts (name) values ('ސިވިލް ކޯޓު')`)
  return {
    address: `http://127.0.0.1:${port}`,
    user,
    query,
    stop: async () => {
      await pool.end()
      await processes.close()
      await database.drop()
      copy.remove()
    },
  }
}
