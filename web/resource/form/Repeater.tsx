import { memo, useId } from 'react'
import { useFormState } from 'react-hook-form'
import type { Field, FieldOf } from '#shared/resource/field.ts'
import { limits } from '#shared/limits.ts'
import { startOfRow } from '#web/fields/values.ts'
import { useLanguage, useStrings } from '#web/strings/strings.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { FormField } from './FormField.tsx'
import { useRepeaterRows } from './useRepeaterRows.ts'
import styles from './Repeater.module.css'

type Props = { name: string; field: FieldOf<'repeater'>; required: boolean }

/**
 * Rows that belong to the record. A row that is kept is deleted on the server, after somebody says that he is sure; one
 * that is new goes at once; one row always remains of those that are asked for.
 */
export function Repeater({ name, field, required }: Props) {
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
        <div className={styles.fields}>
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
