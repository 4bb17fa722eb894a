import { DatabaseSync } from 'node:sqlite'
import { type FtsQuery, toFtsSyntax } from '#server/search/storage/ftsQuery.ts'
import { exactTerm, isGenerated } from '#server/search/storage/indexTerms.ts'
import { spellingIn } from '#server/search/storage/spellings.ts'

/** The words of a case in order by row, and all of its terms. */
export type OracleCase = { columns: readonly string[]; rows: readonly string[]; terms: readonly string[] }

/** The names of the columns that have words in order of their own. */
const named = ['claimant', 'respondant', 'numbers'] as const

/**
 * The index of cases in two FTS5 tables, which evaluates every query by SQLite: an independent implementation that the
 * posting blocks are compared with. Each row of a case has its own column, up to `maxRows`.
 */
export function openFtsOracle(words: DatabaseSync, maxRows: number) {
  const oracle = new DatabaseSync(':memory:')
  const columns = [...named, ...Array.from({ length: maxRows }, (_, at) => `row_${at}`)]
  oracle.exec(`
    create virtual table cases using fts5(
      ${columns.join(', ')}, content = '', contentless_delete = 1, tokenize = ascii);
    create virtual table case_terms using fts5(
      terms, content = '', contentless_delete = 1, detail = none, tokenize = ascii)`)
  const insertCase = oracle.prepare(
    `insert into cases (rowid, ${columns.join(', ')}) values (?, ${columns.map(() => '?').join(', ')})`,
  )
  const insertTerms = oracle.prepare('insert into case_terms (rowid, terms) values (?, ?)')
  const all = new Set<number>()

  const find = (table: string, text: string) => {
    const rows = oracle.prepare(`select rowid as id from ${table} where ${table} match ?`).all(text)
    return new Set(rows.map(({ id }) => Number(id)))
  }
  const evaluate = (ftsQuery: FtsQuery): Set<number> => {
    const { kind } = ftsQuery
    if (kind === 'all') return ftsQuery.of.map(evaluate).reduce((one, other) => new Set([...one].filter((id) => other.has(id))), all) // prettier-ignore
    if (kind === 'any') return new Set(ftsQuery.of.flatMap((part) => [...evaluate(part)]))
    if (kind === 'but') {
      const not = evaluate(ftsQuery.not)
      return new Set([...evaluate(ftsQuery.of)].filter((id) => !not.has(id)))
    }
    const isTerm = (kind === 'word' || kind === 'prefix') && isGenerated(ftsQuery.word) && !ftsQuery.word.startsWith(exactTerm('')) // prettier-ignore
    return find(isTerm ? 'case_terms' : 'cases', toFtsSyntax(ftsQuery, spellingIn(words)))
  }

  return {
    /** Writes a case in place of its previous one; null deletes it. */
    put: (id: number, document: OracleCase | null) => {
      for (const table of ['cases', 'case_terms']) oracle.prepare(`delete from ${table} where rowid = ?`).run(id)
      all.delete(id)
      if (!document) return
      all.add(id)
      const rows = Array.from({ length: maxRows }, (_, at) => document.rows[at] ?? null)
      insertCase.run(id, ...document.columns, ...rows)
      insertTerms.run(id, document.terms.join(' '))
    },
    /** The ids that match, ascending. */
    find: (ftsQuery: FtsQuery) => [...evaluate(ftsQuery)].sort((one, other) => one - other),
    close: () => oracle.close(),
  }
}
