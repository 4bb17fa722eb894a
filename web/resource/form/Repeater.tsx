import { memo, useId, useState } from 'react'
import { useFieldArray, useFormContext, useFormState } from 'react-hook-form'
import type { Field, FieldOf } from '#shared/resource/field.ts'
import { limits } from '#shared/limits.ts'
import { type RowValues, startOfRow } from '#web/fields/values.ts'
import { useLanguage, useStrings } from '#web/strings/strings.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { FormField } from './FormField.tsx'
import { useFormSetting } from './setting.ts'
import styles from './Repeater.module.css'

type Props = { name: string; field: FieldOf<'repeater'>; required: boolean }
type Rows = Record<string, RowValues[]>

/**
 * Rows that belong to the record. A row that is kept is deleted on the server, after somebody says that he is sure; one
 * that is new goes at once; one row always remains of those that are asked for.
 */
export function Repeater({ name, field, required }: Props) {
  const { form: words, acts } = useStrings()
  const language = useLanguage()
  const { removeStoredRow } = useFormSetting()
  const { control, getValues } = useFormContext<Rows>()
  const { fields: rows, append, remove } = useFieldArray({ control, name, keyName: 'rowKey' })
  const [asked, setAsked] = useState<number>()
  const [isBusy, setBusy] = useState(false)
  const label = field.label[language]
  const moreId = useId()

  const idAt = (place: number) => getValues(name)[place]?.id
  const drop = (place: number) => {
    if (idAt(place) === undefined) remove(place)
    else setAsked(place)
  }
  const dropStored = async (place: number) => {
    const id = idAt(place)
    if (id === undefined) return
    setBusy(true)
    const isGone = await removeStoredRow(name, id)
    setBusy(false)
    setAsked(undefined)
    if (isGone) remove(place)
  }

  return (
    <fieldset className={styles.repeater} aria-describedby={field.subText && moreId}>
      <legend className={styles.legend}>
        {label}
        {required && (
          <span className={styles.star} aria-hidden="true">
            {' *'}
          </span>
        )}
      </legend>
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
      <Button
        className={styles.add ?? ''}
        variant="soft"
        size="sm"
        icon="plus"
        disabled={rows.length >= limits.form.rows}
        onClick={() => append(startOfRow(field.fields))}
      >
        {words.rows.add(label)}
      </Button>
      <ConfirmDialog
        opened={asked !== undefined}
        danger
        busy={isBusy}
        title={words.rows.sure}
        cancelLabel={acts.cancel}
        confirmLabel={acts.ok}
        onCancel={() => setAsked(undefined)}
        onConfirm={() => void dropStored(asked ?? -1)}
      />
    </fieldset>
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
