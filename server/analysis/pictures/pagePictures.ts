import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { confinedCommand } from '#server/analysis/child/confinement.ts'
import { reviewLimits } from '#shared/resources/analysisReview.ts'

const { picture_dpi, picture_bytes, picture_seconds, picture_processes, cached_pictures } = reviewLimits

/** Below DATA_DIR: each machine that shows pictures has its own. */
export const pagePicturesFolder = (dataFolder: string) => join(dataFolder, 'page-pictures')

type PageOfFile = { sha256: Buffer; page: number; read: () => Promise<Readable | undefined> }

/**
 * Pictures of the pages of PDFs as PNG, drawn when they are first asked for and cached in a folder, by the hash of the file.
 * The least recently used ones are deleted.
 */
export function openPagePictures(folder: string) {
  const drawing = new Map<string, Promise<Buffer | undefined>>()
  const waiting: (() => void)[] = []
  let running = 0

  /** Runs when fewer than the allowed processes do. */
  async function withProcess<Result>(run: () => Promise<Result>): Promise<Result> {
    if (running >= picture_processes) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  async function draw(path: string, { page, read }: PageOfFile) {
    const pdf = await read()
    if (!pdf) return undefined
    const picture = await withProcess(() => renderPage(pdf, page))
    if (picture) await store(folder, path, picture)
    return picture
  }

  return {
    /** The picture of a page; undefined when the file is missing or cannot be drawn. */
    async get(of: PageOfFile): Promise<Buffer | undefined> {
      const path = join(folder, `${of.sha256.toString('hex')}-${of.page}.png`)
      const cached = await readFile(path).catch(() => undefined)
      if (cached) {
        await utimes(path, new Date(), new Date()).catch(() => undefined)
        return cached
      }
      const current = drawing.get(path) ?? draw(path, of).finally(() => drawing.delete(path))
      drawing.set(path, current)
      return current
    },
  }
}

const makeFolder = (folder: string) => mkdir(folder, { recursive: true, mode: 0o700 })

async function store(folder: string, path: string, picture: Buffer) {
  await makeFolder(folder)
  const part = join(folder, `${randomUUID()}.part`)
  await writeFile(part, picture, { mode: 0o600 })
  await rename(part, path)
  await removeOldest(folder)
}

/** Deletes the pictures of files that only deleted analyses have. */
export async function removeUnusedPictures(db: Db, folder: string) {
  await makeFolder(folder)
  const names = await readdir(folder)
  const byHash = Map.groupBy(names, (name) => /^([0-9a-f]{64})-/.exec(name)?.[1])
  const { rows } = await sql<{ hash: string }>`
    select encode(sha256, 'hex') as hash
      from files
     where sha256 in (select decode(hash, 'hex') from unnest(${[...byHash.keys()].filter((hash) => hash !== undefined)}::text[]) as hash)
       and exists (select from analysis where pdf_file_id = files.id and deleted_at is null)`.execute(db)
  // What has no hash is being written.
  const used = new Set([undefined, ...rows.map(({ hash }) => hash)])
  const unused = [...byHash].flatMap(([hash, ofHash]) => (used.has(hash) ? [] : ofHash))
  await Promise.all(unused.map((name) => rm(join(folder, name), { force: true })))
}

async function removeOldest(folder: string) {
  const names = await readdir(folder)
  if (names.length <= cached_pictures) return
  const times = await Promise.all(
    names.map(async (name) => ({ name, time: (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0 })),
  )
  const oldest = times.sort((one, other) => one.time - other.time).slice(0, names.length - cached_pictures * 0.9)
  await Promise.all(oldest.map(({ name }) => rm(join(folder, name), { force: true })))
}

const script = join(import.meta.dirname, 'renderProcess.mts')

/**
 * Draws a page in a confined process of its own, which is ended when it takes too long or too much. Undefined when it fails.
 */
async function renderPage(pdf: Readable, page: number): Promise<Buffer | undefined> {
  const { command, parameters, env } = confinedCommand(script)
  const child = spawn(command, [...parameters, String(page), String(picture_dpi)], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: picture_seconds * 1000,
    killSignal: 'SIGKILL',
  })
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', resolve)
    child.on('error', () => resolve(null))
  })
  // A process that ends early closes its input.
  child.stdin.on('error', () => pdf.destroy())
  pdf.on('error', () => child.kill('SIGKILL'))
  pdf.pipe(child.stdin)
  const chunks: Buffer[] = []
  let size = 0
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length
    chunks.push(chunk)
    if (size > picture_bytes) child.kill('SIGKILL')
  })
  return (await ended) === 0 ? Buffer.concat(chunks) : undefined
}
