import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { casesAfter } from '#server/search/indexing/build.ts'
import { currentSnapshot } from '#server/search/indexing/changeLog.ts'
import { version as format } from '#server/search/storage/schema.ts'
import type { Snapshot } from '#server/search/types.ts'
import { type CaseWrite, sendBulk, versionOf, writeCases } from './caseWriter.ts'
import { type Cluster, MissingIndex, Unavailable } from './cluster.ts'
import { caseIndex } from './mapping.ts'

/*
 * The cases of a library in OpenSearch. An alias names the index that is searched, and another one for each index is written
 * to, so that no write creates an index that was deleted. While an index is built, every process that follows the change log
 * writes to it and to the one that is searched.
 */

export type CaseStore = {
  /** The index that is searched. */
  alias: string
  /** Writes what was read at or after a snapshot. It can be found afterwards. */
  write: (writes: readonly CaseWrite[], snapshot: Snapshot) => Promise<void>
  /** Removes what is hidden in a snapshot. It cannot be found afterwards. */
  remove: (ids: readonly number[], snapshot: Snapshot) => Promise<void>
  /** The transaction before which all changes are in the index; undefined when none is searched, or it was followed too long ago. */
  indexedBefore: (oldest_ms: number) => Promise<string | undefined>
  /** Throws if there is no index to search any more. */
  setIndexedBefore: (transaction: string) => Promise<void>
  /** Builds an index of all cases and searches that one from then on; false when another process does so already, or the build was stopped. */
  build: (client: pg.ClientBase, building: { databaseUrl: string; isRunning: () => boolean }) => Promise<boolean>
}

type State = { transaction: string; seen_ms: number }

/** `library`: the identity of the database; an index of another one is another index. */
export function openCaseStore(cluster: Cluster, library: string): CaseStore {
  const hash = createHash('sha256').update(library).digest('hex').slice(0, 12)
  const alias = `${cluster.prefix}-${format.replace(/\D/g, '')}-${hash}`
  let noted = { transaction: '', at: 0 }
  const write = async (writes: readonly CaseWrite[], snapshot: Snapshot, kind: 'read' | 'removed') => {
    if (writes.length === 0) return
    const targets = await indicesOf(cluster, alias)
    if (targets.length === 0) throw deleted(alias)
    await writeCases(cluster, writes, { targets: targets.map(writeAlias), version: versionOf(snapshot, kind) })
    await refresh(cluster, `${alias}-*`)
  }
  return {
    alias,
    write: (writes, snapshot) => write(writes, snapshot, 'read'),
    remove: (ids, snapshot) =>
      write(
        ids.map((id) => ({ id, document: undefined })),
        snapshot,
        'removed',
      ),
    indexedBefore: async (oldest_ms) => {
      const index = await searchedIndex(cluster, alias)
      const state = index === undefined ? undefined : await readState(cluster, index)
      return state && state.seen_ms >= oldest_ms ? state.transaction : undefined
    },
    setIndexedBefore: async (transaction) => {
      if (transaction === noted.transaction && Date.now() - noted.at < noteInterval_ms) return
      const index = await searchedIndex(cluster, alias)
      if (index === undefined) throw deleted(alias)
      await writeState(cluster, index, transaction)
      noted = { transaction, at: Date.now() }
    },
    build: (client, building) => locked(client, alias, () => build(cluster, alias, { client, ...building })),
  }
}

const deleted = (alias: string) => new Error(`the index ${alias} of OpenSearch was deleted, and is built again`)

/** How often it is noted that nothing has changed. */
const noteInterval_ms = 60_000

const writeAlias = (index: string) => `${index}-write`

/** Throws if a copy of a shard was not refreshed: a search that it answers would not have what was written. */
async function refresh(cluster: Cluster, index: string) {
  const { _shards } = await cluster.send<{ _shards: { failed: number } }>('POST', `/${index}/_refresh`)
  if (_shards.failed > 0) throw new Unavailable(`OpenSearch did not refresh ${_shards.failed} copies of ${index}`)
}

/** The index that is searched, and the one that is built. */
const indicesOf = async (cluster: Cluster, alias: string) =>
  Object.keys(await cluster.send<Record<string, unknown>>('GET', `/${alias}-*/_alias`))

async function searchedIndex(cluster: Cluster, alias: string): Promise<string | undefined> {
  const found = await orMissing(cluster.send<Record<string, unknown>>('GET', `/_alias/${alias}`), {})
  return Object.keys(found)[0]
}

async function orMissing<Found, Missing>(found: Promise<Found>, missing: Missing): Promise<Found | Missing> {
  try {
    return await found
  } catch (error) {
    if (error instanceof MissingIndex) return missing
    throw error
  }
}

const stateIndex = ({ prefix }: Cluster) => `${prefix}-state`

async function createStateIndex(cluster: Cluster) {
  const index = stateIndex(cluster)
  if (Object.keys(await cluster.send<object>('GET', `/${index}*`)).length > 0) return
  const settings = { number_of_shards: 1, auto_expand_replicas: '0-1' }
  await cluster.send('PUT', `/${index}`, { body: { settings, mappings: { dynamic: false } } })
}

async function readState(cluster: Cluster, index: string): Promise<State | undefined> {
  const read = cluster.send<{ _source: State }>('GET', `/${stateIndex(cluster)}/_doc/${index}`)
  return (await orMissing(read, undefined))?._source
}

/** A process that is behind changes nothing: the version is the transaction. */
async function writeState(cluster: Cluster, index: string, transaction: string) {
  const state: State = { transaction, seen_ms: Date.now() }
  const of = { _index: stateIndex(cluster), _id: index, version: Number(transaction), version_type: 'external_gte' }
  await sendBulk(cluster, [{ index: of }, state])
}

/** Runs `work` unless another process does; false then. */
async function locked(client: pg.ClientBase, name: string, work: () => Promise<boolean>): Promise<boolean> {
  const key = `hashtextextended('hukum search index ' || $1, 0)`
  const { rows } = await client.query<{ isFree: boolean }>(`select pg_try_advisory_lock(${key}) as "isFree"`, [name])
  if (!rows[0]?.isFree) {
    await sleep(retry_ms)
    return false
  }
  try {
    return await work()
  } finally {
    await client.query(`select pg_advisory_unlock(${key})`, [name])
  }
}

/** How often a process looks whether the build of another one is finished. */
const retry_ms = 1000

/** In which every search ends that began before the alias was changed. */
const grace_ms = 2000

/** A build that failed, or was stopped, leaves its index. */
async function deleteUnfinished(cluster: Cluster, alias: string) {
  const searched = await searchedIndex(cluster, alias)
  const unfinished = (await indicesOf(cluster, alias)).filter((index) => index !== searched)
  for (const index of unfinished) await orMissing(cluster.send('DELETE', `/${index}`), undefined)
}

type Building = { client: pg.ClientBase; databaseUrl: string; isRunning: () => boolean }

async function build(cluster: Cluster, alias: string, { client, databaseUrl, isRunning }: Building): Promise<boolean> {
  const index = `${alias}-${Date.now()}`
  await deleteUnfinished(cluster, alias)
  await createStateIndex(cluster)
  await cluster.send('PUT', `/${index}`, {
    body: { ...caseIndex(cluster.shards), aliases: { [writeAlias(index)]: {} } },
  })
  // From here on a process that sees a change writes it to this index too: what was committed before is read below.
  const { now, oldest } = await currentSnapshot(client)
  const target = { targets: [writeAlias(index)], version: versionOf(now, 'read') }
  for await (const { read } of await casesAfter(client, 0, databaseUrl)) {
    if (!isRunning()) return false
    const cases = read.documents.map((document) => ({ id: document.id, document }))
    await writeCases(cluster, cases, target)
  }
  await refresh(cluster, index)
  const others = (await indicesOf(cluster, alias)).filter((other) => other !== index)
  const actions = others.map((other) => ({ remove: { index: other, alias, must_exist: false } }))
  await writeState(cluster, index, oldest)
  await cluster.send('POST', '/_aliases', { body: { actions: [...actions, { add: { index, alias } }] } })
  // Searches that have begun still read the previous index.
  await sleep(others.length > 0 ? grace_ms : 0)
  for (const other of others) await orMissing(cluster.send('DELETE', `/${other}`), undefined)
  return true
}
