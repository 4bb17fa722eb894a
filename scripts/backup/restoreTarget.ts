import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { renameSealFile, sealFileOf } from '#server/audit/sealFile.ts'
import { type Env, StartupError } from '#server/config/env.ts'
import { unfinishedRestoreOf } from '#server/config/unfinishedRestore.ts'
import { DatabaseClient } from '#server/db/client.ts'
import { toStartupError } from '#server/config/startupErrors.ts'
import { hasOwner, stopOrphan } from '#scripts/cluster.ts'
import { isAlive } from '#scripts/superviseProcess.ts'
import { nameOf } from './repository.ts'

type Target = {
  env: Env
  /** DATA_DIR, absolute. */
  folder: string
  /** The name of the database that may be replaced. */
  replace: string | undefined
  report: (line: string) => void
}

export const databaseNameOf = ({ DATABASE_URL: url }: Env) =>
  url ? decodeURIComponent(new URL(url).pathname.slice(1)) : 'hukum'

/**
 * Refuses a target that is in use, or not empty unless `replace` is the name of its database. What the data folder holds is
 * then moved into a folder in it. Returns whether the database has to be emptied.
 */
export async function prepareTarget({ env, folder, replace, report }: Target): Promise<boolean> {
  const name = databaseNameOf(env)
  if (replace !== undefined && replace !== name)
    throw new StartupError(`--replace takes the name of the database, which is ${name}: nothing was changed.`)
  const isUnfinished = unfinishedRestoreOf(folder) === name
  const entries = entriesOf(folder)
  if (entries.length > 0 && replace === undefined && !isUnfinished)
    throw new StartupError(`${folder} is not empty: restore into another DATA_DIR, or say --replace ${name}.`)
  const mayReplace = replace !== undefined || isUnfinished
  const hasTables = await checkDatabase(env, { folder, mayReplace })
  if (isUnfinished) for (const entry of entries) rmSync(join(folder, entry), { recursive: true, force: true })
  else if (entries.length > 0) await moveAside(folder, report)
  return hasTables
}

/** What a replaced library left is no part of the target, nor is the folder of the file system of a volume. */
const entriesOf = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder).filter((entry) => !entry.startsWith(replacedName) && entry !== 'lost+found')
    : []

const replacedName = 'replaced-'

/** Backups in the data folder would be moved, or emptied, by the restore that reads them. */
export function refuseBackupsInside(folder: string, backups: string) {
  const [first = ''] = relative(realPath(folder), realPath(backups)).split(sep)
  if (first === '..' || first.startsWith(replacedName)) return
  throw new StartupError(
    `${backups} is in the data folder ${folder}, which a restore replaces: backups belong into another folder.`,
  )
}

const realPath = (path: string): string =>
  existsSync(path) ? realpathSync(path) : join(realPath(dirname(path)), basename(path))

async function moveAside(folder: string, report: Target['report']) {
  const target = join(folder, replacedName + nameOf(new Date()))
  mkdirSync(target, { mode: 0o700 })
  // First, because it may be protected.
  if (existsSync(sealFileOf(folder)))
    await renameSealFile(sealFileOf(folder), sealFileOf(target)).catch((error: unknown) => {
      rmdirSync(target)
      throw error
    })
  for (const entry of entriesOf(folder)) renameSync(join(folder, entry), join(target, entry))
  report(`What was in ${folder} is now in ${target}: delete it when the restored library is right.`)
}

/** One that a killed process has left is stopped. */
async function refuseRunningCluster(folder: string) {
  const cluster = join(folder, 'postgres')
  const file = join(cluster, 'postmaster.pid')
  const isRunning = () => existsSync(file) && isAlive(Number(readFileSync(file, 'utf8').split('\n')[0]))
  if (isRunning() && !hasOwner(cluster)) await stopOrphan(cluster)
  if (isRunning()) throw new StartupError(`The database of ${folder} is running: stop its server first.`)
}

/** Refuses a database that a server uses, and one that may not be emptied. Returns whether it has tables. */
export async function checkDatabase(env: Env, { folder, mayReplace }: { folder: string; mayReplace: boolean }) {
  await refuseRunningCluster(folder)
  return env.DATABASE_URL ? checkOwnDatabase(env, env.DATABASE_URL, mayReplace) : false
}

async function checkOwnDatabase(env: Env, connectionString: string, mayReplace: boolean) {
  const name = databaseNameOf(env)
  const client = new DatabaseClient({ connectionString })
  try {
    await client.connect()
    const { rows } = await client.query<{ tables: number; servers: number; isOwner: boolean }>(
      `select (select count(*)::integer from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r') as tables,
              (select count(*)::integer from pg_stat_activity
                where datname = current_database() and application_name like 'hukum%') as servers,
              not exists (select from pg_namespace
                           where nspname in ('public', 'graphile_worker')
                             and not pg_has_role(nspowner, 'usage')) as "isOwner"`,
    )
    const { tables = 0, servers = 0, isOwner = false } = rows[0] ?? {}
    if (servers > 0) throw new StartupError(`A server is connected to the database ${name}: stop it first.`)
    if (tables > 0 && !mayReplace)
      throw new StartupError(`The database ${name} is not empty: restore into another one, or say --replace ${name}.`)
    if (tables > 0 && !isOwner)
      throw new StartupError(
        `The audit log of the database ${name} belongs to another role, so that this one cannot empty it. As a superuser: "reassign owned by hukum_audit to hukum" (docs/operations-backup.md). Nothing was changed.`,
      )
    return tables > 0
  } catch (error) {
    throw toStartupError(error, env)
  } finally {
    await client.close()
  }
}
