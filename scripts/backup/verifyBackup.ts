import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createZstdDecompress } from 'node:zlib'
import { decrypt } from './encryptedFile.ts'
import { type Manifest, partsOf, readManifest } from './manifest.ts'
import { exists, readFileList, storedPath } from './repository.ts'
import { type RowTally, type Tally, tallyOf, tallyOfFile } from './tally.ts'

/** Rows of a table, decompressed. Errors of the file and of its compression reach the reader. */
export function readRows(path: string): AsyncIterable<Buffer> {
  const source = createReadStream(path)
  const rows = createZstdDecompress()
  source.once('error', (error) => rows.destroy(error))
  return source.pipe(rows)
}

type Options = { backup: string; repository: string; passphrase?: string; report: (line: string) => void }

/** Reads everything that a backup has, and returns a sentence for each difference; the secrets only with a passphrase. */
export async function verifyBackup({ backup, repository, passphrase, report }: Options): Promise<string[]> {
  const manifest = await readManifest(backup)
  const problems = await verifyParts(backup, manifest, report)
  problems.push(...(await verifyFiles({ backup, repository }, manifest, report)))
  if (passphrase !== undefined && problems.length === 0)
    await decrypt(await readFile(partsOf(backup).secrets), passphrase)
  return problems
}

/** The same for all that is in the folder of a backup: without the stored files. */
export async function verifyParts(backup: string, manifest: Manifest, report: Options['report']): Promise<string[]> {
  const problems: string[] = []
  const check = async (about: string, isRight: () => Promise<boolean>) => {
    const right = await isRight().catch(() => false)
    if (!right) problems.push(`${about} is missing or was changed.`)
    report(`${about}: ${right ? 'as written' : 'DIFFERS'}`)
  }
  for (const { about, path, expected } of rowParts(backup, manifest))
    await check(about, async () => isSame(await tallyOf(readRows(path), { countsLines: true }), expected))
  for (const { about, path, expected } of plainParts(backup, manifest))
    await check(about, async () => isSame(await tallyOfFile(path), expected))
  return problems
}

const isSame = (actual: Tally | RowTally, expected: Tally | RowTally) =>
  actual.sha256 === expected.sha256 &&
  actual.bytes === expected.bytes &&
  (!('rows' in expected) || ('rows' in actual && actual.rows === expected.rows))

const rowParts = (backup: string, { tables, jobs }: Manifest) => [
  ...tables.map((expected) => ({
    about: `table ${expected.name}`,
    path: partsOf(backup).table(expected.name),
    expected,
  })),
  { about: 'the waiting jobs', path: partsOf(backup).jobs, expected: jobs },
]

const plainParts = (backup: string, { files, secrets, audit_seals }: Manifest) => [
  { about: 'the list of files', path: partsOf(backup).files, expected: files },
  { about: 'the encrypted secrets', path: partsOf(backup).secrets, expected: secrets },
  ...(audit_seals ? [{ about: 'the audit seals', path: partsOf(backup).auditSeals, expected: audit_seals }] : []),
]

async function verifyFiles(
  { backup, repository }: Pick<Options, 'backup' | 'repository'>,
  manifest: Manifest,
  report: Options['report'],
) {
  if (!(await exists(partsOf(backup).files))) return []
  const problems: string[] = []
  const damaged = new Set(manifest.damaged_files)
  let count = 0
  for await (const { sha256, size } of readFileList(backup)) {
    count += 1
    if (count % 1000 === 0) report(`${count} of ${manifest.files.count} files`)
    if (damaged.has(sha256)) continue
    const actual = await tallyOfFile(storedPath(repository, sha256)).catch(() => undefined)
    if (actual?.sha256 !== sha256 || actual.bytes !== size) problems.push(`file ${sha256} is missing or was changed.`)
  }
  report(`${count} files: ${problems.length === 0 ? 'as written' : 'DIFFER'}`)
  return problems
}
