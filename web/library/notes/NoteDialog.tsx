import { useState, type ReactNode, useId, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Input, Textarea, TextInput } from '@mantine/core'
import { noteCategories, noteTypes } from '#shared/noteTypes.ts'
import type { Note } from '#shared/calls/notes.ts'
import { limits } from '#shared/limits.ts'
import { stripDirectionMarks } from '#shared/text/format/isolate.ts'
import { useFocusFirstError } from '#web/ui/useFocusFirstError.ts'
import { noProblems, problemsIn, withoutProblemsOf } from '#web/platform/api/problems.ts'
import { OfflineStatus, useLeave, WritingDialog } from '#web/platform/navigation/UnsavedChanges.tsx'
import { useReauthInPlace } from '#web/platform/session/session.ts'
import { noteStrings } from '#web/platform/strings/noteStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { showAnswer, showToast } from '#web/platform/toasts/toasts.tsx'
import { AnnotationIcon } from '#web/richText/AnnotationIcon.tsx'
import { DialogActions } from '#web/ui/dialogs/Dialog.tsx'
import { thaanaField } from '#web/platform/typing/thaanaKeyboard.ts'
import { ThaanaToggle } from '#web/platform/typing/ThaanaToggle.tsx'
import { Count } from '#web/ui/Text.tsx'
import { useSingleRun } from '#web/platform/useSingleRun.ts'
import { annotationTypeOf } from './noteTypes.ts'
import { Quote, SavedElsewhere } from './Quotes.tsx'
import {
  emptyNote,
  newerNote,
  type NoteDialogState,
  type NotesState,
  type NoteValues,
  sendNote,
  valuesOf,
} from './useNotes.ts'
import styles from './NoteDialog.module.css'

/** The dialog of a new note, or of one that is edited. */
export function NoteDialog({ notes }: { notes: NotesState }) {
  const { actions } = useStrings()
  const strings = noteStrings[useLanguage()]
  const { dialog } = notes
  const unsavedRef = useRef(false)
  const close = () => {
    const isEdited = dialog !== undefined && 'note' in dialog
    // What is written for a new note stays while another one is edited.
    unsavedRef.current = isEdited && notes.written !== undefined
    if (!isEdited) notes.setWritten(undefined)
    notes.setDialog(undefined)
    notes.article?.focus({ preventScroll: true })
  }
  return (
    <WritingDialog
      unsavedRef={unsavedRef}
      opened={dialog !== undefined}
      title={dialog && 'note' in dialog ? strings.editTitle : strings.newTitle}
      closeLabel={actions.close}
      onClose={close}
    >
      {dialog && (
        <NoteForm notes={notes} dialog={dialog} onChange={() => (unsavedRef.current = true)} onClose={close} />
      )}
    </WritingDialog>
  )
}

type FormProps = { notes: NotesState; dialog: NoteDialogState; onChange: () => void; onClose: () => void }

function NoteForm({ notes, dialog, onChange, onClose }: FormProps) {
  useReauthInPlace()
  const leave = useLeave()
  const strings = noteStrings[useLanguage()]
  const [values, setValues] = useState('note' in dialog ? valuesOf(dialog.note) : (notes.written ?? emptyNote))
  const { save, isSaving, errors, clearErrorsOf, form, theirs } = useSaveNote(notes, dialog, onClose)
  const set = (changed: Partial<NoteValues>) => {
    setValues({ ...values, ...changed })
    clearErrorsOf(changed)
    onChange()
  }
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save(values)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save(values)
      }}
    >
      <NoteFields
        quote={'note' in dialog ? dialog.note.quote : dialog.quote}
        isProtected={!notes.mayCopy}
        values={values}
        errors={errors}
        onChange={set}
      />
      {theirs && <SavedElsewhere key={theirs.updated_at} note={theirs} />}
      <DialogActions
        cancelLabel={strings.cancel}
        submitLabel={strings.save}
        icon="check"
        loading={isSaving}
        onCancel={leave}
      >
        <OfflineStatus />
      </DialogActions>
    </form>
  )
}

type FieldsProps = {
  quote: string
  isProtected: boolean
  values: NoteValues
  errors: Record<string, string>
  onChange: (changed: Partial<NoteValues>) => void
}

function NoteFields({ quote, isProtected, values, errors, onChange }: FieldsProps) {
  const { types, categories } = useStrings().reader
  const strings = noteStrings[useLanguage()]
  return (
    <>
      <div>
        <span className={styles.label}>{strings.selected}</span>
        <Quote isProtected={isProtected}>{quote}</Quote>
      </div>
      <ChoiceField
        label={strings.type}
        value={values.Type}
        options={noteTypes.map((type) => ({
          value: type,
          label: types[annotationTypeOf[type]],
          tone: annotationTypeOf[type],
          icon: <AnnotationIcon type={annotationTypeOf[type]} />,
        }))}
        onChoose={(Type) => onChange({ Type })}
      />
      <TitleField
        label={strings.title}
        error={errors['Title']}
        value={values.Title}
        onChange={(Title) => onChange({ Title: stripDirectionMarks(Title) })}
      />
      <ChoiceField
        label={strings.category}
        error={errors['Category']}
        value={values.Category}
        options={noteCategories.map((category) => ({ value: category, label: categories[category] }))}
        onChoose={(Category) => onChange({ Category })}
      />
      <DescriptionField
        label={strings.description}
        error={errors['Description']}
        value={values.Description}
        onChange={(Description) => onChange({ Description })}
      />
    </>
  )
}

/** Sends the note; the server reports every missing field at once, in the language of the screen. */
function useSaveNote(notes: NotesState, dialog: NoteDialogState, onClose: () => void) {
  const client = useQueryClient()
  const strings = noteStrings[useLanguage()]
  const [problems, setProblems] = useState(noProblems)
  const [theirs, setTheirs] = useState<Note>()
  const { form, focusFirstError } = useFocusFirstError()
  const { isRunning: isSaving, runOnce } = useSingleRun()
  const save = async (written: NoteValues) => {
    const answer = await runOnce(() => sendNote(notes.reference, theirs ? { note: theirs } : dialog, written))
    if (!answer) return
    // What is written gets another place.
    if (answer.Status === 'error' && isGone(answer.code)) {
      showAnswer(answer)
      await notes.reload()
      notes.chooseFor(written)
      return
    }
    if (answer.Status === 'error') {
      const newer = answer.code === 'changed-elsewhere' ? await newerNote(notes, dialog) : undefined
      setTheirs(newer ?? theirs)
      if (newer) return
      const found = problemsIn(answer)
      setProblems(found)
      if (['Title', 'Category', 'Description'].some((name) => name in found.fields)) focusFirstError()
      else showAnswer(answer)
      return
    }
    showToast('good', strings.saved)
    onClose()
    await client.invalidateQueries({ queryKey: ['notes', notes.reference] })
  }
  const clearErrorsOf = (changed: Partial<NoteValues>) =>
    setProblems((shown) => withoutProblemsOf(shown, ...Object.keys(changed)))
  return { save, isSaving, errors: problems.fields, clearErrorsOf, form, theirs }
}

/** The text of the note was changed, or the note was deleted elsewhere. */
const isGone = (code: string) => code === 'text-changed' || code === 'note-not-found'

type ChoiceProps<Value extends string> = {
  label: string
  value: Value | ''
  options: readonly { value: Value; label: string; tone?: string; icon?: ReactNode }[]
  error?: string | undefined
  onChoose: (value: Value) => void
}

/** A required choice of a few values, all visible. */
function ChoiceField<Value extends string>({ label, value, options, error, onChoose }: ChoiceProps<Value>) {
  const id = useId()
  return (
    <fieldset
      className={styles.choice}
      role="radiogroup"
      aria-required="true"
      aria-invalid={error !== undefined}
      aria-describedby={error && `${id}-error`}
    >
      <legend className={styles.label}>
        {label} <Required />
      </legend>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.value} className={styles.option} data-tone={option.tone}>
            <input
              type="radio"
              name={id}
              className={styles.radio}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            <span className={styles.face}>
              {option.icon}
              {option.label}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <Input.Error id={`${id}-error`} className={styles.error ?? ''} role="alert">
          {error}
        </Input.Error>
      )}
    </fieldset>
  )
}

const Required = () => (
  <span aria-hidden="true" className={styles.required}>
    *
  </span>
)

type TextProps = {
  label: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function TitleField({ onChange, ...field }: TextProps) {
  return (
    <TextInput
      {...field}
      {...thaanaField}
      rightSection={<ThaanaToggle />}
      rightSectionWidth={42}
      required
      data-autofocus
      classNames={{ input: styles.text ?? '' }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function DescriptionField({ onChange, ...field }: TextProps) {
  const [used, max] = [field.value.length, limits.note.description_letters].map((count) =>
    count.toLocaleString('en-US'),
  )
  return (
    <div>
      <Textarea
        {...field}
        {...thaanaField}
        required
        rows={4}
        classNames={{ input: styles.text ?? '' }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p className={styles.count}>
        <Count>{`${used} / ${max}`}</Count>
      </p>
    </div>
  )
}
