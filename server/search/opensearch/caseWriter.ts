import type { CaseDocument } from '#server/search/indexing/caseDocuments.ts'
import type { Snapshot } from '#server/search/types.ts'
import { caseDocument } from './caseDocument.ts'
import type { Cluster } from './cluster.ts'

/** What is done to a case, and how new it is. */
export type CaseWrite = { id: number; document: CaseDocument | undefined }

/**
 * The version of what a snapshot shows: the number of transactions that have ended in it, twice. Of two snapshots the later one
 * has the higher number, in whichever process. A case that was read has the odd number, a removal before reading the even one.
 */
export function versionOf(snapshot: Snapshot, kind: 'read' | 'removed'): number {
  const [, next = '0', running = ''] = snapshot.split(':')
  const ended = Number(next) - running.split(',').filter(Boolean).length
  return 2 * ended + (kind === 'read' ? 1 : 0)
}

type Item = Record<string, { status: number; error?: object }>

/** In UTF-16 units: a request of this length is well below the limit of OpenSearch, 100 MiB. */
const maxRequestLength = 4_000_000

/** Writes cases, or deletes those without a document, to the indices behind the aliases `targets`, unless these have a newer version. */
export async function writeCases(
  cluster: Cluster,
  writes: readonly CaseWrite[],
  { targets, version }: { targets: readonly string[]; version: number },
) {
  let [lines, length]: [object[], number] = [[], 0]
  const send = async () => {
    if (lines.length > 0) await sendBulk(cluster, lines, { require_alias: true })
    ;[lines, length] = [[], 0]
  }
  for (const { id, document } of writes) {
    const source = document && caseDocument(document)
    for (const target of targets) {
      const of = { _index: target, _id: String(id), version, version_type: 'external' }
      lines.push(...(source ? [{ index: of }, source] : [{ delete: of }]))
      length += source ? source.rows.length + 20 * source.markers.length : 0
      if (length > maxRequestLength) await send()
    }
  }
  await send()
}

/** A newer version, nothing to delete, and an index that was replaced meanwhile are no errors. */
const isDone = ({ status }: { status: number }) => status < 300 || status === 409 || status === 404

/** Writes or deletes documents. Throws if one could not be. */
export async function sendBulk(cluster: Cluster, lines: object[], query: { require_alias?: true } = {}) {
  const { items } = await cluster.send<{ items: Item[] }>('POST', '/_bulk', { lines, query })
  for (const item of items)
    for (const [action, result] of Object.entries(item))
      if (!isDone(result)) throw new Error(`OpenSearch did not ${action} a document: ${JSON.stringify(result.error)}`)
}
