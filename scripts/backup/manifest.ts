import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { StartupError } from '#server/config/env.ts'

const count = z.number().int().nonnegative()
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** Bytes and hash before compression. */
const tally = z.object({ bytes: count, sha256 })

/** What a backup says of itself. `format` grows when an earlier program could not read it. */
const manifestSchema = z.object({
  format: z.literal(1),
  /** ISO 8601, UTC. The database is as it was at `snapshot_at`; files were copied after it. */
  started_at: z.string(),
  snapshot_at: z.string(),
  finished_at: z.string(),
  postgres: z.string(),
  library: z.string(),
  /** Every applied migration with its hash. */
  migrations: z.array(z.object({ name: z.string(), hash: sha256 })).min(1),
  tables: z.array(tally.extend({ name: z.string(), columns: z.array(z.string()), rows: count })),
  jobs: tally.extend({ rows: count }),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string(), is_called: z.boolean() })),
  /** The list of the files, and their number and bytes. */
  files: tally.extend({ count, total_bytes: count }),
  /** Hashes of files that the library itself had lost, or whose bytes were not those of their hash. */
  damaged_files: z.array(sha256),
  secrets: tally,
  audit_seals: tally.optional(),
})

export type Manifest = z.infer<typeof manifestSchema>

const formats = z.object({ format: z.number() })
const name = 'manifest.json'

/** Where each part is in the folder of a backup. */
export const partsOf = (folder: string) => ({
  manifest: join(folder, name),
  table: (table: string) => join(folder, 'database', `${table}.copy.zst`),
  jobs: join(folder, 'database', 'graphile_worker.jobs.copy.zst'),
  files: join(folder, 'files.jsonl'),
  secrets: join(folder, 'secrets.enc'),
  auditSeals: join(folder, 'audit-seals.jsonl'),
})

const checksumOf = (manifest: object) => createHash('sha256').update(JSON.stringify(manifest)).digest('hex')

export const manifestText = (manifest: Manifest) =>
  `${JSON.stringify({ ...manifest, checksum: checksumOf(manifest) }, null, 1)}\n`

/** Throws a `StartupError` for a manifest of a newer program, and for one that was changed. */
export async function readManifest(folder: string): Promise<Manifest> {
  const broken = new StartupError(`${partsOf(folder).manifest} was changed after it was written, or is no manifest.`)
  const parsed: unknown = await readFile(partsOf(folder).manifest, 'utf8')
    .then(JSON.parse)
    .catch(throwUnlessSyntax(broken))
  const { format } = formats.safeParse(parsed).data ?? {}
  if (format !== undefined && format > 1)
    throw new StartupError(
      `The backup has format ${format}, which a newer version has written: update the program first.`,
    )
  const { checksum, ...content } = parsed as Record<string, unknown>
  const result = manifestSchema.safeParse(content)
  if (!result.success || checksum !== checksumOf(content)) throw broken
  return result.data
}

const throwUnlessSyntax = (broken: StartupError) => (error: unknown) => {
  throw error instanceof SyntaxError ? broken : error
}

/** A line of the list of files. */
export type StoredFile = { sha256: string; size: number }
