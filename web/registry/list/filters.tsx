import { Select } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState, type ComponentType } from 'react'
import type { Field, Kind } from '#shared/resource/field.ts'
import type { Resource, Filter } from '#shared/resource/resource.ts'
import { switchLabel } from '#shared/resource/switchLabel.ts'
import { lookupPath } from '#shared/resources/lookups.ts'
import { type DayRange, formatDayRange, isReversed, parseDayRange } from '#shared/text/format/dayRange.ts'
import { isDay } from '#shared/text/format/days.ts'
import { CalendarLocale, DateInput } from '#web/fields/dates/DateInput.tsx'
import { clearedByButton } from '#web/fields/inputs/props.ts'
import { SelectField } from '#web/fields/inputs/selects.tsx'
import { choicesOf } from '#web/fields/inputs/useChoices.ts'
import { choiceName } from '#web/fields/values.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { fetchChoice } from '#web/platform/api/resource.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { hasPermission, useSession } from '#web/platform/session/session.ts'
import styles from './filters.module.css'

type FilterProps = {
  resource: Resource
  field: Field
  label: string
  required: boolean
  value: string
  onValue: (value: string) => void
}

/** A select with fixed options; clearable to "all" unless the filter is required. */
function OptionFilter({
  label,
  required,
  value,
  options,
  onValue,
}: FilterProps & { options: readonly [string, string][] }) {
  const { list, form } = useStrings()
  return (
    <Select
      label={label}
      required={required}
      placeholder={required ? undefined : list.all}
      data={options.map(([word, name]) => ({ value: word, label: name }))}
      value={value === '' ? null : value}
      {...clearedByButton(!required, form.clearChoice)}
      withScrollArea={false}
      onChange={(chosen) => onValue(chosen ?? '')}
    />
  )
}

function SwitchFilter(props: FilterProps) {
  const language = useLanguage()
  const { field } = props
  if (field.kind !== 'switch') return null
  const options = [true, false].map((isOn): [string, string] => [String(isOn), switchLabel(field, isOn, language)])
  return <OptionFilter {...props} options={options} />
}

function ChoiceFilter(props: FilterProps) {
  const choices = props.field.kind === 'choice' ? props.field.choices : []
  return <OptionFilter {...props} options={choices.map((choice) => [choice, choiceName(choice)])} />
}

/** A filter by a record of another resource. The URL holds its id only, so its name is loaded. */
function RecordFilter({ resource, field, required, value, onValue }: FilterProps) {
  const language = useLanguage()
  const id = Number(value)
  const name = useRecordName(resource, field, value === '' ? undefined : id)
  if (field.kind !== 'select') return null
  return (
    <SelectField
      resource={resource}
      field={field}
      name={field.from}
      language={language}
      required={required}
      disabled={false}
      readOnly={false}
      value={value === '' ? null : { id, name }}
      onBlur={() => undefined}
      onChange={(chosen) => onValue(chosen ? String(chosen.id) : '')}
    />
  )
}

function DayFilter({ label, required, value, onValue }: FilterProps) {
  return (
    <CalendarLocale>
      <DayInput label={label} required={required} value={value} onDay={onValue} />
    </CalendarLocale>
  )
}

/** A range of days with optional ends. */
function RangeFilter({ label, required, value, onValue }: FilterProps) {
  const { list, search } = useStrings()
  // A range that ends before it begins shows an error and is not applied.
  const [reversed, setReversed] = useState<DayRange>()
  const { from = '', to = '' } = reversed ?? parseDayRange(value)
  const update = (change: DayRange) => {
    const range = parseDayRange(formatDayRange({ from, to, ...change }))
    setReversed(isReversed(range) ? range : undefined)
    if (!isReversed(range)) onValue(formatDayRange(range))
  }
  const inputProps = { required, error: reversed && search.advanced.reversed }
  return (
    <CalendarLocale>
      <DayInput
        {...inputProps}
        label={list.from(label)}
        value={from}
        latest={to}
        onDay={(day) => update({ from: day })}
      />
      <DayInput
        {...inputProps}
        label={list.to(label)}
        value={to}
        earliest={from}
        onDay={(day) => update({ to: day })}
      />
    </CalendarLocale>
  )
}

type DayProps = {
  label: string
  required: boolean
  value: string
  error?: string | undefined
  earliest?: string
  latest?: string
  onDay: (day: string) => void
}

/** Applies complete days only; an incomplete one stays in the field, and is an error on blur. */
function DayInput({ value, error, required, onDay, ...inputProps }: DayProps) {
  const { notADay } = useStrings().search.advanced
  const [typed, setTyped] = useState<{ text: string; isBlurred: boolean }>()
  const change = (text: string) => {
    const isComplete = text === '' || isDay(text)
    setTyped(isComplete ? undefined : { text, isBlurred: false })
    if (isComplete) onDay(text)
  }
  const blur = () => setTyped((before) => before && { ...before, isBlurred: true })
  return (
    <DateInput
      {...inputProps}
      value={typed?.text ?? value}
      error={typed?.isBlurred ? notADay : error}
      inputProps={{ required, onBlur: blur }}
      onChange={change}
    />
  )
}

/** The name of a record by its id; empty until it is loaded. */
export function useRecordName(resource: Resource, field: Field, id: number | undefined): string {
  const choice = useQuery(choiceQuery(resource, field, id))
  // A row whose name stays unknown is shown by its id.
  return choice.data?.data[0]?.name ?? (choice.isLoading ? '…' : '')
}

/** The record of an id as a choice of a field. */
export function choiceQuery(resource: Resource, field: Field, id: number | undefined) {
  const [from, call] = field.kind === 'select' ? [field.from, lookupPath(resource, field)] : ['', '']
  return queryOptions({
    queryKey: [...choicesOf(from), call, null, '', id],
    queryFn: async ({ signal }) => unwrapAnswer(await fetchChoice(call, id ?? 0, { signal })),
    enabled: id !== undefined && call !== '',
  })
}

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
