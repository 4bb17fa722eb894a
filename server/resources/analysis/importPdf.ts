import { createReadStream } from 'node:fs'
import { sql } from 'kysely'
import { record } from '#server/audit/record.ts'
import { insertRow } from '#server/crud/links.ts'
import type { Db } from '#server/db/database.ts'
import { announce } from '#server/events/announce.ts'
import { checkFile } from '#server/files/detectFileKind.ts'
import { cleanFileName } from '#server/files/fileName.ts'
import { lockForUpload, recordQuarantine } from '#server/files/fileRows.ts'
import { type FileStore, leaveToSweep, type ReceivedFile } from '#server/files/fileStore.ts'
import { fileKinds } from '#shared/fileKinds.ts'
import { limits } from '#shared/limits.ts'
import { type FieldCode, fieldMessages } from '#shared/messages.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { fileSize } from '#shared/text/format/fileSize.ts'
import { fill } from '#shared/text/format/isolate.ts'
import { lockAndFindAnalyses, markAsImported } from './files.ts'

type Import = {
  path: string
  /** The name of the file, and where it comes from. */
  name: string
  source: string
  court: number
}

/** The analysis that was created, or that the same bytes have already; a sentence for a file that cannot be imported. */
export type ImportResult = { is: 'imported' | 'known'; id: number } | { is: 'refused'; reason: string }

/** Creates an analysis that is not charged, from a PDF on this machine; once for the same bytes. */
export async function importPdf({ db, files }: { db: Db; files: FileStore }, file: Import): Promise<ImportResult> {
  const name = cleanFileName(file.name.toWellFormed())
  if (name === undefined) return refusalOf('file-kind')
  const received = await files.receive(createReadStream(file.path), limits.file.pdf_bytes)
  if (received === 'too-large') return refusalOf('file-size')
  try {
    const problem = received.size === 0 ? 'file-empty' : await received.check((source) => checkFile(source, 'pdf'))
    if (problem) return refusalOf(problem)
    const signature = await received.scan()
    if (signature !== undefined) {
      await recordQuarantine(db, received, { name, signature })
      return refusalOf('file-infected', { signature })
    }
    return await db.transaction().execute((transaction) => addAnalysis(transaction, received, { ...file, name }))
  } finally {
    await received.discard().catch(leaveToSweep)
  }
}

function refusalOf(code: FieldCode, more: Record<string, string> = {}): ImportResult {
  const values = { kinds: fileKinds.pdf.name, maximum: fileSize(limits.file.pdf_bytes), ...more }
  return { is: 'refused', reason: fill(fieldMessages[code][1], values) }
}

async function addAnalysis(db: Db, received: ReceivedFile, { name, source, court }: Import): Promise<ImportResult> {
  const [known] = await lockAndFindAnalyses(db, received.sha256)
  if (known) return { is: 'known', id: known.id }
  await lockForUpload(db)
  await received.commit()
  const file = await insertRow(db, 'files', [
    ['sha256', received.sha256],
    ['name', name],
    ['media_type', fileKinds.pdf.media_type],
    ['size', received.size],
    ['type', 'Permanent'],
  ])
  const id = await insertRow(db, 'analysis', [
    ['court_id', court],
    ['pdf_file_id', file],
  ])
  await markAsImported(db, id, source.slice(0, limits.file.sent_letters.source))
  await announce({ db, socketId: undefined, session: undefined }, { resource: analysis, event: 'Created', id })
  const after = { pdf_file: { id: file, name }, court: { id: court }, ext_file: source }
  await record(
    { db, session: undefined },
    { action: 'import', resource: analysis.name, row_id: id, row_version: 1, after },
  )
  return { is: 'imported', id }
}

export type Court = { id: number; name: string }

/** The court of a name, which may be written in another way; undefined for a name that no court has. */
export async function findCourt(db: Db, name: string): Promise<Court | undefined> {
  const { rows } = await sql<Court>`
    select id, name from courts where list_text = fold_text(btrim(${name})) or code = btrim(${name}) order by id limit 1`.execute(
    db,
  )
  return rows[0]
}

/** The court that the list of analyses begins with. */
export async function firstCourt(db: Db): Promise<Court | undefined> {
  const { rows } = await sql<Court>`select id, name from courts order by id limit 1`.execute(db)
  return rows[0]
}
