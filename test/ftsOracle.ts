import { DatabaseSync } from 'node:sqlite'
import { forEachNameWord, forEachWord } from '#server/search/lexicon/tokenAttributes.ts'
import {
  anyOf,
  type FtsQuery,
  type ProximityPhrase,
  phrase,
  term,
  toFtsSyntax,
} from '#server/search/storage/ftsQuery.ts'
import { columnTerm, fieldTerm, isGenerated } from '#server/search/storage/indexTerms.ts'
import { beginningsOf, termsOfWord } from '#server/search/storage/spellings.ts'

/** A case: its paragraphs, its parties, of which the first is the claimant, and all of its terms. */
type OracleCase = { paragraphs: readonly string[]; parties: readonly string[]; terms: readonly string[] }

/** The rows of a case: paragraphs and names. */
const maxRows = 16

/**
 * The index of cases in two FTS5 tables: an independent implementation that the posting blocks are compared with. `cases` has a
 * column for each row, in which the words stand in order once for each kind of term, and phrases and NEAR stay within a column;
 * `case_terms` has all terms without an order. `words`: the index whose vocabulary has the spellings of words.
 */
export function openFtsOracle(words: DatabaseSync) {
  const oracle = new DatabaseSync(':memory:')
  const columns = Array.from({ length: maxRows }, (_, at) => `row_${at}`)
  oracle.exec(`
    create virtual table cases using fts5(
      ${columns.join(', ')}, content = '', contentless_delete = 1, tokenize = ascii);
    create virtual table case_terms using fts5(
      terms, content = '', contentless_delete = 1, detail = none, tokenize = ascii)`)
  const insertCase = oracle.prepare(
    `insert into cases (rowid, ${columns.join(', ')}) values (?, ${columns.map(() => '?').join(', ')})`,
  )
  const insertTerms = oracle.prepare('insert into case_terms (rowid, terms) values (?, ?)')

  const evaluate = (ftsQuery: FtsQuery): Set<number> => {
    const { kind } = ftsQuery
    if (kind === 'any') return new Set(ftsQuery.of.flatMap((part) => [...evaluate(part)]))
    if (kind === 'all')
      return ftsQuery.of.map(evaluate).reduce((one, other) => new Set([...one].filter((id) => other.has(id))))
    if (kind === 'but') {
      const unwanted = evaluate(ftsQuery.not)
      return new Set([...evaluate(ftsQuery.of)].filter((id) => !unwanted.has(id)))
    }
    const table = kind === 'word' || kind === 'prefix' ? 'case_terms' : 'cases'
    const find = oracle.prepare(`select rowid as id from ${table} where ${table} match ?`)
    return new Set(find.all(toFtsSyntax(spelled(words, ftsQuery))).map(({ id }) => Number(id)))
  }

  return {
    /** Writes a case in place of its previous one; null deletes it. */
    put: (id: number, document: OracleCase | null) => {
      for (const table of ['cases', 'case_terms']) oracle.prepare(`delete from ${table} where rowid = ?`).run(id)
      if (!document) return
      const rows = rowsOf(document)
      insertCase.run(id, ...columns.map((_, at) => rows[at] ?? null))
      insertTerms.run(id, document.terms.join(' '))
    },
    /** The ids that match, ascending. */
    find: (ftsQuery: FtsQuery) => [...evaluate(ftsQuery)].sort((one, other) => one - other),
    close: () => oracle.close(),
  }
}

function rowsOf({ paragraphs, parties }: OracleCase): string[] {
  const texts = paragraphs.map((text) => {
    const [stems, written]: [string[], string[]] = [[], []]
    forEachWord(text, ({ stem, exact }) => void (stems.push(stem), written.push(exact)))
    return [...stems, ...written].join(' ')
  })
  const names = parties.flatMap((name, at) => {
    const streams: string[][] = [[], [], [], []]
    forEachNameWord(name, ({ stem, exact, word }) => {
      const column = at === 0 ? 'claimant' : 'respondant'
      const terms = [stem, exact, fieldTerm('p', word), columnTerm(column, word)]
      for (const [kind, one] of terms.entries()) streams[kind]?.push(one)
    })
    // Words of two kinds of terms are never asked for together.
    return streams.flat().join(' ')
  })
  return [...texts, ...names]
}

/** The query with each folded word as every spelling of it. */
function spelled(words: DatabaseSync, ftsQuery: FtsQuery): FtsQuery {
  const { kind } = ftsQuery
  if (kind === 'word') return anyOf(termsOfWord(words, ftsQuery.word).map(term))
  if (kind === 'prefix' || kind === 'phrase') return anyOf(phrasesOf(words, ftsQuery).map(toQuery))
  if (kind !== 'near') return ftsQuery
  return { ...ftsQuery, parts: ftsQuery.parts.map((part) => part.flatMap((one) => phrasesOf(words, one))) }
}

const toQuery = (one: ProximityPhrase): FtsQuery => (one.kind === 'prefix' ? one : phrase(one.words))

function phrasesOf(words: DatabaseSync, one: ProximityPhrase): ProximityPhrase[] {
  if (one.kind === 'prefix')
    return beginningsOf(words, one.word).map(({ word, isWhole }): ProximityPhrase =>
      isWhole ? { kind: 'phrase', words: [word] } : { kind: 'prefix', word },
    )
  return one.words
    .map((word) => (isGenerated(word) ? [word] : termsOfWord(words, word)))
    .reduce<string[][]>((chosen, terms) => chosen.flatMap((some) => terms.map((next) => [...some, next])), [[]])
    .map((some) => ({ kind: 'phrase', words: some }))
}
