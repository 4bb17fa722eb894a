import type { SearchedQuery } from '#shared/calls/searches.ts'
import { emptySearch } from '#web/library/search/searchUrl.ts'
import { SearchLink } from '#web/library/search/SearchLink.tsx'
import { searchLogStrings } from '#web/platform/strings/searchLogStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { Count, DateText, FreeText, Isolated } from '#web/ui/Text.tsx'
import { dayInMaldives } from './searchesUrl.ts'
import styles from './SearchesTable.module.css'

/**
 * The queries, most frequent first, each with a link to search again. On a narrow screen each row is a card; roles are
 * explicit, because CSS display changes remove table semantics.
 */
export function SearchesTable({ rows }: { rows: readonly SearchedQuery[] }) {
  const { columns } = searchLogStrings[useLanguage()]
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
          <QueryRow key={`${row.type} ${row.query}`} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function QueryRow({ row }: { row: SearchedQuery }) {
  const language = useLanguage()
  const { columns, milliseconds, again } = searchLogStrings[language]
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <SearchLink
          search={{ ...emptySearch, type: row.type, q: row.query }}
          className={styles.query}
          aria-label={again(row.query)}
        >
          <bdi>
            <FreeText>{row.query}</FreeText>
          </bdi>
        </SearchLink>
      </th>
      {(['searches', 'without_results', 'clicked'] as const).map((name) => (
        <td role="cell" key={name} data-label={columns[name]}>
          <Count>{row[name].toLocaleString('en-US')}</Count>
        </td>
      ))}
      <td role="cell" data-label={columns.median_ms}>
        {/* One box, which the card of a narrow screen keeps together. */}
        <span>
          <Isolated>{milliseconds(row.median_ms.toLocaleString('en-US'))}</Isolated>
        </span>
      </td>
      <td role="cell" data-label={columns.last_at}>
        <DateText day={dayInMaldives(Date.parse(row.last_at))} language={language} />
      </td>
    </tr>
  )
}
