import { useQuery } from '@tanstack/react-query'
import type { Change } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { failureOf, unwrapAnswer } from '#web/platform/api/query.ts'
import { callResource, resourceQueryKey } from '#web/platform/api/resource.ts'
import { FieldValue } from '#web/fields/FieldValue.tsx'
import { toFormValue } from '#web/fields/values.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { MomentText } from '#web/ui/Text.tsx'
import styles from './HistoryPanel.module.css'

type Props = { resource: Resource; id: number }

/** The history of a record, newest first: who changed which field, from which value to which. */
export function HistoryPanel({ resource, id }: Props) {
  const { form, page } = useStrings()
  const history = useQuery({
    queryKey: [...resourceQueryKey(resource), 'history', id],
    queryFn: async ({ signal }) => unwrapAnswer(await callResource(resource, 'history', { id }, { signal })),
    staleTime: 0,
  })
  if (history.isError) return <Alert tone="bad">{failureOf(history.error)?.Message}</Alert>
  if (!history.data)
    return (
      <div role="status" aria-label={page.loading}>
        <Spinner size={24} />
      </div>
    )
  if (history.data.data.length === 0) return <p className={styles.none}>{form.history.empty}</p>
  return (
    <ol className={styles.history}>
      {history.data.data.map((change) => (
        <OneChange key={`${change.at} ${change.action}`} change={change} resource={resource} />
      ))}
    </ol>
  )
}

function OneChange({ change, resource }: { change: Change; resource: Resource }) {
  const { history } = useStrings().form
  const language = useLanguage()
  const actions: Record<string, string> = history.actions
  return (
    <li className={styles.change}>
      <p className={styles.head}>
        <b>{actions[change.action] ?? change.action}</b>
        <bdi>{change.by ?? history.system}</bdi>
        <MomentText moment={change.at} language={language} />
      </p>
      <dl className={styles.fields}>
        {change.fields.map(({ name, before, after }) => {
          const field = resource.fields[name]
          return (
            field && (
              <div key={name}>
                <dt>{field.label[language]}</dt>
                <dd>
                  {change.action !== 'create' && (
                    <del aria-label={history.before}>
                      <FieldValue field={field} value={toFormValue(field, before)} language={language} />
                    </del>
                  )}
                  <ins aria-label={history.after}>
                    <FieldValue field={field} value={toFormValue(field, after)} language={language} />
                  </ins>
                </dd>
              </div>
            )
          )
        })}
      </dl>
    </li>
  )
}
