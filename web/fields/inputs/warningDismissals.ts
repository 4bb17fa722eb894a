import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '#shared/calls/answer.ts'
import type { WarningDismissal, WarningDismissalsAnswer } from '#shared/calls/warningDismissals.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { callResource, resourceQueryKey } from '#web/platform/api/resource.ts'
import { useSession } from '#web/platform/session/session.ts'
import { showAnswer } from '#web/platform/toasts/toasts.tsx'

type Named = Pick<Resource, 'name'>

/** The dismissed warnings of a text. Those of a new record are in the cache only, until it is created. */
const dismissalsQuery = (resource: Named, id: number | undefined) =>
  queryOptions({
    queryKey: [...resourceQueryKey(resource), 'warningDismissals', id ?? 'new'],
    queryFn: async ({ signal }): Promise<WarningDismissal[]> =>
      id === undefined ? [] : unwrapAnswer(await callResource(resource, 'warningDismissals', { id }, { signal })).data,
    staleTime: 0,
    // Those of a new record are removed with its form (`forgetNewDismissals`).
    ...(id === undefined && { gcTime: Infinity }),
  })

/** The dismissals that are shown in an editor, and how they change. They are loaded again when the window gets the focus. */
export function useWarningDismissals(resource: Named, id: number | undefined, isEditable: boolean) {
  const queries = useQueryClient()
  const session = useSession()
  const query = dismissalsQuery(resource, id)
  const { data: all = none } = useQuery({
    ...query,
    enabled: isEditable && id !== undefined,
    refetchOnWindowFocus: true,
  })
  const update = (change: (known: WarningDismissal[]) => WarningDismissal[]) =>
    queries.setQueryData(query.queryKey, (known: WarningDismissal[] = []) => change(known))
  const showSaved = (answer: Answer<WarningDismissalsAnswer>) => {
    if (answer.Status === 'success') update(() => answer.data)
    else showAnswer(answer)
  }
  return {
    all,
    dismiss: async (warning: string, reason: string) => {
      if (id !== undefined) {
        showSaved(await callResource(resource, 'dismissWarning', { id, Warning: warning, Reason: reason }))
        return
      }
      const by = session.at === 'signed-in' ? session.decoded.user.name : ''
      update((known) => [...known, { warning, reason, by, at: new Date().toISOString() }])
    },
    restore: async (warning: string) => {
      if (id !== undefined) showSaved(await callResource(resource, 'restoreWarning', { id, Warning: warning }))
      else update((known) => known.filter((one) => one.warning !== warning))
    },
  }
}

const none: readonly WarningDismissal[] = []

/** The ids of the dismissed warnings; none when they cannot be loaded. */
export async function loadDismissed(queries: QueryClient, resource: Named, id: number | undefined) {
  const query = dismissalsQuery(resource, id)
  const all =
    id === undefined ? queries.getQueryData(query.queryKey) : await queries.query(query).catch(() => undefined)
  return new Set((all ?? none).map(({ warning }) => warning))
}

/** Stores the dismissals that were made before the record existed. */
export async function saveNewDismissals(queries: QueryClient, resource: Named, id: number) {
  const all = queries.getQueryData(dismissalsQuery(resource, undefined).queryKey) ?? []
  forgetNewDismissals(queries, resource)
  for (const { warning, reason } of all)
    await callResource(resource, 'dismissWarning', { id, Warning: warning, Reason: reason })
}

export const forgetNewDismissals = (queries: QueryClient, resource: Named) =>
  queries.removeQueries({ queryKey: dismissalsQuery(resource, undefined).queryKey })
