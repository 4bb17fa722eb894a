import { type CSSProperties, memo } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import type { Field, Kind } from '#shared/resource/field.ts'
import { standingOf } from '#shared/resource/fieldState.ts'
import { fieldsIn } from '#shared/resource/when.ts'
import { FieldInput } from '#web/fields/inputs/table.ts'
import { Shown } from '#web/fields/shown.tsx'
import { startOf } from '#web/fields/values.ts'
import { useLanguage } from '#web/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import type { FormValues } from './payload.ts'
import { Repeater } from './Repeater.tsx'
import { useFormSetting } from './setting.ts'
import styles from './Form.module.css'

type Fields = Record<string, Field>
type Props = { name: string; field: Field; fields: Fields; prefix?: string }

/** One field of the form. Typing into it draws it anew, and those whose rules ask for it; no other. */
export const FormField = memo(function FormField(props: Props) {
  const asked = fieldsIn(props.field.rules)
  return asked.length === 0 ? <Placed {...props} asked={unasked} /> : <Ruled {...props} names={asked} />
})

/** A field whose rules ask what others hold. */
function Ruled({ names, ...props }: Props & { names: readonly string[] }) {
  return <Placed {...props} asked={useAsked(names, props.prefix)} />
}

/** What the named fields hold, by their names. */
function useAsked(names: readonly string[], prefix = ''): FormValues {
  const { control } = useFormContext<FormValues>()
  const values = useWatch({ control, name: names.map((name) => `${prefix}${name}`) })
  return Object.fromEntries(names.map((name, place) => [name, values[place]]))
}

const unasked: FormValues = {}

function Placed({ name, field, fields, prefix = '', asked }: Props & { asked: FormValues }) {
  const { stateOfField, stateOfInner } = useFormSetting()
  const { state, required } = standingOf(field, prefix === '' ? stateOfField(field) : stateOfInner(field), asked)
  if (state === 'absent' || state === 'hidden') return null
  const place = `${prefix}${name}`
  return (
    <div
      className={classes(styles.place, ...(field.classes ?? []).map((look) => styles[look]))}
      data-field={place}
      data-wide={field.size === 12 || undefined}
      style={twelfths(field.size)}
    >
      {state === 'readOnly' && isRead(field.kind) ? (
        <Read name={place} field={field} />
      ) : field.kind === 'repeater' ? (
        <Repeater name={place} field={field} required={required} />
      ) : (
        <Typed
          {...{ name: place, field, prefix, required }}
          siblings={fields}
          disabled={state === 'disabled'}
          readOnly={state === 'readOnly'}
        />
      )}
    </div>
  )
}

const twelfths = (size = 6) => ({ '--twelfths': size }) as CSSProperties

/** What is nobody's to type is read as in the sheet, where an input would only pretend. */
const read: ReadonlySet<Kind> = new Set(['repeater', 'document', 'richtext', 'file', 'link', 'multiselect', 'tags'])
const isRead = (kind: Kind) => read.has(kind)

function Read({ name, field }: { name: string; field: Field }) {
  const language = useLanguage()
  const { getValues } = useFormContext<FormValues>()
  return (
    <div className={styles.read}>
      <span className={styles.readLabel}>{field.label[language]}</span>
      <Shown field={field} value={getValues(name)} language={language} />
    </div>
  )
}

type TypedProps = {
  name: string
  field: Exclude<Field, { kind: 'repeater' }>
  siblings: Fields
  prefix: string
  required: boolean
  disabled: boolean
  readOnly: boolean
}

function Typed(props: TypedProps) {
  const own = props.name.slice(props.prefix.length)
  const [parent] = Object.entries(props.siblings).find(([, one]) => one.children?.includes(own)) ?? []
  return parent === undefined ? <Held {...props} /> : <Dependent {...props} parent={parent} />
}

/** A select whose choices depend on what is chosen in another field. */
function Dependent({ parent, ...props }: TypedProps & { parent: string }) {
  const { [parent]: chosenThere } = useAsked([parent], props.prefix)
  return <Held {...props} parent={chosenThere} />
}

function Held({ name, field, siblings, prefix, parent, ...standing }: TypedProps & { parent?: unknown }) {
  const language = useLanguage()
  const { resource } = useFormSetting()
  const { control, setValue } = useFormContext<FormValues>()
  const { field: held, fieldState } = useController({ name, control })
  return (
    <SteadyInput
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

/**
 * Rows that come and go ask all the others whether they have changed: an input that has not is not drawn anew. What it
 * calls is made anew at each drawing, and does the same for the same place.
 */
const SteadyInput = memo(FieldInput, (one, other) => compared.every((name) => one[name] === other[name]))
const compared = ['field', 'name', 'value', 'error', 'language', 'required', 'disabled', 'readOnly', 'parent'] as const
