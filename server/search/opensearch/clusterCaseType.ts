import type { DatabaseSync } from 'node:sqlite'
import { caseDocuments, type CaseDocuments, selectCases } from '#server/search/indexing/caseDocuments.ts'
import type { DocumentType } from '#server/search/indexing/documentTypes.ts'
import { indexNames } from '#server/search/lexicon/names.ts'
import { queueWordCounts } from '#server/search/lexicon/vocabulary.ts'
import type { CaseStore } from './caseStore.ts'

/** Cases in OpenSearch, whose words and names the index file of this process has for the rewriting of queries. */
export const clusterCaseType = (store: Pick<CaseStore, 'write' | 'remove'>): DocumentType => ({
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
  remove: () => undefined,
  hide: store.remove,
  write: writeDictionary,
})

function writeDictionary(index: DatabaseSync, { documents, words }: CaseDocuments) {
  for (const { names } of documents) indexNames(index, names)
  queueWordCounts(words)
}
