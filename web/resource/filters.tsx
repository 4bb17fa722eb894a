import { Select } from '@mantine/core'
import type { Field } from '#shared/resource/field.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { choiceName } from '#web/fields/choiceName.ts'
import { DateField } from '#web/fields/inputs/days.tsx'
import { SelectField } from '#web/fields/inputs/selects.tsx'
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
  const { yes, no } = useStrings().acts
  return (
    <WordFilter
      {...props}
      words={[
        ['true', yes],
        ['false', no],
      ]}
    />
  )
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

export function DayFilter({ resource, field, required, value, onValue }: FilterProps) {
  const language = useLanguage()
  if (field.kind !== 'date') return null
  return (
    <DateField
      resource={resource}
      field={field}
      name={field.kind}
      language={language}
      required={required}
      disabled={false}
      readOnly={false}
      value={value === '' ? null : value}
      onBlur={() => undefined}
      onChange={(day) => onValue(day ?? '')}
    />
  )
}
