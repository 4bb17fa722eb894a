import { useFormContext, useWatch } from 'react-hook-form'
import type { Resource } from '#shared/resource/resource.ts'
import { formatMoment } from '#shared/text/format/dates.ts'
import { Shown } from '#web/fields/shown.tsx'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { Alert } from '#web/ui/Alert.tsx'
import type { Clash } from './conflict.ts'
import { same } from './draft.ts'
import type { FormValues } from './payload.ts'
import type { Conflict } from './useConflict.ts'
import styles from './ConflictView.module.css'

type Props = { resource: Resource; conflict: Conflict }

/** What somebody else changed meanwhile, field by field: mine beside his, one of them chosen for the next save. */
export function ConflictView({ resource, conflict: { clashes, taken } }: Props) {
  const { form } = useStrings()
  const language = useLanguage()
  const names = taken.flatMap((name) => resource.fields[name]?.label[language] ?? [])
  return (
    <Alert tone="caution" title={form.conflict.title}>
      <p>{clashes.length > 0 ? form.conflict.more : form.conflict.none}</p>
      {names.length > 0 && (
        <p>
          {form.conflict.taken} <b>{names.join(language === 'dv' ? '، ' : ', ')}</b>
        </p>
      )}
      {clashes.map((clash) => (
        <OneClash key={clash.name} clash={clash} resource={resource} />
      ))}
    </Alert>
  )
}

function OneClash({ clash, resource }: { clash: Clash; resource: Resource }) {
  const { conflict } = useStrings().form
  const language = useLanguage()
  const { setValue, control } = useFormContext<FormValues>()
  const now = useWatch({ control, name: clash.name })
  const field = resource.fields[clash.name]
  if (!field) return null
  const sides = [
    { is: 'mine', label: conflict.mine, value: clash.mine },
    { is: 'theirs', label: conflict.theirs, value: clash.theirs },
  ]
  const when = clash.at === undefined ? '' : formatMoment(clash.at, language)
  return (
    <fieldset className={styles.clash}>
      <legend>
        {field.label[language]} <small>{conflict.by(clash.by ?? conflict.someone, when)}</small>
      </legend>
      {sides.map(({ is, label, value }) => (
        <label key={is} className={styles.side}>
          <input
            type="radio"
            name={`clash-${clash.name}`}
            checked={same(now, value)}
            onChange={() => setValue(clash.name, value, { shouldDirty: true })}
          />
          <span>
            <b>{label}</b>
            <Shown field={field} value={value} language={language} />
          </span>
        </label>
      ))}
    </fieldset>
  )
}
