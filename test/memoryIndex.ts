import { DatabaseSync } from 'node:sqlite'
import { emptyColumnStore, refreshColumnStore } from '#server/search/postings/columnStore.ts'
import { postingLookups } from '#server/search/postings/evaluateQuery.ts'
import { createLruCache } from '#server/search/storage/lruCache.ts'
import type { Searcher } from '#server/search/ranking/resultPages.ts'
import { CaseAnalyzer } from '#server/search/indexing/analyzeCase.ts'
import type { CaseDocument } from '#server/search/indexing/caseDocuments.ts'
import { caseType, writeCases } from '#server/search/indexing/documentTypes.ts'
import { flushWordCounts } from '#server/search/lexicon/vocabulary.ts'
import { matchAllTerm, unpublishedTerm } from '#server/search/storage/indexTerms.ts'
import { flushPostings } from '#server/search/indexing/postings.ts'
import { refreshLists } from '#server/search/storage/blocks/snapshot.ts'
import { dayOf } from '#server/search/storage/docValues.ts'
import { limits } from '#shared/limits.ts'
import { schema } from '#server/search/storage/schema.ts'

const fields = { court: 1, level: 1, length: 1, types: [], judges: [], statuses: [], textHash: 0 }
const day = dayOf('2020-01-01')

/** An index of cases with a few words each, in memory, and a reader of it. */
export function openMemoryIndex() {
  const index = new DatabaseSync(':memory:')
  index.exec(schema)
  const columnStore = emptyColumnStore()
  const reader = { database: index, columnStore }
  const searcher: Searcher = {
    ...reader,
    cases: postingLookups(reader),
    rankCache: createLruCache({ max: 1 }),
    rewriteCache: createLruCache({ max: 1 }),
    nearBudget: limits.search.near_budget,
  }
  return {
    library: searcher,
    refresh: () => {
      refreshColumnStore(index, columnStore)
      refreshLists(index)
      searcher.rankCache.clear()
      searcher.rewriteCache.clear()
    },
    close: () => index.close(),
    /** Write a case with this text, or these words, in place of its previous one; null deletes it. */
    ...createWriter(index),
  }
}

/** The analyzed document of a case with a text, whose lines are its paragraphs, and names. */
export function documentOf(id: number, text: string, { title = '', parties = [], isHidden = false }: NewDocument = {}) {
  const [claimant, respondant] = parties.map((name) => [name])
  const columns = { claimant: claimant ?? [], respondant: respondant ?? [], numbers: [] }
  const parts = { title, keywords: '', parties, judges: [], numbers: [], paragraphs: text.split('\n'), columns }
  const analyzer = new CaseAnalyzer()
  const { length, textHash, ...terms } = analyzer.analyze(parts)
  const markers = [matchAllTerm, ...(isHidden ? [unpublishedTerm] : [])]
  const document: CaseDocument = { ...terms, id, markers, day, fields: { ...fields, length, textHash }, names: [] }
  return { document, words: analyzer.takeWordCounts() }
}

type NewDocument = { title?: string; parties?: readonly string[]; isHidden?: boolean }

/** Writes cases as the index thread does. The lines of a text are its paragraphs. */
function createWriter(index: DatabaseSync) {
  const putDocument = (id: number, written: ReturnType<typeof documentOf> | null) => {
    const former = caseType.remove(index, [id])
    if (written) writeCases(index, { documents: [written.document], words: written.words }, former)
    flushWordCounts(index)
    flushPostings(index)
  }
  const putText = (id: number, text: string | null) => putDocument(id, text === null ? null : documentOf(id, text))
  return {
    putDocument,
    putText,
    put: (id: number, words: readonly string[] | null) => putText(id, words && words.join(' ')),
  }
}
