import { memo } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import type { Field } from '#shared/resource/field.ts'
import { FieldInput } from '#web/fields/inputs/table.ts'
import { initialValueOf } from '#web/fields/values.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { useResourceFormContext } from './formContext.ts'
import type { FormValues } from './payload.ts'

type InputFieldProps = {
  name: string
  field: Exclude<Field, { kind: 'repeater' }>
  siblings: Record<string, Field>
  prefix: string
  required: boolean
  disabled: boolean
  readOnly: boolean
}

/** An input of the form. */
export function InputField(props: InputFieldProps) {
  const ownName = props.name.slice(props.prefix.length)
  const [parent] = Object.entries(props.siblings).find(([, one]) => one.children?.includes(ownName)) ?? []
  return parent === undefined ? <ControlledInput {...props} /> : <DependentInput {...props} parent={parent} />
}

/** A select whose choices depend on what is chosen in another field. */
function DependentInput({ parent, ...props }: InputFieldProps & { parent: string }) {
  const { [parent]: parentValue } = useFieldValues([parent], props.prefix)
  return <ControlledInput {...props} parent={parentValue} />
}

function ControlledInput({
  name,
  field,
  siblings,
  prefix,
  parent,
  ...inputState
}: InputFieldProps & { parent?: unknown }) {
  const language = useLanguage()
  const { resource } = useResourceFormContext()
  const { control, setValue } = useFormContext<FormValues>()
  const { field: controlled, fieldState } = useController({ name, control })
  return (
    <MemoizedInput
      {...inputState}
      field={field}
      name={name}
      resource={resource}
      language={language}
      value={controlled.value}
      parent={parent}
      error={fieldState.error?.message}
      onBlur={controlled.onBlur}
      onChange={(value) => {
        controlled.onChange(value)
        // The choice of a dependent field belongs to the previous choice of this field.
        for (const child of field.children ?? []) {
          const dependent = siblings[child]
          if (dependent) setValue(`${prefix}${child}`, initialValueOf(dependent), { shouldDirty: true })
        }
      }}
    />
  )
}

/**
 * Adding or removing a row renders all rows; an input whose compared properties are equal does not render again. The
 * callbacks are left out of the comparison: they differ at each render and do the same for the same path.
 */
const MemoizedInput = memo(FieldInput, (one, other) => comparedProps.every((name) => one[name] === other[name]))
const comparedProps = [
  'field',
  'name',
  'value',
  'error',
  'language',
  'required',
  'disabled',
  'readOnly',
  'parent',
] as const

/** The current values of the named fields, by name. */
export function useFieldValues(names: readonly string[], prefix = ''): FormValues {
  const { control } = useFormContext<FormValues>()
  const values = useWatch({ control, name: names.map((name) => `${prefix}${name}`) })
  return Object.fromEntries(names.map((name, index) => [name, values[index]]))
}
