import type pg from 'pg'
import type { DocumentType } from '#server/search/indexing/documentTypes.ts'
import { type CaseStore, openCaseStore } from './caseStore.ts'
import { openCluster } from './cluster.ts'
import { clusterCaseType } from './clusterCaseType.ts'

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
      while (building.isRunning()) {
        const indexedBefore = await store.indexedBefore(oldest_ms)
        if (indexedBefore !== undefined) return indexedBefore
        onBuild()
        await store.build(client, building)
      }
      return undefined
    },
    close: cluster.close,
  }
}
