import { useFormContext, useWatch } from 'react-hook-form'
import type { Resource } from '#shared/resource/resource.ts'
import { formatMoment } from '#shared/text/format/dates.ts'
import { FieldValue } from '#web/fields/FieldValue.tsx'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Isolated } from '#web/ui/Text.tsx'
import type { FieldConflict } from './conflict.ts'
import { isSameValue } from './draft.ts'
import type { FormValues } from './payload.ts'
import type { Conflict } from './useConflict.ts'
import { TextConflict } from './TextConflict.tsx'
import styles from './ConflictView.module.css'

type Props = { resource: Resource; conflict: Conflict }

/** Fields that another user changed since the form opened: my value next to theirs, and the choice for the next save. */
export function ConflictView({ resource, conflict: { conflicts, takenFields } }: Props) {
  const { form } = useStrings()
  const language = useLanguage()
  const names = takenFields.flatMap((name) => resource.fields[name]?.label[language] ?? [])
  return (
    <Alert tone="caution" title={form.conflict.title} className={styles.alert ?? ''}>
      <p>{conflicts.length > 0 ? form.conflict.more : form.conflict.none}</p>
      {names.length > 0 && (
        <p>
          {form.conflict.taken} <b>{names.join(language === 'dv' ? '، ' : ', ')}</b>
        </p>
      )}
      {conflicts.map((conflict) => (
        <FieldConflictChoice key={conflict.name} conflict={conflict} resource={resource} />
      ))}
    </Alert>
  )
}

function FieldConflictChoice({ conflict, resource }: { conflict: FieldConflict; resource: Resource }) {
  const strings = useStrings().form.conflict
  const language = useLanguage()
  const { setValue, control } = useFormContext<FormValues>()
  const current = useWatch({ control, name: conflict.name })
  const field = resource.fields[conflict.name]
  if (!field) return null
  const sides = [
    { side: 'mine', label: strings.mine, value: conflict.mine },
    { side: 'theirs', label: strings.theirs, value: conflict.theirs },
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
