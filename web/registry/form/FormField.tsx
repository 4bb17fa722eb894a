import { type CSSProperties, memo, useId } from 'react'
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { limits } from '#shared/limits.ts'
import type { Field, FieldOf, Kind } from '#shared/resource/field.ts'
import { statusOf } from '#shared/resource/fieldState.ts'
import { fieldsOfRules } from '#shared/resource/rules.ts'
import { FieldInput } from '#web/fields/inputs/table.ts'
import { Shown } from '#web/fields/shown.tsx'
import { startOf, startOfRow } from '#web/fields/values.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useResourceFormContext } from './formContext.ts'
import type { FormValues } from './payload.ts'
import { useRepeaterRows } from './useRepeaterRows.ts'
import styles from './Form.module.css'

type Fields = Record<string, Field>
type Props = { name: string; field: Field; fields: Fields; prefix?: string }

/** One field of the form. Typing into it draws it anew, and those whose rules ask for it; no other. */
export const FormField = memo(function FormField(props: Props) {
  const asked = fieldsOfRules(props.field.rules)
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
  const { stateOfField, stateOfInner } = useResourceFormContext()
  const { state, required } = statusOf(field, prefix === '' ? stateOfField(field) : stateOfInner(field), asked)
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
  const { resource } = useResourceFormContext()
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

type RepeaterProps = { name: string; field: FieldOf<'repeater'>; required: boolean }

/**
 * Rows that belong to the record. A row that is kept is deleted on the server, after somebody says that he is sure; one
 * that is new goes at once; one row always remains of those that are asked for.
 */
function Repeater({ name, field, required }: RepeaterProps) {
  const { form: words, acts } = useStrings()
  const language = useLanguage()
  const { rows, append, drop, question } = useRepeaterRows(name)
  const label = field.label[language]
  const moreId = useId()

  return (
    <fieldset className={styles.repeater} aria-describedby={field.subText && moreId}>
      <Legend label={label} required={required} />
      {field.subText && (
        <p id={moreId} className={styles.more}>
          {field.subText[language]}
        </p>
      )}
      <ErrorOfAll name={name} />
      {/* Beside its legend, a browser would draw every row anew for each that comes. */}
      <div className={styles.rows}>
        {rows.map((row, place) => (
          <RowFields
            key={row.rowKey}
            title={words.rows.row(label, place + 1)}
            removeLabel={words.rows.remove(label, place + 1)}
            prefix={`${name}.${place}.`}
            place={place}
            fields={field.fields}
            isLast={rows.length === 1}
            lastLabel={words.rows.last}
            onDrop={drop}
          />
        ))}
      </div>
      <AddRow
        label={words.rows.add(label)}
        isFull={rows.length >= limits.form.rows}
        onAdd={() => append(startOfRow(field.fields))}
      />
      <ConfirmDialog {...question} danger title={words.rows.sure} cancelLabel={acts.cancel} confirmLabel={acts.ok} />
    </fieldset>
  )
}

function Legend({ label, required }: { label: string; required: boolean }) {
  return (
    <legend className={styles.legend}>
      {label}
      {required && (
        <span className={styles.star} aria-hidden="true">
          {' *'}
        </span>
      )}
    </legend>
  )
}

/** What is wrong with the list itself, not with one of its rows. */
function ErrorOfAll({ name }: { name: string }) {
  const { errors } = useFormState({ name })
  const error = errors[name] as { message?: string; root?: { message?: string } } | undefined
  const message = error?.root?.message ?? error?.message
  return typeof message === 'string' ? <Alert tone="bad">{message}</Alert> : null
}

type RowProps = {
  title: string
  removeLabel: string
  lastLabel: string
  prefix: string
  place: number
  fields: Record<string, Field>
  isLast: boolean
  onDrop: (place: number) => void
}

const RowFields = memo(
  function RowFields({ title, removeLabel, lastLabel, prefix, place, fields, isLast, onDrop }: RowProps) {
    return (
      <div className={styles.row} role="group" aria-label={title}>
        <span className={styles.number} aria-hidden="true">
          <bdi>{place + 1}</bdi>
        </span>
        <div className={styles.repeaterFields}>
          {Object.entries(fields).map(([name, field]) => (
            <FormField key={name} name={name} field={field} fields={fields} prefix={prefix} />
          ))}
        </div>
        <IconButton
          icon="trash"
          size="sm"
          label={isLast ? lastLabel : removeLabel}
          disabled={isLast}
          onClick={() => onDrop(place)}
        />
      </div>
    )
  },
  // How a row is dropped is made anew at each drawing, and asks the form itself which row that is.
  (one, other) =>
    one.prefix === other.prefix &&
    one.isLast === other.isLast &&
    one.fields === other.fields &&
    one.title === other.title,
)

type AddRowProps = { label: string; isFull: boolean; onAdd: () => void }

function AddRow({ label, isFull, onAdd }: AddRowProps) {
  return (
    <Button className={styles.add ?? ''} variant="soft" size="sm" icon="plus" disabled={isFull} onClick={onAdd}>
      {label}
    </Button>
  )
}
