import { DatabaseSync } from 'node:sqlite'
import {
  type ColumnStore,
  emptyColumnStore,
  docKeyOfCase,
  refreshColumnStore,
} from '#server/search/postings/columnStore.ts'
import { encodeFields } from '#server/search/storage/documentFields.ts'
import type { Searcher } from '#server/search/ranking/resultPages.ts'
import { matchAllTerm, stemTerm } from '#server/search/storage/indexTerms.ts'
import { createPostingCache, type PostingCacheLimits } from '#server/search/postings/postingCache.ts'
import { createLruCache } from '#server/search/postings/lruCache.ts'
import { docKeyOf } from '#server/search/storage/documentKey.ts'
import { schema } from '#server/search/storage/schema.ts'
import { formsOf } from '#shared/text/language/analyze.ts'

const fields = encodeFields({ court: 1, level: 1, types: [], judges: [], statuses: [] })

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
    /** Writes a case with these words in place of its previous ones; null deletes it. */
    put: createWriter(index, columnStore),
  }
}

function createWriter(index: DatabaseSync, columnStore: ColumnStore) {
  const writeFields = index.prepare('insert or replace into doc_values (doc_key, stamp, fields) values (?, (select coalesce(max(stamp), 0) + 1 from doc_values), ?)') // prettier-ignore
  const insert = index.prepare('insert into cases (rowid, paragraph_0, facets) values (?, ?, ?)')
  const remove = index.prepare('delete from cases where rowid = ?')
  const insertDocKey = index.prepare('insert into doc_keys (id, doc_key) values (?, ?)')
  const removeDocKey = index.prepare('delete from doc_keys where id = ?')
  const count = index.prepare('insert into words (spelling, word, sound, count) values (?1, ?1, ?1, 1) on conflict (spelling) do update set count = count + 1') // prettier-ignore

  return (id: number, words: readonly string[] | null) => {
    const old = docKeyOfCase(columnStore, id)
    if (old !== undefined) {
      remove.run(old)
      removeDocKey.run(id)
      writeFields.run(old, null)
    }
    if (!words) return
    const docKey = docKeyOf(id, '2020-01-01')
    insertDocKey.run(id, docKey)
    insert.run(docKey, [...words, ...words.map((word) => stemTerm(formsOf(word)[0] ?? word))].join(' '), matchAllTerm)
    writeFields.run(docKey, fields)
    for (const word of words) count.run(word)
  }
}
