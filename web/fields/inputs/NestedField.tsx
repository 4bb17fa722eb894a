import { InputBase } from '@mantine/core'
import { useState } from 'react'
import { nameHolds } from './nameHolds.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import type { Strings } from '#web/platform/strings/types.ts'
import { thaanaField } from '#web/platform/typing/followTyping.ts'
import { Icon } from '#web/ui/icons.tsx'
import { NestedPicker, type NestedWords } from '#web/ui/NestedPicker.tsx'
import { type InputProps, lookOf } from './props.ts'
import { useChoices } from './useChoices.ts'

const isFound = () => true

/** One of categories that stand under each other. */
export function NestedField(props: InputProps<'select'>) {
  const { form } = useStrings()
  const { isOpen, open, setText, choices, isSearched, isLoading, isFailed, overflows } = useCategories(props)
  const { autoComplete: _, readOnly, error, ...look } = lookOf(props)
  return (
    <NestedPicker
      tree={isFailed ? [] : choices}
      chosen={props.value?.id}
      words={wordsOf(form, isLoading)}
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

/** The categories, asked for once their list is open. What is typed to find one is forgotten as it opens or closes. */
function useCategories(props: InputProps<'select'>) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const open = (next: boolean) => {
    setOpen(next)
    setText('')
  }
  return { ...useChoices({ ...props, text, enabled: isOpen }), isOpen, open, setText }
}

/** Nothing is missing as long as it is still asked for. */
const wordsOf = ({ nested, searching, nothing, noItems }: Strings['form'], isLoading: boolean): NestedWords => ({
  ...nested,
  nothing: isLoading ? searching : nothing,
  noItems: isLoading ? searching : noItems,
})
