import { Select } from '@mantine/core'
import { useState } from 'react'
import type { Field } from '#shared/resource/field.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { type DayRange, isReversed, readRange, writeRange } from '#shared/text/dayRange.ts'
import { isDay } from '#shared/text/days.ts'
import { choiceName } from '#web/fields/choiceName.ts'
import { DayField } from '#web/fields/days/DayField.tsx'
import { Week } from '#web/fields/days/Week.tsx'
import { SelectField } from '#web/fields/inputs/selects.tsx'
import { switchWord } from '#shared/resource/switchWord.ts'
import { useLanguage, useStrings } from '#web/strings/strings.ts'
import { useRowName } from './useRowName.ts'

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
  const words = [true, false].map((isOn): [string, string] => [String(isOn), switchWord(field, isOn, language)])
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
    <Week>
      <DayOfFilter label={label} required={required} value={value} onDay={onValue} />
    </Week>
  )
}

/** The days from one to another, either of which may be left open. */
export function RangeFilter({ label, required, value, onValue }: FilterProps) {
  const { list, search } = useStrings()
  // A range that ends before it begins is told of here and goes no further.
  const [reversed, setReversed] = useState<DayRange>()
  const { from = '', to = '' } = reversed ?? readRange(value)
  const put = (part: DayRange) => {
    const range = readRange(writeRange({ from, to, ...part }))
    setReversed(isReversed(range) ? range : undefined)
    if (!isReversed(range)) onValue(writeRange(range))
  }
  const look = { required, error: reversed && search.advanced.reversed }
  return (
    <Week>
      <DayOfFilter {...look} label={list.from(label)} value={from} latest={to} onDay={(day) => put({ from: day })} />
      <DayOfFilter {...look} label={list.to(label)} value={to} earliest={from} onDay={(day) => put({ to: day })} />
    </Week>
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
    <DayField
      {...of}
      value={typed?.text ?? value}
      error={typed?.isLeft ? notADay : error}
      look={{ required, onBlur: leave }}
      onChange={change}
    />
  )
}
