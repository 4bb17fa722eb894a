import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Row } from '#shared/calls/crud.ts'
import type { Review, ReviewField } from '#shared/calls/review.ts'
import type { Field, FieldOf } from '#shared/resource/field.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { post } from '#web/platform/api/client.ts'
import { callResource, recordQuery } from '#web/platform/api/resource.ts'
import { reviewStrings } from '#web/platform/strings/reviewStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { useFocusInside } from '#web/fields/cells/CellEditor.tsx'
import { FieldInput } from '#web/fields/inputs/table.ts'
import { UnchosenTextsProvider } from '#web/fields/inputs/useChoices.ts'
import { toFormValue } from '#web/fields/values.ts'
import { toWireValue } from '#web/registry/form/payload.ts'
import { Button } from '#web/ui/Button.tsx'
import { closesDropdown } from '#web/ui/dialogs/Dialog.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { blockDirection, Count, DateText, FreeText, Isolated } from '#web/ui/Text.tsx'
import { Confidence } from './ReviewParts.tsx'
import { missingFields } from './reviewModel.ts'
import type { Send } from './decisionQueue.ts'
import type { Actions } from './useActions.ts'
import { type ReviewState, useWritten } from './useReview.ts'
import styles from './SidePanel.module.css'

type Props = { row: Row; review: Review; state: ReviewState; actions: Actions }

/** The fields with how sure they are and where they were found: accepted by Enter, changed by F2. */
export function FieldList({ review, state, actions }: Props) {
  const strings = reviewStrings[useLanguage()]
  const [editing, setEditing] = useState<string>()
  const missing = missingFields(review)
  const isWrong = (name: string) => name === 'analysis_judges' && review.unknown_judges.length > 0
  const check = ({ name, value }: ReviewField) =>
    void state.send(({ version }) =>
      post('analysis/checkField', { id: actions.id, version, field: name, value }, { isSave: true }),
    )
  const close = (name: string) => {
    // The row that takes the focus is drawn first.
    flushSync(() => setEditing(undefined))
    focusField(name)
  }
  return (
    <section aria-labelledby="review-fields">
      <h3 id="review-fields" className={styles.heading}>
        {strings.fields}
        <span className={styles.grow} />
        <Count>{`${review.fields.filter(({ checked }) => checked).length} / ${review.fields.length}`}</Count>
      </h3>
      <ul className={styles.fields}>
        {review.fields.map((field) => (
          <li key={field.name}>
            {editing === field.name ? (
              <FieldEditor {...{ field, review, state }} id={actions.id} onClose={() => close(field.name)} />
            ) : (
              <FieldRow
                field={field}
                isMissing={missing.includes(field.name) || isWrong(field.name)}
                onLook={() => {
                  if (field.page !== null && field.box) actions.showField({ page: field.page, box: field.box })
                }}
                onAccept={() => check(field)}
                onEdit={() => setEditing(field.name)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const focusField = (name: string) => document.querySelector<HTMLElement>(`[data-review-field="${name}"]`)?.focus()

const fields: Record<string, Field> = analysis.fields

type RowProps = {
  field: ReviewField
  isMissing: boolean
  onLook: () => void
  onAccept: () => void
  onEdit: () => void
}

function FieldRow({ field, isMissing, onLook, onAccept, onEdit }: RowProps) {
  const language = useLanguage()
  const strings = reviewStrings[language]
  const { name, value, page, confidence, checked } = field
  const label = fields[name]?.label[language] ?? name
  return (
    <div className={styles.field} data-missing={isMissing || undefined}>
      <button
        type="button"
        className={styles.fieldMain}
        data-review-field={name}
        onFocus={onLook}
        onClick={onLook}
        onKeyDown={(event) => onFieldKey(event, { onEdit, onAccept: value === '' ? undefined : onAccept })}
      >
        <small>{label}</small>
        <span className={styles.value}>
          {value !== '' ? <Value field={field} /> : isMissing ? strings.missing : strings.none}
        </span>
        <span className={styles.sure}>
          {checked ? (
            <span className={styles.checked}>
              <Icon name="check" size={13} /> {strings.checked}
            </span>
          ) : (
            value !== '' && (confidence === null ? strings.changedByUser : <Confidence value={confidence} />)
          )}
          {page !== null && (
            <span className={styles.place}>
              <Isolated>{strings.page(page)}</Isolated>
            </span>
          )}
        </span>
      </button>
      <span className={styles.fieldActs}>
        {!checked && value !== '' && (
          <button type="button" aria-label={strings.acceptField(label)} title={strings.accept} onClick={onAccept}>
            <Icon name="check" size={15} />
          </button>
        )}
        <button type="button" aria-label={strings.editField(label)} title={strings.fix} onClick={onEdit}>
          <Icon name="pencil" size={15} />
        </button>
      </span>
    </div>
  )
}

function Value({ field: { name, value } }: { field: ReviewField }) {
  const language = useLanguage()
  if (fields[name]?.kind === 'date') return <DateText day={value} language={language} />
  return value.split('|').map((one, index) => (
    <span key={index} className={styles.one} dir={blockDirection(one)}>
      <FreeText>{one}</FreeText>
    </span>
  ))
}

type EditorProps = { field: ReviewField; id: number; review: Review; state: ReviewState; onClose: () => void }

/** What is typed for a field, and the value in place of which it is typed. */
type Typed = { value: unknown; seen: Seen }
type Seen = { version: number; value: string }

/** Several values of a list are written in one line, with commas between them. */
const listField = (label: Field['label'], isNumber: boolean): FieldOf<'text'> => ({
  kind: 'text',
  max: 2000,
  label,
  ...(isNumber && { script: 'Latn' as const }),
})

function FieldEditor({ field: { name, value }, id, review, state, onClose }: EditorProps) {
  const language = useLanguage()
  const record = useQuery(recordQuery(analysis, id))
  const field = fields[name]
  const { value: typed, read, write, finish } = useWritten<Typed | undefined>(state, `field ${name}`, undefined)
  const form = useFocusInside<HTMLFormElement>(record.isSuccess)
  if (!field || !record.data) return null
  const isList = field.kind === 'repeater'
  const shown = isList ? listField(field.label, name === 'analysis_case_numbers') : field
  const initial = isList ? value.split('|').join('، ') : toFormValue(field, record.data.data[name])
  const current = typed ? typed.value : initial
  const seen = typed?.seen ?? { version: review.version, value }
  const store = () => {
    if (hasUnchosen(form.current, name, state)) return
    onClose()
    const last = read()
    if (!last) return
    const wire = isList ? splitList(String(last.value)) : toWireValue(field, last.value)
    finish(state.send(savingField(id, { name, value: wire, seen: last.seen })))
  }
  const cancel = () => {
    state.unchosen.delete(name)
    finish()
    onClose()
  }
  return (
    <form
      ref={form}
      className={styles.editor}
      data-mantine-stop-propagation="true"
      onSubmit={(event) => {
        event.preventDefault()
        store()
      }}
      onKeyDown={(event) => onEscape(event, cancel)}
    >
      <UnchosenTextsProvider value={state.unchosen}>
        <FieldInput
          field={shown}
          name={name}
          resource={analysis}
          value={current}
          onChange={(next) => write({ value: next, seen })}
          onBlur={() => undefined}
          language={language}
          required={false}
          disabled={false}
          readOnly={false}
        />
      </UnchosenTextsProvider>
      <EditorActs onCancel={cancel} />
    </form>
  )
}

/**
 * Leaves the field, as a click on a button of the review does not: a name is added to its list, and a select names the text
 * that was not chosen. True for the latter, once: the next time the field is stored without it.
 */
function hasUnchosen(form: HTMLElement | null, name: string, { unchosen }: ReviewState): boolean {
  if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
  if (!unchosen.delete(name)) return false
  form?.querySelector<HTMLElement>('[role="combobox"]')?.focus()
  return true
}

function EditorActs({ onCancel }: { onCancel: () => void }) {
  const strings = reviewStrings[useLanguage()]
  return (
    <span className={styles.acts}>
      <Button size="sm" type="submit">
        {strings.store}
      </Button>
      <Button size="sm" variant="ghost" onClick={onCancel}>
        {strings.cancel}
      </Button>
    </span>
  )
}

/** F2 edits a field, Enter accepts its value and goes to the next field, and the arrows go to those around it. */
function onFieldKey(
  event: KeyboardEvent<HTMLElement>,
  { onEdit, onAccept }: { onEdit: () => void; onAccept: (() => void) | undefined },
) {
  const { currentTarget } = event
  const move = (by: 1 | -1) => {
    const all = [...document.querySelectorAll<HTMLElement>('[data-review-field]')]
    all[all.indexOf(currentTarget) + by]?.focus()
  }
  const run = { F2: onEdit, Enter: onAccept, ArrowDown: () => move(1), ArrowUp: () => move(-1) }[event.key]
  if (!run) return
  event.preventDefault()
  run()
  if (event.key === 'Enter') move(1)
}

const splitList = (text: string) => text.split(/[،,|]/).flatMap((one) => one.trim() || [])

/** Escape closes an open list first, and then the editor, but not the review. */
function onEscape(event: KeyboardEvent, cancel: () => void) {
  if (event.key !== 'Escape') return
  event.stopPropagation()
  if (!closesDropdown(event)) cancel()
}

/**
 * What a user wrote is checked, too. A value that another user has changed since it was seen is not overwritten: the call
 * with that version is refused.
 */
function savingField(id: number, { name, value, seen }: { name: string; value: unknown; seen: Seen }): Send {
  let saved: number | undefined
  return async (newest) => {
    if (saved === undefined) {
      const { version } = valueOf(newest, name) === seen.value ? newest : seen
      const answer = await callResource(analysis, 'update', { id, version, [name]: value })
      if (answer.Status === 'error') return answer
      saved = answer.data.version
    }
    const read = await post('analysis/review', { id })
    // Another change has come since: that value is not the one that was written.
    if (read.Status === 'error' || read.data.version !== saved) return read
    return post(
      'analysis/checkField',
      { id, version: saved, field: name, value: valueOf(read.data, name) },
      { isSave: true },
    )
  }
}

const valueOf = ({ fields: all }: Review, name: string) => all.find((field) => field.name === name)?.value ?? ''
