import type { DatabaseSync } from 'node:sqlite'
import type pg from 'pg'
import { caseDocuments, type CaseDocuments, selectCases } from '#server/search/indexing/caseDocuments.ts'
import { currentLibrary } from '#server/search/indexing/changeLog.ts'
import type { DocumentType } from '#server/search/indexing/documentTypes.ts'
import { indexNames } from '#server/search/lexicon/names.ts'
import { queueWordCounts } from '#server/search/lexicon/vocabulary.ts'
import { unpublishedTerm } from '#server/search/storage/indexTerms.ts'
import { type CaseStore, openCaseStore } from './caseStore.ts'
import { checkCluster } from './checkCluster.ts'
import { openCluster } from './cluster.ts'

/** The cases in OpenSearch for the thread that follows the change log. */
export type FollowedStore = Pick<CaseStore, 'alias' | 'setIndexedBefore'> & {
  /** Cases as documents that are stored there. */
  type: DocumentType
  /** Resolves with the transaction before which all changes are in the index that is searched; undefined when stopped. */
  untilBuilt: (client: pg.ClientBase, options: BuildOptions) => Promise<string | undefined>
  close: () => Promise<void>
}

type BuildOptions = {
  databaseUrl: string
  isRunning: () => boolean
  /** Called when there is no index to search. */
  onBuild: () => void
  /** An index that no process has followed since is built again. */
  oldest_ms: number
}

export function openFollowedStore(url: string, library: string): FollowedStore {
  const cluster = openCluster(url)
  const store = openCaseStore(cluster, library)
  return {
    alias: store.alias,
    setIndexedBefore: store.setIndexedBefore,
    type: clusterCaseType(store),
    untilBuilt: async (client, { onBuild, oldest_ms, ...building }) => {
      // A cluster that was away at the start, or was made again since, has the default limit of clauses.
      await checkCluster(cluster)
      while (building.isRunning()) {
        const indexedBefore = await store.indexedBefore(oldest_ms)
        // An index that is ahead is of changes that a fail-over or a restored backup has lost.
        const { next } = await currentLibrary(client)
        if (indexedBefore !== undefined && BigInt(indexedBefore) <= BigInt(next)) return indexedBefore
        onBuild()
        await store.build(client, building)
      }
      return undefined
    },
    close: cluster.close,
  }
}

/** Cases in OpenSearch, whose words and names the index file of this process has for the rewriting of queries. */
const clusterCaseType = (store: Pick<CaseStore, 'write' | 'remove'>): DocumentType => ({
  resource: 'caseFiles',
  source: 'case_files',
  read: async (client, ids, snapshot) => {
    const read = caseDocuments(await selectCases(client, ids))
    const byId = new Map(read.documents.map((document) => [document.id, document]))
    await store.write(
      ids.map((id) => ({ id, document: byId.get(id) })),
      snapshot,
    )
    return (index) => writeDictionary(index, read)
  },
  isLong: true,
  remove: () => new Map(),
  hide: store.remove,
  write: writeDictionary,
})

function writeDictionary(index: DatabaseSync, { documents, words }: CaseDocuments) {
  for (const { names, markers } of documents) indexNames(index, names, { isHidden: markers.includes(unpublishedTerm) })
  queueWordCounts(words)
}
