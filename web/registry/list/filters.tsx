import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Field } from '#shared/resource/field.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { switchLabel } from '#shared/resource/switchLabel.ts'
import { lookupPath } from '#shared/resources/lookups.ts'
import { type DayRange, formatDayRange, isReversed, parseDayRange } from '#shared/text/format/dayRange.ts'
import { isDay } from '#shared/text/format/days.ts'
import { CalendarLocale, DateInput } from '#web/fields/dates/DateInput.tsx'
import { SelectField } from '#web/fields/inputs/selects.tsx'
import { choiceName } from '#web/fields/values.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { fetchChoice } from '#web/platform/api/resource.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'

export type FilterProps = {
  resource: Resource
  field: Field
  label: string
  required: boolean
  value: string
  onValue: (value: string) => void
}

/** A few fixed words to choose from; where none is needed, all of them are one more. */
function WordFilter({ label, required, value, words, onValue }: FilterProps & { words: readonly [string, string][] }) {
  const { list } = useStrings()
  return (
    <Select
      label={label}
      required={required}
      placeholder={required ? undefined : list.all}
      data={words.map(([word, name]) => ({ value: word, label: name }))}
      value={value === '' ? null : value}
      clearable={!required}
      allowDeselect={false}
      withScrollArea={false}
      comboboxProps={{ withinPortal: false }}
      onChange={(chosen) => onValue(chosen ?? '')}
    />
  )
}

export function SwitchFilter(props: FilterProps) {
  const language = useLanguage()
  const { field } = props
  if (field.kind !== 'switch') return null
  const words = [true, false].map((isOn): [string, string] => [String(isOn), switchLabel(field, isOn, language)])
  return <WordFilter {...props} words={words} />
}

export function ChoiceFilter(props: FilterProps) {
  const choices = props.field.kind === 'choice' ? props.field.choices : []
  return <WordFilter {...props} words={choices.map((choice) => [choice, choiceName(choice)])} />
}

/** One row of another resource; its name is asked for, the address knows only its id. */
export function RowFilter({ resource, field, required, value, onValue }: FilterProps) {
  const language = useLanguage()
  const id = Number(value)
  const name = useRowName(resource, field, value === '' ? undefined : id)
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

export function DayFilter({ label, required, value, onValue }: FilterProps) {
  return (
    <CalendarLocale>
      <DayOfFilter label={label} required={required} value={value} onDay={onValue} />
    </CalendarLocale>
  )
}

/** The days from one to another, either of which may be left open. */
export function RangeFilter({ label, required, value, onValue }: FilterProps) {
  const { list, search } = useStrings()
  // A range that ends before it begins is told of here and goes no further.
  const [reversed, setReversed] = useState<DayRange>()
  const { from = '', to = '' } = reversed ?? parseDayRange(value)
  const put = (part: DayRange) => {
    const range = parseDayRange(formatDayRange({ from, to, ...part }))
    setReversed(isReversed(range) ? range : undefined)
    if (!isReversed(range)) onValue(formatDayRange(range))
  }
  const look = { required, error: reversed && search.advanced.reversed }
  return (
    <CalendarLocale>
      <DayOfFilter {...look} label={list.from(label)} value={from} latest={to} onDay={(day) => put({ from: day })} />
      <DayOfFilter {...look} label={list.to(label)} value={to} earliest={from} onDay={(day) => put({ to: day })} />
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

/** The list is asked for whole days only: what is half typed waits here, and is told of when the field is left. */
function DayOfFilter({ value, error, required, onDay, ...of }: DayProps) {
  const { notADay } = useStrings().search.advanced
  const [typed, setTyped] = useState<{ text: string; isLeft: boolean }>()
  const change = (text: string) => {
    const isWhole = text === '' || isDay(text)
    setTyped(isWhole ? undefined : { text, isLeft: false })
    if (isWhole) onDay(text)
  }
  const leave = () => setTyped((before) => before && { ...before, isLeft: true })
  return (
    <DateInput
      {...of}
      value={typed?.text ?? value}
      error={typed?.isLeft ? notADay : error}
      look={{ required, onBlur: leave }}
      onChange={change}
    />
  )
}

/** The name of a row that is chosen by its id; empty until it is known. */
function useRowName(resource: Resource, field: Field, id: number | undefined): string {
  const call = field.kind === 'select' ? lookupPath(resource, field) : ''
  const choice = useQuery({
    queryKey: ['choices', call, null, '', id],
    queryFn: async ({ signal }) => unwrapAnswer(await fetchChoice(call, id ?? 0, { signal })),
    enabled: id !== undefined && call !== '',
  })
  return choice.data?.data[0]?.name ?? ''
}
