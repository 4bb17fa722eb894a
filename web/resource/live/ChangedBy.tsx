import { useQuery } from '@tanstack/react-query'
import type { Change } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { formatMoment } from '#shared/text/dates.ts'
import { succeed } from '#web/api/query.ts'
import { askResource, keysOf } from '#web/api/resource.ts'
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
  const changes: Change[] = (history.data?.data ?? []).slice(0, to - from)
  return (
    <ul>
      {changes.map((change) => (
        <li key={change.at}>
          {form.conflict.by(change.by ?? form.conflict.someone, formatMoment(change.at, language))}:{' '}
          <b>{change.fields.flatMap(({ name }) => nameOf(name)).join(language === 'dv' ? '، ' : ', ')}</b>
        </li>
      ))}
    </ul>
  )
}
