import { DatabaseSync } from 'node:sqlite'
import { emptyColumnStore, refreshColumnStore } from '#server/search/postings/columnStore.ts'
import type { Searcher } from '#server/search/ranking/resultPages.ts'
import { analyzeCase } from '#server/search/indexing/analyzeCase.ts'
import { caseType, writeCases } from '#server/search/indexing/documentTypes.ts'
import { countWords, flushWordCounts } from '#server/search/lexicon/vocabulary.ts'
import { matchAllTerm } from '#server/search/storage/indexTerms.ts'
import { createPostingCache, type PostingCacheLimits } from '#server/search/postings/postingCache.ts'
import { createLruCache } from '#server/search/postings/lruCache.ts'
import { dayOf } from '#server/search/storage/documentKey.ts'
import { schema } from '#server/search/storage/schema.ts'

const fields = { court: 1, level: 1, types: [], judges: [], statuses: [] }
const day = dayOf('2020-01-01')

/** An index of cases with a few words each, in memory, and a reader of it. */
export function openMemoryIndex(sizes?: PostingCacheLimits) {
  const index = new DatabaseSync(':memory:')
  index.exec(schema)
  const columnStore = emptyColumnStore()
  const searcher: Searcher = {
    database: index,
    columnStore,
    postings: createPostingCache(index, columnStore, sizes),
    matchCache: createLruCache(1),
    rankCache: createLruCache(1),
    rewriteCache: createLruCache(1),
  }
  return {
    library: searcher,
    refresh: () => {
      refreshColumnStore(index, columnStore)
      searcher.matchCache.clear()
      searcher.rankCache.clear()
      searcher.rewriteCache.clear()
    },
    close: () => index.close(),
    /** Write a case with this text, or these words, in place of its previous one; null deletes it. */
    ...createWriter(index),
  }
}

/** Writes cases as the index thread does. The lines of a text are its paragraphs. */
function createWriter(index: DatabaseSync) {
  const writeText = (id: number, text: string | null) => {
    caseType.remove(index, [id])
    if (text === null) return
    const parts = { title: '', keywords: '', parties: [], judges: [], numbers: [], paragraphs: text.split('\n') }
    const { rows, markers, words, names } = analyzeCase(parts)
    const terms = [matchAllTerm, ...markers].join(' ')
    const document = { id, day, columns: ['', '', '', ''], rows, terms, fields, names: [] }
    writeCases(index, { documents: [document], words: countWords([{ words, names }]) })
    flushWordCounts(index)
  }
  return {
    putText: writeText,
    put: (id: number, words: readonly string[] | null) => writeText(id, words && words.join(' ')),
  }
}
