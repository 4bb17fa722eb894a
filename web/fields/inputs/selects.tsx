import { Loader, MultiSelect, type OptionsFilter, Select } from '@mantine/core'
import { useState } from 'react'
import { useStrings } from '#web/strings/strings.ts'
import { thaanaField } from '#web/typing/followTyping.ts'
import { matching } from '../nameHolds.ts'
import type { Chosen } from '../values.ts'
import { chosenOf, entriesOf, labelOf } from './choices.ts'
import { NestedField } from './NestedField.tsx'
import { type InputProps, lookOf } from './props.ts'
import { useChoices } from './useChoices.ts'
import styles from './inputs.module.css'

/** One row of another resource. */
export function SelectField(props: InputProps<'select'>) {
  return props.field.input === 'nestedselect' ? <NestedField {...props} /> : <PlainSelect {...props} />
}

function PlainSelect(props: InputProps<'select'>) {
  const chosen = props.value
  const list = useSelectList(props, chosen ? [chosen] : [])
  return (
    <Select
      {...lookOf(props)}
      {...list.look}
      clearable={!props.required && !props.readOnly}
      allowDeselect={!props.required}
      value={chosen ? String(chosen.id) : null}
      searchValue={list.text}
      onSearchChange={list.write}
      onChange={(value) => props.onChange(list.chosen(value === null ? [] : [value])[0] ?? null)}
    />
  )
}

/** Several rows of another resource, in the order in which they are chosen. */
export function MultiselectField(props: InputProps<'multiselect'>) {
  const list = useSelectList(props, props.value)
  return (
    <MultiSelect
      {...lookOf(props)}
      {...list.look}
      {...(props.value.length > 0 && { placeholder: '' })}
      classNames={{ options: styles.options ?? '', inputField: styles.besidePills ?? '' }}
      clearable={!props.readOnly}
      hidePickedOptions
      value={props.value.map(({ id }) => String(id))}
      searchValue={list.text}
      onSearchChange={list.write}
      onChange={(values) => props.onChange(list.chosen(values))}
    />
  )
}

const asFound: OptionsFilter = ({ options }) => options

/** The list of a select: asked for when it opens, searched here or by the server. */
function useSelectList(
  props: Pick<InputProps<'select' | 'multiselect'>, 'resource' | 'field' | 'parent' | 'readOnly'>,
  chosen: readonly Chosen[],
) {
  const { form } = useStrings()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  // What stands in the field for a chosen row is no search.
  const words = chosen.some((one) => labelOf(one) === text) ? '' : text
  const { choices, isSearched, isLoading, isFailed, overflows } = useChoices({ ...props, text: words, enabled: isOpen })
  return {
    text,
    write: setText,
    chosen: (values: readonly string[]) => chosenOf(values, choices, chosen),
    look: {
      data: entriesOf(isFailed ? [] : choices, chosen),
      filter: isSearched ? asFound : matching,
      searchable: true,
      ...thaanaField,
      // It opens when it is wanted, not when a form that begins with it does.
      openOnFocus: false,
      placeholder: props.readOnly ? '' : form.choose,
      nothingFoundMessage: isFailed ? form.failed : isLoading ? form.searching : form.nothing,
      withScrollArea: false,
      classNames: { options: styles.options ?? '' },
      // Beside its field, not at the end of the page, where no landmark would hold it.
      comboboxProps: { withinPortal: false },
      onDropdownOpen: () => setOpen(true),
      ...(isLoading && { rightSection: <Loader size={16} /> }),
      ...(overflows && isOpen && { description: form.moreChoices }),
      ...(isFailed && isOpen && { error: form.failed }),
    },
  }
}
