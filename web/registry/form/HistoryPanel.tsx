import { useQuery } from '@tanstack/react-query'
import type { Change } from '#shared/calls/crud.ts'
import type { Field } from '#shared/resource/field.ts'
import { stateOf } from '#shared/resource/fieldState.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { failureOf, unwrapAnswer } from '#web/platform/api/query.ts'
import { callResource, resourceQueryKey } from '#web/platform/api/resource.ts'
import { FieldValue } from '#web/fields/FieldValue.tsx'
import { toFormValue } from '#web/fields/values.ts'
import { useSession } from '#web/platform/session/session.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { MomentText } from '#web/ui/Text.tsx'
import { type RestoreText, TextChange } from './TextChange.tsx'
import styles from './HistoryPanel.module.css'

type Props = {
  resource: Resource
  id: number
  /** Without it, earlier texts can only be read. */
  onRestore: RestoreText | undefined
}

/** The history of a record, newest first: who changed which field, from which value to which. */
export function HistoryPanel({ resource, id, onRestore }: Props) {
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
        <OneChange key={`${change.at} ${change.action}`} {...{ change, resource, id, onRestore }} />
      ))}
    </ol>
  )
}

function OneChange({ change, resource, id, onRestore }: Props & { change: Change }) {
  const session = useSession()
  const abilities = session.at === 'signed-in' ? session.decoded.abilities : []
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
                <dd data-text={field.kind === 'document' || undefined}>
                  {field.kind === 'document' ? (
                    <TextChange
                      {...{ resource, id, change }}
                      field={name}
                      onRestore={stateOf(field, 'Update', abilities) === 'open' ? onRestore : undefined}
                    />
                  ) : (
                    <FieldChange {...{ field, before, after }} isNew={change.action === 'create'} />
                  )}
                </dd>
              </div>
            )
          )
        })}
      </dl>
    </li>
  )
}

type FieldChangeProps = { field: Field; before: unknown; after: unknown; isNew: boolean }

function FieldChange({ field, before, after, isNew }: FieldChangeProps) {
  const { history } = useStrings().form
  const language = useLanguage()
  return (
    <>
      {!isNew && (
        <del aria-label={history.before}>
          <FieldValue field={field} value={toFormValue(field, before)} language={language} />
        </del>
      )}
      <ins aria-label={history.after}>
        <FieldValue field={field} value={toFormValue(field, after)} language={language} />
      </ins>
    </>
  )
}
