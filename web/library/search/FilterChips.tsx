import type { ReactNode } from 'react'
import type { Facets, Meta, Named } from '#shared/calls/search.ts'
import { useMeta } from '#web/api/useMeta.ts'
import { type Strings, useStrings } from '#web/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { Count } from '#web/ui/Text.tsx'
import { type FilterPart, type Filters, type ListFilter, noFilters, partsOf, withoutPart } from './filters.ts'
import styles from './FilterChips.module.css'

type Props = {
  filters: Filters
  /** Of the results, where they have come. */ facets: Facets | null
  onFilters: (filters: Filters) => void
}

/** The filters that are on: each can be taken away, and all together. */
export function FilterChips({ filters, facets, onFilters }: Props) {
  const strings = useStrings().search
  const parts = partsOf(filters)
  const meta = useMeta({ enabled: parts.length > 0 })
  if (parts.length === 0) return null
  return (
    <div className={styles.chosen}>
      <ul className={styles.chips} aria-label={strings.chosen}>
        {parts.map((part) => {
          const { label, value, shown } = faceOf(part, nameIn(part, meta.data, facets), strings)
          return (
            <li key={`${part.kind} ${value}`}>
              <Chip
                on
                onRemove={() => onFilters(withoutPart(filters, part))}
                removeLabel={strings.remove(`${label} ${value}`)}
              >
                <span className={styles.value}>{shown}</span>
              </Chip>
            </li>
          )
        })}
      </ul>
      <Button variant="ghost" size="sm" onClick={() => onFilters(noFilters)}>
        {strings.clearAll}
      </Button>
    </div>
  )
}

type Face = { label: string; value: string; shown: ReactNode }

/** What a chip says: courts, judges and types by their names alone, everything else with what it is. */
function faceOf(part: FilterPart, name: string | undefined, { fields }: Strings['search']): Face {
  const label = fields[part.kind]
  if ('id' in part) {
    const unknown = part.kind === 'statuses' ? label : `#${part.id}`
    const value = part.kind === 'years' ? String(part.id) : (name ?? unknown)
    return { label, value, shown: part.kind === 'years' ? <Count>{value}</Count> : <bdi>{value}</bdi> }
  }
  if (part.kind === 'closed') {
    const value = rangeText(part, fields)
    return { label, value, shown: part.from && part.to ? <Count>{value}</Count> : <bdi>{value}</bdi> }
  }
  if (part.kind === 'number') return { label, value: part.text, shown: <Count>{part.text}</Count> }
  return {
    label,
    value: part.text,
    shown: (
      <>
        {label}: <bdi>{part.text}</bdi>
      </>
    ),
  }
}

/** The lists of the library know courts, judges and types; statuses are known by what was found. */
function nameIn(part: FilterPart, meta: Meta | undefined, facets: Facets | null): string | undefined {
  if (!('id' in part)) return undefined
  const lists: Record<ListFilter, readonly Named[]> = {
    types: meta?.CaseTypes ?? [],
    courts: meta?.Courts ?? [],
    judges: meta?.Judges ?? [],
    statuses: (facets?.status ?? []).map(({ value, name }) => ({ id: value, name })),
    years: [],
  }
  return lists[part.kind].find(({ id }) => id === part.id)?.name
}

function rangeText({ from, to }: { from: string; to: string }, fields: Strings['search']['fields']) {
  if (from === '') return `${fields.to}: \u2066${to}\u2069`
  return to === '' ? `${fields.from}: \u2066${from}\u2069` : `${from} – ${to}`
}
