import { memo, useState } from 'react'
import { useController, useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import type { Field } from '#shared/resource/field.ts'
import { isDay } from '#shared/text/format/days.ts'
import { dayProblemOf } from '#web/fields/dates/dates.ts'
import { FieldInput } from '#web/fields/inputs/table.ts'
import { useUnchosenTexts } from '#web/fields/inputs/useChoices.ts'
import { initialRowOf, initialValueOf, isBlank, type RowValues } from '#web/fields/values.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { useSingleRun } from '#web/platform/useSingleRun.ts'
import { useResourceFormContext } from './formContext.ts'
import { repeaterErrorPath } from './errors.ts'
import { type FormValues, isBlankRow } from './payload.ts'
import { focusField } from './useSave.ts'

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
  const { form } = useStrings()
  const { resource } = useResourceFormContext()
  const { control, setValue, getValues, setError, clearErrors } = useFormContext<FormValues>()
  const { field: controlled, fieldState } = useController({ name, control })
  /** The fields that a rule compares with this one. What they lack themselves stays. */
  const comparedPaths = () =>
    Object.entries(siblings)
      .filter(([one, { atMost }]) => atMost === name.slice(prefix.length) || field.atMost === one)
      .filter(([one, sibling]) => isValid(sibling, getValues(`${prefix}${one}`)))
      .map(([one]) => `${prefix}${one}`)
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
      onBlur={() => {
        controlled.onBlur()
        const left: unknown = getValues(name)
        if (field.kind === 'date' && !isBlank(field, left) && !isDay(String(left)))
          setError(name, { message: form.problems.notADay })
      }}
      onChange={(value) => {
        controlled.onChange(value)
        // The errors are those of the last save, and of the value that it had.
        clearErrors([
          name,
          ...comparedPaths(),
          ...(prefix === '' ? [] : [repeaterErrorPath(name.slice(0, name.indexOf('.')))]),
        ])
        // The choice of a dependent field belongs to the previous choice of this field.
        for (const child of field.children ?? []) {
          const dependent = siblings[child]
          if (dependent) setValue(`${prefix}${child}`, initialValueOf(dependent), { shouldDirty: true })
        }
      }}
    />
  )
}

const isValid = (field: Field, value: unknown) => !isBlank(field, value) && dayProblemOf(field, value) === undefined

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

/**
 * The rows of a repeater in the form. A new row is removed immediately; a stored row after a confirmation and once the
 * server has deleted it.
 */
export function useRepeaterRows(name: string, fields: Record<string, Field>) {
  const { removeStoredRow } = useResourceFormContext()
  const { control, getValues, clearErrors } = useFormContext<Record<string, RowValues[]>>()
  const { fields: rows, append, update, remove } = useFieldArray({ control, name, keyName: 'rowKey' })
  const [pendingId, setPendingId] = useState<number>()
  const { isRunning, runOnce } = useSingleRun()
  const unchosen = useUnchosenTexts()

  const focusRow = (index: number) => focusField(Object.keys(fields).map((one) => `${name}.${index}.${one}`))
  /** One row remains: a blank one, which is not saved. The focus moves to the row in its place. */
  const drop = (index: number) => {
    clearErrors(repeaterErrorPath(name))
    // The paths of the rows after it change.
    for (const path of unchosen.keys()) if (path.startsWith(`${name}.`)) unchosen.delete(path)
    const last = getValues(name).length - 1
    if (last > 0) remove(index)
    else update(index, initialRowOf(fields))
    focusRow(Math.max(0, Math.min(index, last - 1)))
  }
  const idAt = (index: number) => getValues(name)[index]?.id
  const removeRow = (index: number) => {
    if (idAt(index) === undefined) drop(index)
    else setPendingId(idAt(index))
  }
  /** Adds a row with these values, in place of the first blank one. Returns its index. */
  const addRow = (values: RowValues): number => {
    const row = { ...initialRowOf(fields), ...values }
    const blank = getValues(name).findIndex((one) => isBlankRow(fields, one))
    if (blank >= 0) update(blank, row)
    else append(row, { shouldFocus: false })
    return blank >= 0 ? blank : getValues(name).length - 1
  }
  const appendRow = () => {
    append(initialRowOf(fields), { shouldFocus: false })
    focusRow(getValues(name).length - 1)
  }
  const removeStored = async (id: number) => {
    const isGone = await removeStoredRow(name, id)
    setPendingId(undefined)
    const position = getValues(name).findIndex((row) => row.id === id)
    if (isGone && position >= 0) drop(position)
  }
  /** The row that the user is asked about: a merge can move it, and closes the question when it is gone. */
  const index = pendingId === undefined ? -1 : rows.findIndex(({ id }) => id === pendingId)
  const row = getValues(name)[index]
  const confirmation = {
    opened: row !== undefined,
    busy: isRunning,
    onCancel: () => setPendingId(undefined),
    onConfirm: () => pendingId !== undefined && void runOnce(() => removeStored(pendingId)),
  }
  return { rows, appendRow, addRow, removeRow, asked: row && { row, index }, confirmation }
}
