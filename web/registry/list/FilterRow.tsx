import type { ComponentType } from 'react'
import type { Field, Kind } from '#shared/resource/field.ts'
import type { Filter, Resource } from '#shared/resource/resource.ts'
import { hasPermission, useSession } from '#web/platform/session/session.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { ChoiceFilter, DayFilter, type FilterProps, RangeFilter, RecordFilter, SwitchFilter } from './filters.tsx'
import styles from './FilterRow.module.css'

type Props = {
  resource: Resource
  values: Readonly<Record<string, string>>
  onValue: (name: string, value: string) => void
}

/** The filters of a list, as the resource describes them. */
export function FilterRow({ resource, values, onValue }: Props) {
  const language = useLanguage()
  const session = useSession()
  const isReadable = ([, { field }]: [string, Filter]) => {
    const permission = resource.fields[field]?.permission
    return permission === undefined || hasPermission(session, permission)
  }
  const filters = Object.entries(resource.filters ?? {}).filter(isReadable)
  if (filters.length === 0) return null
  return (
    <div className={styles.filters}>
      {filters.map(([name, filter]) => {
        const field = resource.fields[filter.field]
        const FilterInput = field && (filter.kind === 'range' ? RangeFilter : filterInputs[field.kind])
        return (
          FilterInput && (
            <FilterInput
              key={name}
              resource={resource}
              field={field}
              label={field.label[language]}
              required={filter.required === true}
              value={values[name] ?? ''}
              onValue={(value) => onValue(name, value)}
            />
          )
        )
      })}
    </div>
  )
}

/** The filter component of each field kind that can be filtered. */
const filterInputs: Partial<Record<Kind, ComponentType<FilterProps>>> = {
  switch: SwitchFilter,
  choice: ChoiceFilter,
  select: RecordFilter,
  date: DayFilter,
}

/** The fields of required filters that are still empty. */
export const missingFilters = (resource: Resource, values: Readonly<Record<string, string>>): Field[] =>
  Object.entries(resource.filters ?? {}).flatMap(([name, { required, field }]: [string, Filter]) => {
    const fieldOfFilter = resource.fields[field]
    return required && !values[name] && fieldOfFilter ? [fieldOfFilter] : []
  })

/** The fields that have one value in all rows, because a filter has chosen it. */
export const fieldsOfOneValue = (resource: Resource, values: Readonly<Record<string, string>>): string[] =>
  Object.entries(resource.filters ?? {}).flatMap(([name, { kind, field }]: [string, Filter]) =>
    kind !== 'range' && values[name] ? [field] : [],
  )
