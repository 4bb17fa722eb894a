import { useState } from 'react'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Count, VisuallyHidden } from '#web/ui/Text.tsx'
import { type Filters, type ListFilter, withToggled } from '#web/library/search/filters.ts'
import type { FacetList, FacetRow } from './facetLists.ts'
import styles from './FacetPanel.module.css'

type Props = { lists: readonly FacetList[]; filters: Filters; onFilters: (filters: Filters) => void }

/** The facets of the results with their counts; ticking a value filters the results. */
export function FacetPanel({ lists, filters, onFilters }: Props) {
  return (
    <div className={styles.panel}>
      {lists.map((list) => (
        <Facet key={list.filter} list={list} onToggle={(kind, id) => onFilters(withToggled(filters, kind, id))} />
      ))}
    </div>
  )
}

type FacetProps = { list: FacetList; onToggle: (kind: ListFilter, id: number) => void }

function Facet({ list: { filter, rows, initialRows }, onToggle }: FacetProps) {
  const { search, finding } = useStrings()
  const [isExpanded, setExpanded] = useState(false)
  const maxCount = Math.max(...rows.map(({ count }) => count))
  return (
    <fieldset className={styles.facet}>
      <legend className={styles.name}>{search.fields[filter]}</legend>
      <ul className={styles.rows}>
        {(isExpanded ? rows : initialRows).map((row) => (
          <FacetOption
            key={row.value}
            row={row}
            isYear={filter === 'years'}
            maxCount={maxCount}
            onToggle={() => onToggle(filter, row.value)}
          />
        ))}
      </ul>
      {rows.length > initialRows.length && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? finding.facets.fewer : finding.facets.more(rows.length - initialRows.length)}
        </button>
      )}
    </fieldset>
  )
}

type FacetOptionProps = { row: FacetRow; isYear: boolean; maxCount: number; onToggle: () => void }

/** Years have a bar as well, as a histogram over time. */
function FacetOption({ row: { name, count, isOn }, isYear, maxCount, onToggle }: FacetOptionProps) {
  const { finding } = useStrings()
  return (
    <li>
      <label className={styles.row}>
        <input type="checkbox" className={styles.box} checked={isOn} onChange={onToggle} />
        <span className={styles.value}>{isYear ? <Count>{name}</Count> : <bdi>{name}</bdi>}</span>
        {isYear && (
          <span className={styles.bar} aria-hidden="true">
            <span style={{ inlineSize: `${Math.max(4, (100 * count) / maxCount)}%` }} />
          </span>
        )}
        <span className={styles.count} aria-hidden="true">
          <Count>{count.toLocaleString('en-US')}</Count>
        </span>
        <VisuallyHidden>{finding.facets.cases(count)}</VisuallyHidden>
      </label>
    </li>
  )
}
