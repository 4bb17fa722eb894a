import { Loader, MultiSelect, type OptionsFilter, Select, TagsInput } from '@mantine/core'
import { useState } from 'react'
import type { Chosen } from '#web/fields/values.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { thaanaField } from '#web/platform/typing/followTyping.ts'
import { chosenOf, entriesOf, labelOf } from './choices.ts'
import { matching } from './nameHolds.ts'
import { NestedField } from './NestedField.tsx'
import { beside, type InputProps, lookOf } from './props.ts'
import { joinTags, splitTags } from './tags.ts'
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

/** Names kept in one text. What is pasted with separators or in lines becomes one name each. */
export function TagsField(props: InputProps<'tags'>) {
  const { form } = useStrings()
  const { separator } = props.field
  const look = lookOf(props)
  const names = splitTags(props.value, separator)
  return (
    <TagsInput
      {...look}
      {...thaanaField}
      classNames={{ inputField: styles.anyScript ?? '', pill: styles.pill ?? '' }}
      description={beside(look, form.tagsMore)}
      splitChars={[separator, '\n', '\t']}
      acceptValueOnBlur
      clearable={!props.readOnly && !props.disabled}
      value={names}
      onPaste={(event) => {
        const pasted = splitTags(event.clipboardData.getData('text/plain'), separator)
        if (pasted.length < 2) return
        event.preventDefault()
        props.onChange(joinTags([...names, ...pasted], separator))
      }}
      onChange={(list) => props.onChange(joinTags(list, separator))}
    />
  )
}
