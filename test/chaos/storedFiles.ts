import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { sweepFiles } from '#server/files/sweep.ts'
import type { Api } from '#test/api.ts'

/** What the rows of files and the store have of each other. */

type Stored = Pick<Api, 'db' | 'files' | 'filesFolder'>

function filesOnDisk({ filesFolder }: Stored) {
  mkdirSync(filesFolder, { recursive: true })
  const entries = readdirSync(filesFolder, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => ({ path: join(parentPath, name), name }))
}

const hashesOfRows = async ({ db }: Stored) =>
  (await sql<{ sha256: string }>`select distinct encode(sha256, 'hex') as sha256 from files`.execute(db)).rows.map(
    ({ sha256 }) => sha256,
  )

/** The hashes of rows whose file is absent or has other bytes. */
export async function findBrokenRows(stored: Stored): Promise<string[]> {
  // The rows first: a file is stored before its row, which other processes may add meanwhile.
  const hashes = await hashesOfRows(stored)
  const paths = new Map(filesOnDisk(stored).map(({ name, path }) => [name, path]))
  return hashes.filter((sha256) => {
    const path = paths.get(sha256)
    return path === undefined || createHash('sha256').update(readFileSync(path)).digest('hex') !== sha256
  })
}

/** The files that no row names, parts of uploads among them. */
export async function findOrphans(stored: Stored): Promise<string[]> {
  const rows = new Set(await hashesOfRows(stored))
  return filesOnDisk(stored)
    .map(({ name }) => name)
    .filter((name) => !rows.has(name))
}

/** Moves the times of stored files back by days. */
export function ageFiles(stored: Stored, days: number) {
  const then = new Date(Date.now() - days * 86_400_000)
  for (const { path } of filesOnDisk(stored)) utimesSync(path, then, then)
}

/** The sweep of some days later. */
export async function sweepLater(stored: Stored) {
  ageFiles(stored, 10)
  await sweepFiles(stored.db, stored.files)
}
