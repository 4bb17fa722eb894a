import type { ComponentType } from 'react'
import type { Field, Kind } from '#shared/resource/field.ts'
import type { Filter, Resource } from '#shared/resource/resource.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { ChoiceFilter, DayFilter, type FilterProps, RangeFilter, RowFilter, SwitchFilter } from './filters.tsx'
import styles from './FilterRow.module.css'

type Props = {
  resource: Resource
  values: Readonly<Record<string, string>>
  onValue: (name: string, value: string) => void
}

/** What the list is narrowed by before anything is searched in it. */
export function FilterRow({ resource, values, onValue }: Props) {
  const language = useLanguage()
  const filters = Object.entries(resource.filters ?? {})
  if (filters.length === 0) return null
  return (
    <div className={styles.filters}>
      {filters.map(([name, filter]) => {
        const field = resource.fields[filter.field]
        const Shown = field && (filter.kind === 'range' ? RangeFilter : filterOf[field.kind])
        return (
          Shown && (
            <Shown
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

/** What each kind is filtered by, of those that can be. */
const filterOf: Partial<Record<Kind, ComponentType<FilterProps>>> = {
  switch: SwitchFilter,
  choice: ChoiceFilter,
  select: RowFilter,
  date: DayFilter,
}

/** The filters that are required and still empty, by their labels. */
export const missingFilters = (resource: Resource, values: Readonly<Record<string, string>>): Field[] =>
  Object.entries(resource.filters ?? {}).flatMap(([name, { required, field }]: [string, Filter]) => {
    const described = resource.fields[field]
    return required && !values[name] && described ? [described] : []
  })
