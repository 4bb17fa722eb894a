import { InputBase } from '@mantine/core'
import { useState } from 'react'
import { nameHolds } from '../nameHolds.ts'
import { useStrings } from '#web/strings/strings.ts'
import { thaanaField } from '#web/typing/followTyping.ts'
import { Icon } from '#web/ui/icons.tsx'
import { NestedPicker } from '#web/ui/NestedPicker.tsx'
import { type InputProps, lookOf } from './props.ts'
import { useChoices } from './useChoices.ts'

const isFound = () => true

/** One of categories that stand under each other. */
export function NestedField(props: InputProps<'select'>) {
  const { form } = useStrings()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const { choices, isSearched, isLoading, isFailed, overflows } = useChoices({ ...props, text, enabled: isOpen })
  const open = (next: boolean) => {
    setOpen(next)
    setText('')
  }
  const nothing = isLoading ? form.searching : form.nothing
  const { autoComplete: _, readOnly, error, ...look } = lookOf(props)
  return (
    <NestedPicker
      tree={isFailed ? [] : choices}
      chosen={props.value?.id}
      words={{ ...form.nested, nothing, noItems: isLoading ? form.searching : form.noItems }}
      // What the server has found is found, by whatever it knows of the words.
      holds={isSearched ? isFound : nameHolds}
      onType={setText}
      more={overflows ? form.moreChoices : undefined}
      searchAttributes={thaanaField}
      isOpen={isOpen}
      onOpen={open}
      onChoose={({ id, name }) => {
        props.onChange({ id, name })
        open(false)
      }}
    >
      <InputBase
        {...look}
        component="button"
        type="button"
        pointer
        disabled={look.disabled || readOnly}
        error={isFailed && isOpen ? form.failed : error}
        rightSection={<Icon name="down" size={16} />}
        aria-expanded={isOpen}
        onClick={() => open(!isOpen)}
      >
        {props.value?.name ?? form.choose}
      </InputBase>
    </NestedPicker>
  )
}
