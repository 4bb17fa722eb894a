import { InputBase } from '@mantine/core'
import { useState } from 'react'
import { nameHolds } from '../nameHolds.ts'
import { useStrings } from '#web/strings/strings.ts'
import { thaanaField } from '#web/typing/followTyping.ts'
import { Icon } from '#web/ui/icons.tsx'
import { NestedPicker } from '#web/ui/NestedPicker.tsx'
import { type InputProps, lookOf } from './props.ts'
import { useChoices } from './useChoices.ts'

/** One of categories that stand under each other. */
export function NestedField(props: InputProps<'select'>) {
  const { form } = useStrings()
  const [isOpen, setOpen] = useState(false)
  const { choices, isFailed } = useChoices({ ...props, text: '', enabled: isOpen })
  const { autoComplete: _, readOnly, error, ...look } = lookOf(props)
  return (
    <NestedPicker
      tree={isFailed ? [] : choices}
      chosen={props.value?.id}
      words={{ ...form.nested, nothing: form.nothing, noItems: form.noItems }}
      holds={nameHolds}
      searchAttributes={thaanaField}
      isOpen={isOpen}
      onOpen={setOpen}
      onChoose={({ id, name }) => {
        props.onChange({ id, name })
        setOpen(false)
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
        onClick={() => setOpen(!isOpen)}
      >
        {props.value?.name ?? form.choose}
      </InputBase>
    </NestedPicker>
  )
}
