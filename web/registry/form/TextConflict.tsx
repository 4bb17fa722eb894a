import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { conflictsOf, type MergeChoice, type TextConflict as Conflict, type TextMerge } from '#shared/delta/merge.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { textVersionStrings } from '#web/platform/strings/textVersionStrings.ts'
import { classes } from '#web/ui/classes.ts'
import { Isolated } from '#web/ui/Text.tsx'
import { changeChoices, textOf } from './conflict.ts'
import type { FormValues } from './payload.ts'
import { TextDiff } from './TextDiff.tsx'
import styles from './ConflictView.module.css'

/** The paragraphs of a text that two users changed, each with a choice. The others are merged already. */
export function TextConflict({ name, merge }: { name: string; merge: TextMerge }) {
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

type ChoiceProps = {
  group: string
  title: string
  conflict: Conflict
  choice: MergeChoice | undefined
  onChoose: (choice: MergeChoice) => void
}

function ParagraphChoice({ group, title, conflict, choice, onChoose }: ChoiceProps) {
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
