import { useFormContext, useWatch } from 'react-hook-form'
import { useState } from 'react'
import type { Resource } from '#shared/resource/resource.ts'
import { formatMoment } from '#shared/text/format/dates.ts'
import {
  conflictsOf,
  type MergeChoice,
  type TextConflict as ConflictOfText,
  type TextMerge,
} from '#shared/delta/merge.ts'
import { FieldValue } from '#web/fields/FieldValue.tsx'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { textVersionStrings } from '#web/platform/strings/textVersionStrings.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Isolated } from '#web/ui/Text.tsx'
import { classes } from '#web/ui/classes.ts'
import { type FieldConflict, changeChoices, textOf } from './conflict.ts'
import { isSameValue } from './draftStore.ts'
import type { FormValues } from './payload.ts'
import type { Conflict } from './useConflict.ts'
import { TextDiff } from './TextDiff.tsx'
import styles from './ConflictView.module.css'

type Props = { resource: Resource; conflict: Conflict }

/** Fields that another user, or a job, changed since the form opened: both values, and the choice for the next save. */
export function ConflictView({ resource, conflict: { conflicts, takenFields, changes, isJob } }: Props) {
  const { form } = useStrings()
  const language = useLanguage()
  const { job } = textVersionStrings[language]
  const names = takenFields.flatMap((name) => {
    const { form: position, label } = resource.fields[name] ?? {}
    return position === undefined || !label ? [] : label[language]
  })
  const actions: Record<string, string> = form.history.actions
  const title = (isJob && actions[changes[0]?.action ?? '']) || form.conflict.title
  return (
    <Alert tone={conflicts.length > 0 || !isJob ? 'caution' : 'note'} title={title} className={styles.alert ?? ''}>
      <p>{conflicts.length > 0 ? form.conflict.more : isJob ? job.merged : form.conflict.none}</p>
      {names.length > 0 && (
        <p>
          {isJob ? job.taken : form.conflict.taken} <b>{names.join(language === 'dv' ? '، ' : ', ')}</b>
        </p>
      )}
      {conflicts.map((conflict) => (
        <FieldConflictChoice key={conflict.name} conflict={conflict} isJob={isJob} resource={resource} />
      ))}
    </Alert>
  )
}

type ChoiceProps = { conflict: FieldConflict; isJob: boolean; resource: Resource }

function FieldConflictChoice({ conflict, isJob, resource }: ChoiceProps) {
  const strings = useStrings().form.conflict
  const language = useLanguage()
  const { job } = textVersionStrings[language]
  const { setValue, control } = useFormContext<FormValues>()
  const current = useWatch({ control, name: conflict.name })
  const field = resource.fields[conflict.name]
  if (!field) return null
  const sides = [
    { side: 'mine', label: strings.mine, value: conflict.mine },
    { side: 'theirs', label: isJob ? job.theirs : strings.theirs, value: conflict.theirs },
  ]
  const changedAt = conflict.at === undefined ? '' : formatMoment(conflict.at, language)
  return (
    <fieldset className={conflict.merge ? styles.text : styles.conflict}>
      <legend>
        {field.label[language]}{' '}
        <small>
          <Isolated>{strings.by(conflict.by ?? strings.someone, changedAt)}</Isolated>
        </small>
      </legend>
      {conflict.merge ? (
        <TextConflict name={conflict.name} merge={conflict.merge} />
      ) : (
        sides.map(({ side, label, value }) => (
          <label key={side} className={styles.side}>
            <input
              type="radio"
              name={`conflict-${conflict.name}`}
              checked={isSameValue(current, value)}
              onChange={() => setValue(conflict.name, value, { shouldDirty: true })}
            />
            <span>
              <b>{label}</b>
              <FieldValue field={field} value={value} language={language} />
            </span>
          </label>
        ))
      )}
    </fieldset>
  )
}

/** The paragraphs of a text that two users changed, each with a choice. The others are merged already. */
function TextConflict({ name, merge }: { name: string; merge: TextMerge }) {
  const t = textVersionStrings[useLanguage()]
  const { getValues, setValue } = useFormContext<FormValues>()
  const conflicts = conflictsOf(merge)
  const [choices, setChoices] = useState<readonly MergeChoice[]>(() => conflicts.map(() => 'mine'))
  const choose = (index: number, choice: MergeChoice) => {
    const next = choices.with(index, choice)
    setValue(name, changeChoices(merge, { before: choices, after: next }, textOf(getValues(name))), {
      shouldDirty: true,
    })
    setChoices(next)
  }
  return (
    <>
      <p className={styles.summary}>
        <Isolated>{t.conflicts(conflicts.length)}</Isolated>. {t.rest}
      </p>
      {conflicts.map((conflict, index) => (
        <ParagraphChoice
          key={index}
          group={`conflict-${name}-${index}`}
          title={t.place(index + 1, conflicts.length)}
          conflict={conflict}
          choice={choices[index]}
          onChoose={(choice) => choose(index, choice)}
        />
      ))}
    </>
  )
}

type TextChoiceProps = {
  group: string
  title: string
  conflict: ConflictOfText
  choice: MergeChoice | undefined
  onChoose: (choice: MergeChoice) => void
}

function ParagraphChoice({ group, title, conflict, choice, onChoose }: TextChoiceProps) {
  const { both } = textVersionStrings[useLanguage()]
  const { mine, theirs } = useStrings().form.conflict
  const labels: Record<MergeChoice, string> = { mine, theirs, both }
  return (
    <fieldset className={classes(styles.conflict, styles.paragraph)}>
      <legend>
        <Isolated>{title}</Isolated>
      </legend>
      {(['mine', 'theirs', 'both'] as const).map((side) => (
        <label key={side} className={styles.side} data-side={side}>
          <input type="radio" name={group} checked={choice === side} onChange={() => onChoose(side)} />
          <div>
            <b>{labels[side]}</b>
            {side !== 'both' && <TextDiff before={conflict.base} after={conflict[side]} />}
          </div>
        </label>
      ))}
    </fieldset>
  )
}
