import { useState } from 'react'
import { useStrings } from '#web/strings/strings.ts'
import { Count, Unseen } from '#web/ui/Text.tsx'
import { type Filters, type ListFilter, withToggled } from '../filters.ts'
import type { FacetList, FacetRow } from './facetLists.ts'
import styles from './FacetPanel.module.css'

type Props = { lists: readonly FacetList[]; filters: Filters; onFilters: (filters: Filters) => void }

/** How the results divide, each part with its count: whatever is ticked narrows them. */
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

function Facet({ list: { filter, rows, first }, onToggle }: FacetProps) {
  const { search, finding } = useStrings()
  const [isWhole, setWhole] = useState(false)
  const most = Math.max(...rows.map(({ count }) => count))
  return (
    <fieldset className={styles.facet}>
      <legend className={styles.name}>{search.fields[filter]}</legend>
      <ul className={styles.rows}>
        {(isWhole ? rows : first).map((row) => (
          <Row
            key={row.value}
            row={row}
            isYear={filter === 'years'}
            most={most}
            onToggle={() => onToggle(filter, row.value)}
          />
        ))}
      </ul>
      {rows.length > first.length && (
        <button type="button" className={styles.more} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? finding.facets.fewer : finding.facets.more(rows.length - first.length)}
        </button>
      )}
    </fieldset>
  )
}

type RowProps = { row: FacetRow; isYear: boolean; most: number; onToggle: () => void }

/** Years carry a bar as well: how the matches lie in time is seen at a glance. */
function Row({ row: { name, count, isOn }, isYear, most, onToggle }: RowProps) {
  const { finding } = useStrings()
  return (
    <li>
      <label className={styles.row}>
        <input type="checkbox" className={styles.box} checked={isOn} onChange={onToggle} />
        <span className={styles.value}>{isYear ? <Count>{name}</Count> : <bdi>{name}</bdi>}</span>
        {isYear && (
          <span className={styles.bar} aria-hidden="true">
            <span style={{ inlineSize: `${Math.max(4, (100 * count) / most)}%` }} />
          </span>
        )}
        <span className={styles.count} aria-hidden="true">
          <Count>{count.toLocaleString('en-US')}</Count>
        </span>
        <Unseen>{finding.facets.cases(count)}</Unseen>
      </label>
    </li>
  )
}
