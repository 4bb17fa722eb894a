import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { StartupError } from '#server/config/env.ts'
import { connect, type Db } from '#server/db/database.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { openFileStore } from '#server/files/openFileStore.ts'
import { openScanner } from '#server/files/scanner.ts'
import {
  type Court,
  findCourt,
  firstCourt,
  importPdf,
  type ImportResult,
} from '#server/resources/analysis/importPdf.ts'
import { loadEnv, openEnvironment, requireLibrary, runScript } from './environment.ts'

/**
 * `npm run import -- FOLDER [--court NAME]` creates an analysis from each PDF of a folder and of the folders in it. Without
 * `--court`, a folder that is called as a court is that of its files; all others go to the first court. A second run imports
 * what is new.
 */
await runScript(async () => {
  const { values, positionals } = readArguments()
  const folder = resolve(positionals[0] ?? '')
  const found = await findPdfs(folder)
  for (const { path, reason } of found.unread) console.error(`${relative(dirname(folder), path)}: ${reason}`)
  if (found.pdfs.length === 0) throw new StartupError(`${folder} has no PDF.`)

  const env = loadEnv()
  requireLibrary(env)
  const environment = await openEnvironment(env)
  const connection = connect(environment.env.DATABASE_URL, { connections: 2 })
  try {
    const courtOf = await courtsOf(connection.db, folder, values.court)
    const files = await openFileStore(env, {
      folder: resolve(env.DATA_DIR),
      scanner: openScanner(env),
      onFailure: console.error,
    })
    const counts = { imported: 0, known: 0, refused: found.unread.length }
    for (const [index, path] of found.pdfs.entries()) {
      const source = join(basename(folder), relative(folder, path)).split(sep).join('/')
      const court = await courtOf(path)
      const file = { path, name: basename(path), source, court: court.id }
      const result = await importPdf({ db: connection.db, files }, file).catch(refusalOf)
      counts[result.is] += 1
      report(`${index + 1}/${found.pdfs.length} ${source}`, result, court)
    }
    console.log(summaryOf(counts, found.others))
    if (counts.refused > 0) process.exitCode = 1
  } finally {
    await connection.close()
    await environment.stop()
  }
})

function readArguments() {
  try {
    const read = parseArgs({ options: { court: { type: 'string' } }, allowPositionals: true })
    if (read.positionals.length === 1) return read
  } catch {
    // Answered as a missing folder is.
  }
  throw new StartupError('npm run import -- FOLDER [--court NAME]')
}

type Found = { pdfs: string[]; others: number; unread: { path: string; reason: string }[] }

/**
 * The PDFs below a folder, in the order of their paths, the number of other files and links, which are not followed, and the
 * folders that cannot be read.
 */
async function findPdfs(folder: string): Promise<Found> {
  const isFolder = await stat(folder).then(
    (one) => one.isDirectory(),
    () => false,
  )
  if (!isFolder) throw new StartupError(`${folder} is not a folder.`)
  const found: Found = { pdfs: [], others: 0, unread: [] }
  const folders = [folder]
  for (let path = folders.pop(); path !== undefined; path = folders.pop()) {
    const parent = path
    const entries = await readdir(parent, { withFileTypes: true }).catch((error: unknown) => {
      found.unread.push({ path: parent, reason: String(error) })
      return []
    })
    for (const entry of entries) {
      const inside = join(parent, entry.name)
      if (entry.isDirectory()) folders.push(inside)
      else if (entry.isFile() && /\.pdf$/i.test(entry.name)) found.pdfs.push(inside)
      else found.others += 1
    }
  }
  found.pdfs.sort()
  return found
}

/** Returns a function from the path of a file to its court. */
async function courtsOf(db: Db, folder: string, name: string | undefined): Promise<(path: string) => Promise<Court>> {
  if (name !== undefined) {
    const court = await findCourt(db, name)
    if (!court) throw new StartupError(`There is no court called “${name}”.`)
    return () => Promise.resolve(court)
  }
  const first = await firstCourt(db)
  if (!first) throw new StartupError('The library has no court yet.')
  const known = new Map<string, Promise<Court>>()
  const courtOfFolder = async (path: string): Promise<Court> => {
    const court = await findCourt(db, basename(path))
    if (court) return court
    return path === folder ? first : courtIn(dirname(path))
  }
  const courtIn = (path: string) => {
    const court = known.get(path) ?? courtOfFolder(path)
    known.set(path, court)
    return court
  }
  return (path) => courtIn(dirname(path))
}

/** A file that cannot be read does not end the import of the others. */
function refusalOf(error: unknown): ImportResult {
  return { is: 'refused', reason: error instanceof ApiError ? error.toAnswer('en').Message : String(error) }
}

function report(about: string, result: ImportResult, court: Court) {
  if (result.is === 'refused') console.error(`${about}: ${result.reason}`)
  else
    console.log(`${about}: ${result.is === 'known' ? 'is there already, as' : `${court.name},`} analysis ${result.id}`)
}

function summaryOf({ imported, known, refused }: Record<ImportResult['is'], number>, others: number) {
  const leftOut = others > 0 ? `; ${others} other files were left out` : ''
  return `${imported} imported, ${known} there already, ${refused} refused${leftOut}.`
}
