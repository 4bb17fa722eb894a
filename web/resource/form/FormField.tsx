import type { CSSProperties } from 'react'
import { type Control, useController, useFormContext, useWatch } from 'react-hook-form'
import type { Field } from '#shared/resource/field.ts'
import { standingOf } from '#shared/resource/fieldState.ts'
import { fieldsIn } from '#shared/resource/when.ts'
import { FieldInput } from '#web/fields/inputs/table.ts'
import { startOf } from '#web/fields/values.ts'
import { useLanguage } from '#web/strings/strings.ts'
import type { FormValues } from './payload.ts'
import { useFormSetting } from './setting.ts'
import styles from './Form.module.css'

type Props = { name: string; field: Field; fields: Record<string, Field>; prefix?: string }

/** One field of the form. Typing into it draws it anew, and those whose rules ask for it; no other. */
export function FormField({ name, field, fields, prefix = '' }: Props) {
  const { stateOfField } = useFormSetting()
  const { control } = useFormContext<FormValues>()
  const asked = useAsked(control, fieldsIn(field.rules), prefix)
  const { state, required } = standingOf(field, stateOfField(field), asked)
  if (state === 'absent' || state === 'hidden') return null
  return (
    <div className={styles.place} data-field={`${prefix}${name}`} style={twelfths(field.size)}>
      <Controlled
        name={`${prefix}${name}`}
        field={field}
        siblings={fields}
        prefix={prefix}
        required={required}
        disabled={state === 'disabled'}
        readOnly={state === 'readOnly'}
      />
    </div>
  )
}

const twelfths = (size = 6) => ({ '--twelfths': size }) as CSSProperties

/** What the named fields hold, by their names. */
function useAsked(control: Control<FormValues>, names: readonly string[], prefix: string): FormValues {
  const values = useWatch({ control, name: names.map((name) => `${prefix}${name}`), disabled: names.length === 0 })
  return Object.fromEntries(names.map((name, place) => [name, values[place]]))
}

type ControlledProps = {
  name: string
  field: Field
  siblings: Record<string, Field>
  prefix: string
  required: boolean
  disabled: boolean
  readOnly: boolean
}

function Controlled({ name, field, siblings, prefix, ...standing }: ControlledProps) {
  const language = useLanguage()
  const { resource } = useFormSetting()
  const { control, setValue } = useFormContext<FormValues>()
  const { field: held, fieldState } = useController({ name, control })
  const [parentName] =
    Object.entries(siblings).find(([, one]) => one.children?.includes(name.slice(prefix.length))) ?? []
  const [parent] = useWatch({
    control,
    name: [`${prefix}${parentName ?? ''}`],
    disabled: parentName === undefined,
  })
  return (
    <FieldInput
      {...standing}
      field={field}
      name={name}
      resource={resource}
      language={language}
      value={held.value}
      parent={parent}
      error={fieldState.error?.message}
      onBlur={held.onBlur}
      onChange={(value) => {
        held.onChange(value)
        // What was chosen there belonged to what was chosen here before.
        for (const child of field.children ?? []) {
          const dependent = siblings[child]
          if (dependent) setValue(`${prefix}${child}`, startOf(dependent), { shouldDirty: true })
        }
      }}
    />
  )
}
