import type { SearchedQuery } from '#shared/calls/searches.ts'
import { emptySearch } from '#web/search/searchUrl.ts'
import { SearchLink } from '#web/search/SearchLink.tsx'
import { searchesWords } from '#web/strings/searchesWords.ts'
import { useLanguage } from '#web/strings/strings.ts'
import { Count, DateText } from '#web/ui/Text.tsx'
import { dayInMaldives } from './searchesUrl.ts'
import styles from './SearchesTable.module.css'

/**
 * The queries, the most frequent first; each can be searched again. Where it is narrow, a row becomes a card; the roles
 * are said, since a table that is drawn in another way loses them.
 */
export function SearchesTable({ rows }: { rows: readonly SearchedQuery[] }) {
  const { columns } = searchesWords[useLanguage()]
  return (
    <table role="table" className={styles.table}>
      <thead>
        <tr>
          {Object.entries(columns).map(([name, label]) => (
            <th key={name} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <Row key={`${row.type} ${row.query}`} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ row }: { row: SearchedQuery }) {
  const language = useLanguage()
  const { columns, milliseconds, again } = searchesWords[language]
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <SearchLink
          search={{ ...emptySearch, type: row.type, q: row.query }}
          className={styles.query}
          aria-label={again(row.query)}
        >
          <bdi>{row.query}</bdi>
        </SearchLink>
      </th>
      {(['searches', 'without_results', 'clicked'] as const).map((name) => (
        <td role="cell" key={name} data-label={columns[name]}>
          <Count>{row[name].toLocaleString('en-US')}</Count>
        </td>
      ))}
      <td role="cell" data-label={columns.median_ms}>
        {milliseconds(row.median_ms.toLocaleString('en-US'))}
      </td>
      <td role="cell" data-label={columns.last_at}>
        <DateText day={dayInMaldives(Date.parse(row.last_at))} language={language} />
      </td>
    </tr>
  )
}
