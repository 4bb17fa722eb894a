import { sorts, type Sort } from '#shared/searchTypes.ts'
import type { IsCode } from '#shared/text/caseNumbers/courtCodes.ts'
import { snapToLetter } from '#shared/text/language/tokenizer.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
import { isLeaf, type Leaf, type Node } from '#shared/text/query/tree.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Icon } from '#web/ui/icons.tsx'
import { Count, FreeText, Interpolate } from '#web/ui/Text.tsx'
import { queryProblem } from './queryProblem.ts'
import { formatCount, orderOf } from './useResults.ts'
import type { Search } from './searchUrl.ts'
import styles from './ResultsHead.module.css'

type SentenceProps = { q: string; found: { count: number; countIsExact: boolean } }

/** The number of results, and the query. */
export function ResultCount({ q, found }: SentenceProps) {
  const strings = useStrings().search
  const sentence = q === '' ? strings.found(found.count) : strings.foundFor(found.count)
  return (
    <Interpolate
      sentence={sentence}
      values={{
        count: <Count>{formatCount(found.count, found.countIsExact)}</Count>,
        query: <Query q={q} />,
      }}
    />
  )
}

export function Query({ q }: { q: string }) {
  return (
    <bdi className={styles.query}>
      <FreeText>{shortQuery(q)}</FreeText>
    </bdi>
  )
}

type HeadingProps = { q: string; found: SentenceProps['found'] | undefined; loading: boolean }

export function ResultsHeading({ q, found, loading }: HeadingProps) {
  const strings = useStrings().search
  return <h2 className={styles.heading}>{loading || !found ? strings.loading : <ResultCount q={q} found={found} />}</h2>
}

type SortProps = { search: Pick<Search, 'type' | 'q' | 'sort'>; onSort: (sort: Sort) => void }

export function SortChoice({ search, onSort }: SortProps) {
  const strings = useStrings().search
  const offered = search.q === '' ? sorts.filter((option) => option !== 'relevance') : sorts
  return (
    <label className={styles.sort}>
      <span className={styles.sortLabel}>{strings.sort}</span>
      <span className={styles.selectFrame}>
        <select
          className={styles.select}
          value={orderOf(search)}
          onChange={(event) => onSort(sorts.find((option) => option === event.currentTarget.value) ?? 'relevance')}
        >
          {offered.map((option) => (
            <option key={option} value={option}>
              {strings.sorts[option]}
            </option>
          ))}
        </select>
        <Icon name="down" size={16} />
      </span>
    </label>
  )
}

/** The maximum length of a displayed query; a passage may have thousands of characters. */
const max_characters = 160

/** Truncates a long query for display, never between a letter and its vowel sign. */
export function shortQuery(q: string): string {
  return q.length <= max_characters ? q : `${q.slice(0, snapToLetter(q, max_characters)).trimEnd()}…`
}

const quotes = '"“”„‟«»＂'
const filterOrQuote = new RegExp(`(:[${quotes}][^${quotes}]*[${quotes}]?)|[${quotes}]`, 'gu')

/** The query without the quotes of its phrases. Those of a filter stay: `court:"…"`. */
export const withoutQuotes = (q: string): string => q.replace(filterOrQuote, '$1')

/**
 * The words of a query without its operators, stars, quotes and filters, and without the words that NOT leaves out. Null when
 * it has no operator, star or filter, or when too little is left to search for.
 */
export function plainWords({ q, type }: Pick<Search, 'q' | 'type'>, isCode?: IsCode): string | null {
  const { root, terms, filters, hasAnd } = parseQuery(q, isCode)
  const hasFilter = type === 'CaseFile' && Object.keys(filters).length > 0
  if (!root || !(hasAnd || hasFilter || hasOperator(root))) return null
  const words = terms.map((leaf) => plainText(leaf, q)).join(' ')
  if (queryProblem(words, { filtered: false })) return null
  // A phrase may hold the word of an operator.
  return plainWords({ q: words, type }, isCode) ?? words
}

const hasOperator = (node: Node): boolean =>
  isLeaf(node) ? node.kind === 'prefix' : node.kind !== 'and' || node.of.some(hasOperator)

/** A word after a plus keeps it: it may be spelled as an operator. */
function plainText(leaf: Leaf, q: string): string {
  if (leaf.kind === 'phrase' && leaf.quoted) return leaf.exact.join(' ')
  const text = q.slice(leaf.start, leaf.end).replaceAll('*', '')
  return q.charAt(leaf.start - 1) === '+' ? `+${text}` : text
}
