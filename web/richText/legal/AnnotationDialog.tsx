import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { limits } from '#shared/limits.ts'
import { useFocusFirstError } from '#web/ui/useFocusFirstError.ts'
import { useLeave, WritingDialog } from '#web/platform/navigation/UnsavedChanges.tsx'
import { legalEditorStrings } from '#web/platform/strings/legalEditorStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { thaanaField } from '#web/platform/typing/thaanaKeyboard.ts'
import { AnnotationIcon } from '#web/richText/AnnotationIcon.tsx'
import { DialogActions, stopKeys } from '#web/ui/dialogs/Dialog.tsx'
import { classes } from '#web/ui/classes.ts'
import { Count, FreeText } from '#web/ui/Text.tsx'
import { NumbersInOrder } from './NoteCards.tsx'
import { type AnnotationData, annotationTypes, categories } from './marks.ts'
import tones from '#web/richText/tones.module.css'
import styles from './AnnotationDialog.module.css'

type Props = {
  /** The annotated words. */
  words: string
  /** The annotation that is changed; undefined for a new one. */
  initial: AnnotationData | undefined
  /** Saves and closes, or returns why that is not possible now: the dialog stays with what was written. */
  onSave: (data: AnnotationData) => string | undefined
  onClose: () => void
}

const empty: AnnotationData = { type: 'general', title: '', category: '', content: '' }
const required = ['title', 'category', 'content'] as const

/** Title, category and description are required; all that is missing is named at once. */
export function AnnotationDialog({ words, initial, onSave, onClose }: Props) {
  const { actions } = useStrings()
  const strings = legalEditorStrings[useLanguage()].annotation
  const { data, change, problemOf, refusal, unsavedRef, fields, save } = useAnnotationForm({ initial, onSave })
  return (
    // Keys of this dialog and its question do not reach the editor and the form under it.
    <div onKeyDown={stopKeys}>
      <WritingDialog
        unsavedRef={unsavedRef}
        opened
        onClose={onClose}
        title={initial ? strings.edit : strings.add}
        size="lg"
        closeLabel={actions.close}
      >
        <div ref={fields} className={styles.fields} onKeyDown={(event) => onKey(event, save)}>
          <Words>{words}</Words>
          <TypeChoice value={data.type} survives={initial?.type === 'neutral'} onChoose={(type) => change({ type })} />
          <Field label={strings.title} problem={problemOf('title')}>
            {(props) => (
              <input
                {...props}
                {...thaanaField}
                data-autofocus
                value={data.title}
                maxLength={limits.note.title_letters}
                onChange={(event) => change({ title: event.target.value })}
              />
            )}
          </Field>
          <CategoryChoice
            value={data.category}
            problem={problemOf('category')}
            onChoose={(category) => change({ category })}
          />
          <Field label={strings.content} problem={problemOf('content')} count={data.content.length}>
            {(props) => (
              <>
                <textarea
                  {...props}
                  {...thaanaField}
                  rows={4}
                  value={data.content}
                  maxLength={limits.document.note_letters}
                  onChange={(event) => change({ content: event.target.value })}
                />
                <NumbersInOrder of={data.content} />
              </>
            )}
          </Field>
          <Problem>{refusal}</Problem>
        </div>
        <Actions onSave={save} />
      </WritingDialog>
    </div>
  )
}

/** What is written, and what is missing once a save was tried. */
function useAnnotationForm({ initial, onSave }: Pick<Props, 'initial' | 'onSave'>) {
  const strings = legalEditorStrings[useLanguage()].annotation
  const [data, setData] = useState(initial ?? empty)
  const [isChecked, setChecked] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const missing = required.filter((name) => data[name].trim() === '')
  const problemOf = (name: (typeof required)[number]) =>
    isChecked && missing.includes(name) ? strings.needed[name] : undefined
  const unsavedRef = useRef(false)
  const { form: fields, focusFirstError } = useFocusFirstError<HTMLDivElement>()
  const change = (changes: Partial<AnnotationData>) => {
    unsavedRef.current = true
    setData({ ...data, ...changes })
  }
  const save = () => {
    setChecked(true)
    if (missing.length > 0) {
      focusFirstError()
      return
    }
    unsavedRef.current = false
    const refused = onSave({ ...data, title: data.title.trim(), content: data.content.trim() })
    unsavedRef.current = refused !== undefined
    setRefusal(refused)
  }
  return { data, change, problemOf, refusal, unsavedRef, fields, save }
}

function Words({ children }: { children: string }) {
  const strings = legalEditorStrings[useLanguage()].annotation
  return (
    <div>
      <span className={styles.label}>{strings.words}</span>
      <p className={styles.words} lang="dv" dir="rtl">
        <FreeText>{children}</FreeText>
      </p>
    </div>
  )
}

function Actions({ onSave }: { onSave: () => void }) {
  const { actions, form } = useStrings()
  const leave = useLeave()
  return (
    <div className={styles.foot}>
      <DialogActions
        cancelLabel={actions.cancel}
        submitLabel={form.save}
        icon="check"
        onCancel={leave}
        onSubmit={onSave}
      >
        <span className={styles.hint}>
          <kbd>Ctrl</kbd> <kbd>Enter</kbd> {form.save}
        </span>
      </DialogActions>
    </div>
  )
}

function onKey(event: KeyboardEvent, save: () => void) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
  save()
}

type FieldProps = {
  label: string
  problem: string | undefined
  count?: number
  children: (props: Record<string, unknown>) => ReactNode
}

function Field({ label, problem, count, children }: FieldProps) {
  const id = useId()
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label} <Star />
      </label>
      {children({
        id,
        className: styles.input,
        lang: 'dv',
        dir: 'rtl',
        'aria-required': true,
        'aria-invalid': problem !== undefined,
        'aria-describedby': problem === undefined ? undefined : `${id}-problem`,
      })}
      <div className={styles.below}>
        <Problem id={`${id}-problem`}>{problem}</Problem>
        {count !== undefined && (
          <Count>
            {count} / {limits.document.note_letters.toLocaleString('en')}
          </Count>
        )}
      </div>
    </div>
  )
}

const Star = () => (
  <span className={styles.star} aria-hidden="true">
    *
  </span>
)

const Problem = ({ id, children }: { id?: string; children: string | undefined }) =>
  children === undefined ? null : (
    <span id={id} role="alert" className={styles.problem}>
      {children}
    </span>
  )

type ChoiceProps = { value: string; onChoose: (value: string) => void }

/** The types that staff are offered; `neutral` only where it is already. */
function TypeChoice({ value, survives, onChoose }: ChoiceProps & { survives: boolean }) {
  const { types } = useStrings().reader
  const strings = legalEditorStrings[useLanguage()].annotation
  return (
    <Choice legend={strings.type}>
      {annotationTypes
        .filter((type) => type !== 'neutral' || survives)
        .map((type) => (
          <Option key={type} name="type" value={type} isChosen={value === type} tone={tones[type]} onChoose={onChoose}>
            <AnnotationIcon type={type} />
            {types[type]}
          </Option>
        ))}
    </Choice>
  )
}

function CategoryChoice({ value, problem, onChoose }: ChoiceProps & { problem: string | undefined }) {
  const { categories: labels } = useStrings().reader
  const strings = legalEditorStrings[useLanguage()].annotation
  const id = useId()
  return (
    <Choice legend={strings.category} problemId={problem === undefined ? undefined : id}>
      {[...categories].reverse().map((category) => (
        <Option
          key={category}
          name="category"
          value={category}
          isChosen={value === category}
          tone={styles.brand}
          onChoose={onChoose}
        >
          {labels[category]}
        </Option>
      ))}
      <Problem id={id}>{problem}</Problem>
    </Choice>
  )
}

function Choice({
  legend,
  problemId,
  children,
}: {
  legend: string
  problemId?: string | undefined
  children: ReactNode
}) {
  return (
    <fieldset
      className={styles.choice}
      role="radiogroup"
      aria-required="true"
      aria-invalid={problemId !== undefined}
      aria-describedby={problemId}
    >
      <legend className={styles.label}>
        {legend} <Star />
      </legend>
      {children}
    </fieldset>
  )
}

type OptionProps = {
  name: string
  value: string
  isChosen: boolean
  tone: string | undefined
  onChoose: (value: string) => void
  children: ReactNode
}

function Option({ name, value, isChosen, tone, onChoose, children }: OptionProps) {
  return (
    <label className={classes(styles.option, isChosen && styles.chosen, isChosen && tone)}>
      <input type="radio" name={name} checked={isChosen} onChange={() => onChoose(value)} />
      {children}
    </label>
  )
}
