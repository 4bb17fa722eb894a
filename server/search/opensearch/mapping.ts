import { limits } from '#shared/limits.ts'

/** Between the terms at one position; no term contains it. */
export const termSeparator = '\ue00f'

/** The last result of the last page. */
const maxResults = limits.search.max_page * limits.search.page_size

/**
 * `rows`: the terms with positions, `caseDocument.ts` writes them: a space goes to the next position. `markers`: the terms without.
 * `place`: the document key. The others are doc values of facets and ranking. The texts themselves stay in PostgreSQL.
 */
export const caseIndex = (shards: number) => ({
  settings: {
    index: {
      number_of_shards: shards,
      // One replica, as soon as there is a second node for it.
      auto_expand_replicas: '0-1',
      // A process that writes refreshes, so that a change is known to be found.
      refresh_interval: '-1',
      // A write that comes this late does not bring a deleted case back.
      gc_deletes: '24h',
      max_result_window: maxResults,
    },
    analysis: {
      tokenizer: { places: { type: 'whitespace', max_token_length: 65_536 } },
      filter: { terms: { type: 'pattern_capture', preserve_original: false, patterns: [`([^${termSeparator}]+)`] } },
      analyzer: {
        stacked: { type: 'custom', tokenizer: 'places', filter: ['terms'] },
        whole: { type: 'custom', tokenizer: 'places' },
      },
    },
  },
  mappings: {
    dynamic: 'strict',
    _source: { enabled: false },
    properties: {
      place: { type: 'long' },
      day: { type: 'integer' },
      boost: { type: 'double', index: false },
      ...Object.fromEntries(
        ['court', 'year', 'types', 'judges', 'statuses'].map((name) => [name, { type: 'keyword', index: false }]),
      ),
      rows: { type: 'text', analyzer: 'stacked', search_analyzer: 'whole', norms: false },
      markers: { type: 'keyword', doc_values: false, norms: false },
    },
  },
})

/** The clauses that a query may have: its terms in all forms, all words with a prefix, and all signals. */
export const maxClauses = 32_768

/** In UTF-16 units, far below the 32,766 bytes of Lucene: no word is longer, and a garbled one differs before. */
const maxTermLength = 256
export const clip = (term: string) => (term.length > maxTermLength ? term.slice(0, maxTermLength) : term)
