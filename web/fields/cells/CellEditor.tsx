import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Answer } from '#shared/calls/answer.ts'
import type { Row } from '#shared/calls/crud.ts'
import type { Field, Kind } from '#shared/resource/field.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { dayProblemOf, parseTypedDay, parseTypedMoment } from '#web/fields/dates/dates.ts'
import { FieldInput } from '#web/fields/inputs/table.ts'
import { UnchosenTextsProvider } from '#web/fields/inputs/useChoices.ts'
import { toFormValue, isBlank } from '#web/fields/values.ts'
import { sentencesOf } from '#web/platform/api/problems.ts'
import { UnsavedChangesDialog, useUnsavedChangesGuard } from '#web/platform/navigation/UnsavedChanges.tsx'
import { useReauthInPlace } from '#web/platform/session/session.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { closesDropdown } from '#web/ui/dialogs/Dialog.tsx'
import { useSingleRun } from '#web/platform/useSingleRun.ts'
import { cellText } from './cellText.ts'
import styles from './CellEditor.module.css'

/** Repeaters cannot be edited in a cell. */
type CellField = Exclude<Field, { kind: 'repeater' }>

export type CellEditorProps = {
  resource: Pick<Resource, 'name' | 'model'>
  name: string
  field: CellField
  row: Row
  /** Saves with the version of the given row (optimistic locking). */
  onSave: (row: Row, value: unknown) => Promise<Answer>
  onClose: () => void
  /** Another user has deleted the record: nothing can be saved, but the typed text can still be copied. */
  isGone: boolean
}

/** Kinds that are saved on change; the others are saved on Enter or blur. */
const savedOnChange: ReadonlySet<Kind> = new Set(['switch', 'choice', 'select'])

/** Normalizes typed dates and times: on Enter the input has not been blurred, which would normalize it. */
const normalizers: Partial<Record<Kind, (typed: string) => string | null>> = {
  date: parseTypedDay,
  moment: parseTypedMoment,
}

/**
 * The input of a field in its cell. Enter and a click elsewhere save, Escape cancels, and leaving the page asks first; an
 * error is shown here and the typed value stays, and a text that was not chosen is named. If another user changes the field
 * meanwhile, a warning is shown, and only a second Enter overwrites their value.
 */
export function CellEditor(props: CellEditorProps) {
  const { resource, name, field, isGone } = props
  const language = useLanguage()
  const { list } = useStrings()
  const { value, change, save, isSaving, isUnsaved, error, concurrentChange } = useCellValue(props)
  const frame = useFocusInside<HTMLDivElement>()
  const [unchosen] = useState(() => new Map<string, string>())

  return (
    <>
      <div
        ref={frame}
        className={styles.editor}
        aria-busy={isSaving}
        onKeyDown={(event) => {
          // Escape closes an open list first, and then leaves the cell.
          if (closesDropdown(event)) event.stopPropagation()
          if (isSaveKey(event)) void save()
        }}
        onBlur={(event) => {
          const isHeld = error !== undefined || concurrentChange.isWarned || unchosen.size > 0
          if (!isHeld && hasFocusLeft(event)) void save()
        }}
      >
        <UnchosenTextsProvider value={unchosen}>
          <FieldInput
            field={field}
            name={name}
            resource={resource}
            value={value}
            onChange={change}
            onBlur={() => undefined}
            language={language}
            required={field.required === true}
            disabled={isSaving && savedOnChange.has(field.kind)}
            readOnly={false}
            error={isGone ? list.gone : (concurrentChange.warning ?? error)}
          />
        </UnchosenTextsProvider>
      </div>
      <LeaveQuestion isUnsaved={() => isUnsaved() || unchosen.size > 0} />
    </>
  )
}

/** Asks before the page is left with what is typed. */
function LeaveQuestion({ isUnsaved }: { isUnsaved: () => boolean }) {
  useReauthInPlace()
  const { leave: _, ...guard } = useUnsavedChangesGuard({ isUnsaved, isLeaving: isOtherPage, onClose: () => undefined })
  return <UnsavedChangesDialog {...guard} />
}

const isOtherPage: Parameters<typeof useUnsavedChangesGuard>[0]['isLeaving'] = ({ current, next }) =>
  current.pathname !== next.pathname

/** The typed value of a cell until it is saved, and the error of a failed save until the value changes. */
function useCellValue({ name, field, row, onSave, onClose, isGone }: CellEditorProps) {
  const [initialValue] = useState(() => toFormValue(field, row[name]))
  const [value, setValue] = useState(initialValue)
  const [error, setError] = useState<string>()
  const { isRunning: isSaving, runOnce } = useSingleRun()
  const { form } = useStrings()
  const concurrentChange = useConcurrentChange({ field, name, row, initialValue })

  const save = async (typed: unknown) => {
    if (isSaving) return
    const next = typeof typed === 'string' ? (normalizers[field.kind]?.(typed) ?? typed) : typed
    if (isSameValue(next, initialValue) || isSameValue(next, toFormValue(field, row[name]))) {
      onClose()
      return
    }
    if (isGone || concurrentChange.warnOnce()) return
    const problem = isBlank(field, next) ? undefined : dayProblemOf(field, next)
    if (problem) {
      setError(form.problems[problem])
      return
    }
    const answer = await runOnce(() => onSave(row, next))
    if (!answer) return
    if (answer.Status === 'success') onClose()
    else setError(sentencesOf(answer).join(' '))
  }
  const change = (next: unknown) => {
    setValue(next)
    setError(undefined)
    if (savedOnChange.has(field.kind) && !(field.required && isBlank(field, next))) void save(next)
  }

  // A link that is clicked takes the focus, by which the cell is saved.
  const isUnsaved = () => !isSaving && !isSameValue(value, initialValue)
  return { value, change, save: () => save(value), isSaving, isUnsaved, error, concurrentChange }
}

const isSameValue = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

type ConcurrentChangeInput = Pick<CellEditorProps, 'field' | 'name' | 'row'> & { initialValue: unknown }

/** Whether another user has changed this field since its editor was opened, and whether the user was warned. */
function useConcurrentChange({ field, name, row, initialValue }: ConcurrentChangeInput) {
  const language = useLanguage()
  const { list } = useStrings()
  const [warnedVersion, setWarnedVersion] = useState<number>()
  const isChanged = !isSameValue(toFormValue(field, row[name]), initialValue)
  return {
    warning: isChanged ? list.changedMeanwhile(cellText(field, row[name], language) || list.blank) : undefined,
    isWarned: isChanged && warnedVersion === row.version,
    /** Returns true on the first attempt to overwrite a version: it shows the warning instead of saving. */
    warnOnce: () => {
      setWarnedVersion(row.version)
      return isChanged && warnedVersion !== row.version
    },
  }
}

/** Enter, unless it selects in an open list or breaks a line. */
function isSaveKey({ key, target, shiftKey, defaultPrevented }: KeyboardEvent) {
  if (key !== 'Enter' || shiftKey || defaultPrevented || !(target instanceof HTMLInputElement)) return false
  return target.getAttribute('aria-expanded') !== 'true' && target.type !== 'checkbox' && target.type !== 'radio'
}

/**
 * Focus that moves to a calendar popover has not left the cell, nor has that of a window which is left for another. A click
 * outside of all controls moves it nowhere.
 */
const hasFocusLeft = ({ currentTarget, relatedTarget }: FocusEvent) =>
  relatedTarget instanceof Element
    ? !currentTarget.contains(relatedTarget) && !relatedTarget.closest('[role="dialog"]')
    : !currentTarget.contains(document.activeElement)

/** Focuses the input when the editor opens, and opens its list. `isReady` is whether the editor shows its input. */
export function useFocusInside<Frame extends HTMLElement>(isReady = true) {
  const frame = useRef<Frame>(null)
  useEffect(() => {
    // The chips of a multiselect have buttons, which are before its input.
    const input =
      frame.current?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea') ??
      frame.current?.querySelector<HTMLElement>('button')
    input?.focus()
    if (input instanceof HTMLInputElement && input.type !== 'checkbox') input.select()
    if (input?.ariaHasPopup) input.click()
  }, [isReady])
  return frame
}
