import { type CSSProperties, memo, useId } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { limits } from '#shared/limits.ts'
import type { Field, FieldOf, Kind } from '#shared/resource/field.ts'
import { statusOf } from '#shared/resource/fieldState.ts'
import { fieldsOfRules } from '#shared/resource/rules.ts'
import { CitedCases } from '#web/fields/citedCases/CitedCases.tsx'
import { ExplanationText, FieldValue } from '#web/fields/FieldValue.tsx'
import { rowText } from '#web/fields/cells/cellText.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { FreeText } from '#web/ui/Text.tsx'
import { useCancelChange, useResourceFormContext } from './formContext.ts'
import { InputField, useFieldValues, useRepeaterRows } from './InputField.tsx'
import type { FormValues } from './payload.ts'
import { focusField } from './useSave.ts'
import styles from './Form.module.css'

type Fields = Record<string, Field>
type Props = { name: string; field: Field; fields: Fields; prefix?: string }

/** One field of the form. Typing into it renders only this field and those whose rules refer to it. */
export const FormField = memo(function FormField(props: Props) {
  const ruleFields = fieldsOfRules(props.field.rules)
  return ruleFields.length === 0 ? (
    <FieldSlot {...props} ruleValues={noRuleValues} />
  ) : (
    <FieldWithRules {...props} names={ruleFields} />
  )
})

/** A field whose rules depend on the values of other fields. */
function FieldWithRules({ names, ...props }: Props & { names: readonly string[] }) {
  return <FieldSlot {...props} ruleValues={useFieldValues(names, props.prefix)} />
}

const noRuleValues: FormValues = {}

function FieldSlot({ name, field, fields, prefix = '', ruleValues }: Props & { ruleValues: FormValues }) {
  const { stateOfField, stateOfRowField } = useResourceFormContext()
  const { state, required } = statusOf(field, prefix === '' ? stateOfField(field) : stateOfRowField(field), ruleValues)
  if (state === 'absent' || state === 'hidden') return null
  const path = `${prefix}${name}`
  return (
    <div
      className={classes(styles.slot, ...(field.classes ?? []).map((className) => styles[className]))}
      data-field={path}
      data-wide={field.size === 12 || undefined}
      style={twelfths(field.size)}
    >
      {state === 'readOnly' && isShownAsText(field.kind) ? (
        <ReadOnlyValue name={path} field={field} />
      ) : field.kind === 'repeater' ? (
        <Repeater name={path} field={field} required={required} />
      ) : (
        <InputField
          {...{ name: path, field, prefix, required }}
          siblings={fields}
          disabled={state === 'disabled'}
          readOnly={state === 'readOnly'}
        />
      )}
      {field.waitsFor !== undefined && state === 'readOnly' && <CancelChange of={field.waitsFor} />}
      {field.explainedBy !== undefined && <Explanation name={`${prefix}${field.explainedBy}`} />}
    </div>
  )
}

function CancelChange({ of }: { of: string }) {
  const { emailLink } = useStrings()
  const cancelChange = useCancelChange()
  return (
    <Button variant="ghost" size="sm" onClick={() => void cancelChange?.(of)}>
      {emailLink.cancelChange}
    </Button>
  )
}

/** The text of the record that explains the value of a field. */
function Explanation({ name }: { name: string }) {
  return <ExplanationText text={useWatch<FormValues>({ name })} />
}

const twelfths = (size = 6) => ({ '--twelfths': size }) as CSSProperties

/** Kinds that are shown as text when they are read-only; the others are shown as a read-only input. */
const readOnlyKinds: ReadonlySet<Kind> = new Set(['repeater', 'richtext', 'file', 'link', 'multiselect', 'tags'])
const isShownAsText = (kind: Kind) => readOnlyKinds.has(kind)

function ReadOnlyValue({ name, field }: { name: string; field: Field }) {
  const language = useLanguage()
  const { getValues } = useFormContext<FormValues>()
  return (
    <div className={styles.read}>
      <span className={styles.readLabel}>{field.label[language]}</span>
      <FieldValue field={field} value={getValues(name)} language={language} />
    </div>
  )
}

type RepeaterProps = { name: string; field: FieldOf<'repeater'>; required: boolean }

/**
 * Rows of a repeater. A stored row is deleted on the server after a confirmation, a new row immediately. The last row of a
 * required repeater cannot be removed; that of another one becomes blank.
 */
function Repeater({ name, field, required }: RepeaterProps) {
  const { form: strings } = useStrings()
  const language = useLanguage()
  const { rows, appendRow, addRow, removeRow, asked, confirmation } = useRepeaterRows(name, field.fields)
  const rowLabel = field.rowLabel[language]
  const [firstField = ''] = Object.keys(field.fields)
  const moreId = useId()

  return (
    <fieldset className={styles.repeater} aria-describedby={field.subText && moreId}>
      <Legend label={field.label[language]} required={required} />
      {field.subText && (
        <p id={moreId} className={styles.more}>
          {field.subText[language]}
        </p>
      )}
      <RepeaterError name={name} />
      {field.cites && (
        <CitedCases
          names={{ ...field.cites, chosen: name }}
          onAdd={(number) => focusField([`${name}.${addRow({ number })}.${firstField}`])}
        />
      )}
      {/* As siblings of the legend, all rows would be laid out again for each row that is added. */}
      <div className={styles.rows}>
        {rows.map((row, index) => (
          <RowFields
            key={row.rowKey}
            title={strings.rows.row(rowLabel, index + 1)}
            removeLabel={strings.rows.remove(rowLabel, index + 1)}
            prefix={`${name}.${index}.`}
            index={index}
            fields={field.fields}
            isLast={required && rows.length === 1}
            lastLabel={strings.rows.last}
            onRemove={removeRow}
          />
        ))}
      </div>
      <AddRow label={strings.rows.add(rowLabel)} isFull={rows.length >= limits.form.rows} onAdd={appendRow} />
      <RemovalQuestion {...{ field, asked, confirmation }} />
    </fieldset>
  )
}

type RemovalProps = Pick<ReturnType<typeof useRepeaterRows>, 'asked' | 'confirmation'> & Pick<RepeaterProps, 'field'>

/** Asks before a stored row is deleted, and names it. */
function RemovalQuestion({ field, asked, confirmation }: RemovalProps) {
  const { form, actions } = useStrings()
  const language = useLanguage()
  return (
    <ConfirmDialog
      {...confirmation}
      danger
      title={form.rows.sure}
      cancelLabel={actions.cancel}
      confirmLabel={actions.ok}
    >
      {asked && (
        <>
          <b>{form.rows.row(field.rowLabel[language], asked.index + 1)}</b>{' '}
          <bdi>
            <FreeText>{rowText(field.fields, asked.row, language)}</FreeText>
          </bdi>
        </>
      )}
    </ConfirmDialog>
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

/** An error of the repeater itself, not of one of its rows. */
function RepeaterError({ name }: { name: string }) {
  const { errors } = useFormState({ name })
  const message = (errors[name] as { root?: { message?: string } } | undefined)?.root?.message
  return message !== undefined ? <Alert tone="bad">{message}</Alert> : null
}

type RowProps = {
  title: string
  removeLabel: string
  lastLabel: string
  prefix: string
  index: number
  fields: Record<string, Field>
  isLast: boolean
  onRemove: (index: number) => void
}

const RowFields = memo(
  function RowFields({ title, removeLabel, lastLabel, prefix, index, fields, isLast, onRemove }: RowProps) {
    return (
      <div className={styles.row} role="group" aria-label={title}>
        <span className={styles.number} aria-hidden="true">
          <bdi>{index + 1}</bdi>
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
          onClick={() => onRemove(index)}
        />
      </div>
    )
  },
  // `onRemove` is another function at each render, but reads the rows from the form when it is called: it is not compared.
  // The labels change only together with `title`.
  (one, other) =>
    one.prefix === other.prefix &&
    one.isLast === other.isLast &&
    one.fields === other.fields &&
    one.title === other.title,
)

type AddRowProps = { label: string; isFull: boolean; onAdd: () => void }

function AddRow({ label, isFull, onAdd }: AddRowProps) {
  return (
    <Button
      className={styles.add ?? ''}
      variant="soft"
      size="sm"
      icon="plus"
      data-add-row
      disabled={isFull}
      onClick={onAdd}
    >
      {label}
    </Button>
  )
}
