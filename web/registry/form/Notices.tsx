import { useQuery } from '@tanstack/react-query'
import type { Change } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { formatMoment } from '#shared/text/format/dates.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { callResource, resourceQueryKey } from '#web/platform/api/resource.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Isolated } from '#web/ui/Text.tsx'
import { changesBetween } from './conflict.ts'
import { ConflictView } from './ConflictView.tsx'
import type { useConflict } from './useConflict.ts'
import type { useDraft } from './useDraft.ts'
import styles from './Form.module.css'

type Props = {
  resource: Resource
  draft: ReturnType<typeof useDraft>
  conflict: ReturnType<typeof useConflict>
  isExpired: boolean
  isGone: boolean
  /** The record and the two versions between which other users changed it. */
  changes: { id: number; from: number; to: number } | undefined
  version: number | undefined
  onRestore: () => void
}

/** Notices above the form: an earlier draft, and changes by other users since the form opened. */
export function Notices({ resource, draft, conflict, isExpired, isGone, changes, version, onRestore }: Props) {
  const { form } = useStrings()
  const language = useLanguage()
  const { offered } = draft
  const isOlder = offered !== undefined && version !== undefined && offered.version !== version
  return (
    <div className={styles.notices}>
      {offered && (
        <Alert tone="note" title={form.draft.title}>
          <p>
            <Isolated>{form.draft.of(formatMoment(offered.at, language))}</Isolated>
          </p>
          {isOlder && <p>{form.draft.older}</p>}
          <div className={styles.noticeActions}>
            <Button size="sm" onClick={onRestore}>
              {form.draft.restore}
            </Button>
            <Button size="sm" variant="ghost" onClick={draft.discard}>
              {form.draft.forget}
            </Button>
          </div>
        </Alert>
      )}
      {isGone && <Alert tone="bad" title={form.conflict.gone} />}
      {isExpired && !isGone && (
        <Alert tone="bad" title={form.expired}>
          {changes && <ChangedBy resource={resource} {...changes} />}
          <Button size="sm" variant="outline" onClick={() => void conflict.mergeTheirs([])}>
            {form.conflict.look}
          </Button>
        </Alert>
      )}
      {conflict.merged && !isExpired && <ConflictView resource={resource} conflict={conflict.merged} />}
    </div>
  )
}

type ChangedByProps = { resource: Resource; id: number; from: number; to: number }

/** Which users changed which fields between two versions of a record. */
function ChangedBy({ resource, id, from, to }: ChangedByProps) {
  const { form } = useStrings()
  const language = useLanguage()
  const history = useQuery({
    queryKey: [...resourceQueryKey(resource), 'history', id, to],
    queryFn: async ({ signal }) => unwrapAnswer(await callResource(resource, 'history', { id }, { signal })),
  })
  const nameOf = (field: string) => resource.fields[field]?.label[language] ?? []
  const actions: Record<string, string> = form.history.actions
  /** The labels of the changed fields or, if there are none, the name of the action. */
  const whatOf = ({ fields, action }: Change) =>
    fields.flatMap(({ name }) => nameOf(name)).join(language === 'dv' ? '، ' : ', ') || (actions[action] ?? action)
  return (
    <ul>
      {changesBetween(history.data?.data ?? [], { from, to }).map((change) => (
        <li key={`${change.version} ${change.at}`}>
          <Isolated>{form.conflict.by(change.by ?? form.conflict.someone, formatMoment(change.at, language))}</Isolated>
          : <b>{whatOf(change)}</b>
        </li>
      ))}
    </ul>
  )
}
