import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Answer } from '#shared/calls/answer.ts'
import type { Row } from '#shared/calls/crud.ts'
import type { Field, Kind } from '#shared/resource/field.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { dayTyped, momentTyped } from '#web/fields/dates/dates.ts'
import { FieldInput } from '#web/fields/inputs/table.ts'
import { toFormValue, isBlank } from '#web/fields/values.ts'
import { sentencesOf } from '#web/platform/api/problems.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { closesList } from '#web/ui/dialogs/closesList.ts'
import { cellText } from './cellText.ts'
import styles from './CellEditor.module.css'

/** The rows of a repeater are no value of a cell. */
type CellField = Exclude<Field, { kind: 'repeater' }>

export type CellEditorProps = {
  resource: Pick<Resource, 'name'>
  name: string
  field: CellField
  row: Row
  /** Saves over the row as it is given: what others made of it since is refused. */
  onSave: (row: Row, value: unknown) => Promise<Answer>
  onClose: () => void
  /** Somebody else has deleted the record: there is nothing to save, and what was typed can still be copied. */
  isGone: boolean
}

/** Saved as soon as something is chosen; the others when Enter is pressed or the cell is left. */
const savedAtOnce: ReadonlySet<Kind> = new Set(['switch', 'choice', 'select'])

/** A day and an hour may be typed as people write them; whoever presses Enter has not left the field yet. */
const asKept: Partial<Record<Kind, (typed: string) => string | null>> = { date: dayTyped, moment: momentTyped }

/**
 * The input of a field in its cell. Enter saves, Escape leaves it as it was; a refusal is told here and what was typed
 * stays. What somebody else has put there meanwhile is told too, and is written over only by another Enter.
 */
export function CellEditor(props: CellEditorProps) {
  const { resource, name, field, isGone } = props
  const language = useLanguage()
  const { list } = useStrings()
  const { value, change, save, isSaving, refusal, overtaking } = useCellValue(props)
  const frame = useFocusInside()

  return (
    <div
      ref={frame}
      className={styles.editor}
      aria-busy={isSaving}
      onKeyDown={(event) => {
        // Escape closes an open list first, and then leaves the cell.
        if (closesList(event)) event.stopPropagation()
        if (isFinal(event)) void save()
      }}
      onBlur={(event) => {
        if (!refusal && !overtaking.isTold && isLeft(event)) void save()
      }}
    >
      <FieldInput
        field={field}
        name={name}
        resource={resource}
        value={value}
        onChange={change}
        onBlur={() => undefined}
        language={language}
        required={field.required === true}
        disabled={isSaving && savedAtOnce.has(field.kind)}
        readOnly={false}
        error={isGone ? list.gone : (overtaking.sentence ?? refusal)}
      />
    </div>
  )
}

/** What is typed into a cell, until it is saved; a refusal stands beside it until something else is typed. */
function useCellValue({ name, field, row, onSave, onClose, isGone }: CellEditorProps) {
  const [opened] = useState(() => toFormValue(field, row[name]))
  const [value, setValue] = useState(opened)
  const [refusal, setRefusal] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const overtaking = useOvertaking({ field, name, row, opened })

  const save = async (typed: unknown) => {
    if (isSaving) return
    const next = typeof typed === 'string' ? (asKept[field.kind]?.(typed) ?? typed) : typed
    if (same(next, opened) || same(next, toFormValue(field, row[name]))) {
      onClose()
      return
    }
    if (isGone || overtaking.mustTell()) return
    setSaving(true)
    const answer = await onSave(row, next)
    setSaving(false)
    if (answer.Status === 'success') onClose()
    else setRefusal(sentencesOf(answer).join(' '))
  }
  const change = (next: unknown) => {
    setValue(next)
    setRefusal(undefined)
    if (savedAtOnce.has(field.kind) && !(field.required && isBlank(next))) void save(next)
  }

  return { value, change, save: () => save(value), isSaving, refusal, overtaking }
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

type Overtaking = Pick<CellEditorProps, 'field' | 'name' | 'row'> & { opened: unknown }

/** Whether somebody else has changed this very field since its editor was opened, and whether whoever types was told. */
function useOvertaking({ field, name, row, opened }: Overtaking) {
  const language = useLanguage()
  const { list } = useStrings()
  const [told, setTold] = useState<number>()
  const isOvertaken = !same(toFormValue(field, row[name]), opened)
  return {
    sentence: isOvertaken ? list.overtaken(cellText(field, row[name], language) || list.blank) : undefined,
    isTold: isOvertaken && told === row.version,
    /** True for the first try over each version: it only tells. */
    mustTell: () => {
      setTold(row.version)
      return isOvertaken && told !== row.version
    },
  }
}

/** Enter that chooses in a list, or breaks a line, is not the end. */
function isFinal({ key, target, shiftKey, defaultPrevented }: KeyboardEvent) {
  if (key !== 'Enter' || shiftKey || defaultPrevented || !(target instanceof HTMLInputElement)) return false
  return target.getAttribute('aria-expanded') !== 'true' && target.type !== 'checkbox' && target.type !== 'radio'
}

/** Whoever goes to a calendar that hangs over the page is still in the cell. */
const isLeft = ({ currentTarget, relatedTarget }: FocusEvent) =>
  relatedTarget instanceof Element &&
  !currentTarget.contains(relatedTarget) &&
  !relatedTarget.closest('[role="dialog"]')

/** Whoever began to edit goes on by typing. */
function useFocusInside() {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const input = frame.current?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, button')
    input?.focus()
    if (input instanceof HTMLInputElement && input.type !== 'checkbox') input.select()
  }, [])
  return frame
}
