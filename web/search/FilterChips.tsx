import type { ReactNode } from 'react'
import type { Meta } from '#shared/calls/search.ts'
import { type Strings, useStrings } from '#web/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { Count } from '#web/ui/Text.tsx'
import { type FilterPart, type Filters, noFilters, partsOf, withoutPart } from './filters.ts'
import { useMeta } from './useMeta.ts'
import styles from './FilterChips.module.css'

type Props = { filters: Filters; onFilters: (filters: Filters) => void }

/** The filters that are on: each can be taken away, and all together. */
export function FilterChips({ filters, onFilters }: Props) {
  const strings = useStrings().search
  const parts = partsOf(filters)
  const meta = useMeta({ enabled: parts.length > 0 })
  if (parts.length === 0) return null
  return (
    <div className={styles.chosen}>
      <ul className={styles.chips} aria-label={strings.chosen}>
        {parts.map((part) => {
          const { label, value, shown } = faceOf(part, meta.data, strings)
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
function faceOf(part: FilterPart, meta: Meta | undefined, { fields }: Strings['search']): Face {
  const label = fields[part.kind]
  switch (part.kind) {
    case 'types':
    case 'judges':
    case 'court': {
      const value = nameIn(meta, part) ?? `#${part.id}`
      return { label, value, shown: <bdi>{value}</bdi> }
    }
    case 'closed': {
      const value = rangeText(part, fields)
      return { label, value, shown: part.from && part.to ? <Count>{value}</Count> : <bdi>{value}</bdi> }
    }
    case 'number':
      return { label, value: part.text, shown: <Count>{part.text}</Count> }
    default:
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
}

const lists = { types: 'CaseTypes', judges: 'Judges', court: 'Courts' } as const

const nameIn = (meta: Meta | undefined, { kind, id }: Extract<FilterPart, { id: number }>) =>
  meta?.[lists[kind]].find((one) => one.id === id)?.name

function rangeText({ from, to }: { from: string; to: string }, fields: Strings['search']['fields']) {
  if (from === '') return `${fields.to}: \u2066${to}\u2069`
  return to === '' ? `${fields.from}: \u2066${from}\u2069` : `${from} – ${to}`
}
