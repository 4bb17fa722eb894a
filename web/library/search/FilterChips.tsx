import type { ReactNode } from 'react'
import { isolate } from '#shared/text/format/isolate.ts'
import type { Facets, Meta, Named } from '#shared/calls/search.ts'
import { useMeta } from '#web/platform/api/useMeta.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import type { Strings } from '#web/platform/strings/types.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { Count, FreeText, Isolated } from '#web/ui/Text.tsx'
import {
  type FilterPart,
  type Filters,
  keyOfPart,
  type ListFilter,
  noFilters,
  partsOf,
  withoutPart,
} from './filters.ts'
import styles from './FilterChips.module.css'

type Props = {
  filters: Filters
  /** The facets of the results, once loaded. */
  facets: Facets | null
  onFilters: (filters: Filters) => void
}

/** The active filters, each with a remove button, and a button to clear all. */
export function FilterChips({ filters, facets, onFilters }: Props) {
  const strings = useStrings().search
  const parts = partsOf(filters)
  const meta = useMeta({ enabled: parts.length > 0 })
  if (parts.length === 0) return null
  return (
    <div className={styles.chosen}>
      <ul className={styles.chips} aria-label={strings.chosen}>
        {parts.map((part) => {
          const { label, value, shown } = chipLabelOf(part, nameOf(part, meta.data, facets), strings)
          return (
            <li key={keyOfPart(part)}>
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

type ChipLabel = { label: string; value: string; shown: ReactNode }

/** The label of a chip: courts, judges and types by name only, everything else with its kind. */
function chipLabelOf(part: FilterPart, name: string | undefined, { fields }: Strings['search']): ChipLabel {
  const label = fields[part.kind]
  if ('id' in part) {
    const unknown = part.kind === 'statuses' ? label : `#${part.id}`
    const value = part.kind === 'years' ? String(part.id) : (name ?? unknown)
    return {
      label,
      value,
      shown:
        part.kind === 'years' ? (
          <Count>{value}</Count>
        ) : (
          <bdi>
            <FreeText>{value}</FreeText>
          </bdi>
        ),
    }
  }
  if (part.kind === 'closed') {
    const value = rangeText(part, fields)
    return { label, value, shown: <Isolated>{value}</Isolated> }
  }
  if (part.kind === 'number') return { label, value: part.text, shown: <Count>{part.text}</Count> }
  return {
    label,
    value: part.text,
    shown: (
      <>
        {label}:{' '}
        <bdi>
          <FreeText>{part.text}</FreeText>
        </bdi>
      </>
    ),
  }
}

/** Names of courts, judges and types come from the metadata, names of statuses from the facets. */
function nameOf(part: FilterPart, meta: Meta | undefined, facets: Facets | null): string | undefined {
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
  if (from === '') return `${fields.to}: ${isolate(to)}`
  return to === '' ? `${fields.from}: ${isolate(from)}` : isolate(`${from} – ${to}`)
}
