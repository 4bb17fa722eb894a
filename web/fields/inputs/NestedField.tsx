import { InputBase } from '@mantine/core'
import { useState } from 'react'
import { nameMatches } from './nameMatches.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import type { Strings } from '#web/platform/strings/types.ts'
import { thaanaField } from '#web/platform/typing/thaanaKeyboard.ts'
import { Icon } from '#web/ui/icons.tsx'
import { NestedPicker, type NestedStrings } from '#web/ui/NestedPicker.tsx'
import { type InputProps, commonInputProps } from './props.ts'
import { useChoices } from './useChoices.ts'

const matchAll = () => true

/** A select whose options form a tree. */
export function NestedField(props: InputProps<'select'>) {
  const { form } = useStrings()
  const { isOpen, open, setText, choices, isSearched, isLoading, isFailed, overflows } = useTreeOptions(props)
  const { autoComplete: _, readOnly, error, ...inputProps } = commonInputProps(props)
  return (
    <NestedPicker
      tree={isFailed ? [] : choices}
      chosen={props.value?.id}
      strings={stringsOf(form, isLoading)}
      // The results of a server search match already, perhaps by a field that is not shown.
      matches={isSearched ? matchAll : nameMatches}
      onType={setText}
      hint={overflows ? form.moreChoices : undefined}
      searchAttributes={thaanaField}
      isOpen={isOpen}
      onOpen={open}
      onChoose={({ id, name }) => {
        props.onChange({ id, name })
        open(false)
      }}
    >
      <InputBase
        {...inputProps}
        component="button"
        type="button"
        pointer
        disabled={inputProps.disabled || readOnly}
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

/** The options, loaded when the list opens. Opening and closing clear the search text. */
function useTreeOptions(props: InputProps<'select'>) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const open = (next: boolean) => {
    setOpen(next)
    setText('')
  }
  return { ...useChoices({ ...props, text, enabled: isOpen }), isOpen, open, setText }
}

/** While loading, "searching" instead of "nothing found". */
const stringsOf = ({ nested, searching, nothing, noItems }: Strings['form'], isLoading: boolean): NestedStrings => ({
  ...nested,
  nothing: isLoading ? searching : nothing,
  noItems: isLoading ? searching : noItems,
})
