import type { DatabaseSync } from 'node:sqlite'
import type pg from 'pg'
import { readBeside } from './beside.ts'
import { caseKind, type IndexKind, kinds, putCases, type Readied } from './kinds.ts'
import { mergePieces } from './merging.ts'
import { type Part, readRuns } from './runs.ts'
import { readMeta, writeMeta } from './schema.ts'
import { statement } from './statements.ts'
import { abandon, commit } from './transaction.ts'

type Building = { databaseUrl: string; goesOn: () => boolean }

/** Puts in everything there is, in order of ids; killed in the middle it goes on from there. */
export async function buildAll(index: DatabaseSync, client: pg.ClientBase, building: Building) {
  setUp(index, whileBuilding)
  for (const kind of kinds)
    await build(index, kind, { parts: await partsOf(index, client, kind, building), ...building })
  await mergePieces(index, building.goesOn)
  if (!building.goesOn()) return
  setUp(index, afterwards)
  writeMeta(index, 'complete', 'yes')
}

type Parts = AsyncIterable<Part<Readied>>

async function build(index: DatabaseSync, kind: IndexKind, { parts, goesOn }: Building & { parts: Parts }) {
  try {
    for await (const { ids, read: put, through } of parts) {
      if (!goesOn()) return
      if (!index.isTransaction) index.exec('begin immediate')
      kind.remove(index, ids)
      put(index)
      if (through === undefined) continue
      writeMeta(index, builtOf(kind), String(through))
      commit(index)
    }
  } finally {
    abandon(index)
  }
}

const builtOf = ({ resource }: IndexKind) => `built ${resource}`

async function partsOf(
  index: DatabaseSync,
  client: pg.ClientBase,
  kind: IndexKind,
  { databaseUrl }: Building,
): Promise<Parts> {
  const after = Number(readMeta(index, builtOf(kind)) ?? 0)
  const isLong = kind === caseKind && (await countCases(client, after)) === many
  return isLong ? readied(readBeside(databaseUrl, after)) : readRuns(client, kind, { after, read: kind.read })
}

async function* readied(parts: ReturnType<typeof readBeside>): Parts {
  for await (const { read, ...part } of parts) yield { ...part, read: (index) => putCases(index, read) }
}

/** So many cases are worth a thread of their own. */
const many = 2000

/** How many cases come behind this id; not more than `many` are counted. */
async function countCases(client: pg.ClientBase, after: number): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from (select from case_files where id > $1 limit $2) as next`,
    [after, many],
  )
  return rows[0]?.count ?? 0
}

/**
 * How FTS5 writes; its file keeps it. Afterwards as it comes: a few cases at a time, and what is written is merged soon.
 * `hashsize` is in bytes: what is gathered in memory before it is written. While it is built nothing is merged: that is
 * done once, at the end.
 */
type Settings = { hashsize: number; automerge: number; crisismerge: number }
const whileBuilding: Settings = { hashsize: 32 << 20, automerge: 0, crisismerge: 1999 }
const afterwards: Settings = { hashsize: 1 << 20, automerge: 4, crisismerge: 16 }

function setUp(index: DatabaseSync, settings: Settings) {
  for (const [name, value] of Object.entries(settings))
    statement(index, 'insert into cases (cases, rank) values (?, cast(? as integer))').run(name, value)
}
