import { useState } from 'react'
import type { FacetName, Facets, FacetValue } from '#shared/calls/search.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Count, VisuallyHidden } from '#web/ui/Text.tsx'
import { type Filters, type ListFilter, withToggled } from '#web/library/search/filters.ts'
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

/** The filter of each facet, in display order. */
const filterOf = [
  ['court', 'courts'],
  ['year', 'years'],
  ['case_type', 'types'],
  ['judge', 'judges'],
  ['status', 'statuses'],
] as const satisfies readonly (readonly [FacetName, ListFilter])[]

type FacetRow = FacetValue & { isOn: boolean }
type FacetList = {
  filter: ListFilter
  rows: FacetRow[]
  /** The rows shown before the list is expanded. */
  initialRows: FacetRow[]
}

const initial_rows = 5

/**
 * The facet lists next to the results. A facet that cannot filter anything is left out. Years are sorted newest first;
 * choosing a value reorders nothing, so that keyboard focus stays in place.
 */
export function facetLists(facets: Facets, filters: Filters): FacetList[] {
  return filterOf.flatMap(([facet, filter]) => {
    const values = facets[facet].map((value) => ({ ...value, isOn: filters[filter].includes(value.value) }))
    if (values.length < 2 && !values.some(({ isOn }) => isOn)) return []
    const rows = filter === 'years' ? values.toSorted((year, otherYear) => otherYear.value - year.value) : values
    const initialRows = rows.filter(({ isOn }, index) => isOn || index < initial_rows)
    // A single remaining row takes no more space than the button to expand.
    return [{ filter, rows, initialRows: rows.length - initialRows.length < 2 ? rows : initialRows }]
  })
}
