import { useQuery } from '@tanstack/react-query'
import type { Change } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { formatMoment } from '#shared/text/dates.ts'
import { succeed } from '#web/api/query.ts'
import { askResource, keysOf } from '#web/api/resource.ts'
import { changesBetween } from '../form/conflict.ts'
import { useLanguage, useStrings } from '#web/strings/strings.ts'

type Props = { resource: Resource; id: number; from: number; to: number }

/** Who changed which fields between two versions of a record. */
export function ChangedBy({ resource, id, from, to }: Props) {
  const { form } = useStrings()
  const language = useLanguage()
  const history = useQuery({
    queryKey: [...keysOf(resource), 'history', id, to],
    queryFn: async ({ signal }) => succeed(await askResource(resource, 'history', { id }, { signal })),
  })
  const nameOf = (field: string) => resource.fields[field]?.label[language] ?? []
  const acts: Record<string, string> = form.history.acts
  /** The fields that were changed, or what else was done. */
  const whatOf = ({ fields, action }: Change) =>
    fields.flatMap(({ name }) => nameOf(name)).join(language === 'dv' ? '، ' : ', ') || (acts[action] ?? action)
  return (
    <ul>
      {changesBetween(history.data?.data ?? [], { from, to }).map((change) => (
        <li key={`${change.version} ${change.at}`}>
          {form.conflict.by(change.by ?? form.conflict.someone, formatMoment(change.at, language))}:{' '}
          <b>{whatOf(change)}</b>
        </li>
      ))}
    </ul>
  )
}
