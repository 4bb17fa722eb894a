import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#shared/calls/answer.ts'
import type {
  Change,
  FindAnswer,
  ListAnswer,
  LookupAnswer,
  Row,
  SaveAnswer,
  SetAnswer,
  TextChangeAnswer,
} from '#shared/calls/crud.ts'
import type { WarningDismissalsAnswer } from '#shared/calls/warningDismissals.ts'
import type { Delta } from '#shared/delta/delta.ts'
import { path } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { postPath } from './client.ts'
import { unwrapAnswer } from './query.ts'

/** The request of a list: search, page, order and column filters besides its own filters. */
export type ListRequest = {
  SearchQuery?: string
  Page?: number
  PageSize?: number
  Sort?: { by: string; descending?: boolean }
  Columns?: Record<string, string>
} & Record<string, unknown>

/** The standard calls of a resource: the input and the answer of each. */
type ResourceCalls = {
  get: { input: ListRequest; answer: ListAnswer }
  isDisplayed: { input: ListRequest & { id: number }; answer: { IsDisplayed: boolean } }
  find: { input: { id: number }; answer: FindAnswer }
  history: { input: { id: number; before?: number }; answer: { data: Change[] } }
  textChange: { input: { id: number; version: number; field: string }; answer: TextChangeAnswer }
  create: { input: Record<string, unknown>; answer: SaveAnswer }
  update: { input: { id: number; version: number } & Record<string, unknown>; answer: SaveAnswer }
  partialUpdate: { input: { id: number; version: number } & Record<string, unknown>; answer: SaveAnswer }
  delete: { input: { id: number; version?: number }; answer: object }
  /** Resources with the text of a judgment. */
  set: { input: { id: number; version: number; Delta: Delta }; answer: SetAnswer }
  warningDismissals: { input: { id: number }; answer: WarningDismissalsAnswer }
  dismissWarning: { input: { id: number; Warning: string; Reason: string }; answer: WarningDismissalsAnswer }
  restoreWarning: { input: { id: number; Warning: string }; answer: WarningDismissalsAnswer }
}

type Options = { signal?: AbortSignal; key?: string }

const saves: ReadonlySet<keyof ResourceCalls> = new Set([
  'create',
  'update',
  'partialUpdate',
  'delete',
  'set',
  'dismissWarning',
  'restoreWarning',
])

/** Calls a resource by its description. A failure is returned as an answer. */
export const callResource = <Verb extends keyof ResourceCalls>(
  resource: Pick<Resource, 'name'>,
  verb: Verb,
  input: ResourceCalls[Verb]['input'],
  options: Options = {},
): Promise<Answer<ResourceCalls[Verb]['answer']>> =>
  postPath<ResourceCalls[Verb]['answer']>(path(resource, verb), input, { ...options, isSave: saves.has(verb) })

/** Fetches the rows of a list. A page past the end, as after its only row is deleted, becomes the last page. */
export async function fetchList(
  resource: Pick<Resource, 'name'>,
  request: ListRequest,
  options: Options = {},
): Promise<Answer<ListAnswer>> {
  const answer = await callResource(resource, 'get', request, options)
  if (answer.Status === 'success' || answer.code !== 'page-past-end') return answer
  return callResource(resource, 'get', { ...request, Page: answer.payload.pages ?? 1 }, options)
}

/** Resets a user's password. The new one is in this answer only; a closed account has none until it is opened. */
export const resetPassword = ({ id, version }: Row) =>
  postPath<{ password?: string }>('users/password/reset', { id, version }, { isSave: true })

/** Removes the second factors of a user. */
export const resetFactors = ({ id, version }: Row) => postPath('users/factors/reset', { id, version }, { isSave: true })

/** What changes the state of an analysis, which is not an update of its fields: `runAnalysis` for the first time or again. */
export type AnalysisStep = 'runAnalysis' | 'readByOcr' | 'cancel' | 'markAsNonChargeable' | 'markAsPaid'
export const changeAnalysis = (step: AnalysisStep, { id, version }: Row) =>
  postPath(`analysis/${step}`, { id, version }, { isSave: true })

/** The one choice with this id, if it exists, by the name of the call: `caseFiles/getCourtList`. */
export const fetchChoice = (call: string, id: number, options: Options = {}) =>
  postPath<LookupAnswer>(call, { Chosen: id }, options)

/** The common query key prefix of one resource, to invalidate all of its queries at once. */
export const resourceQueryKey = (resource: Pick<Resource, 'name'>) => ['resource', resource.name] as const

export const listQuery = (resource: Pick<Resource, 'name'>, request: ListRequest) =>
  queryOptions({
    queryKey: [...resourceQueryKey(resource), 'get', request],
    queryFn: async ({ signal }) => unwrapAnswer(await fetchList(resource, request, { signal })),
  })

/** A record is fetched each time it is opened: a form must edit the stored values. */
export const recordQuery = (resource: Pick<Resource, 'name'>, id: number) =>
  queryOptions({
    queryKey: [...resourceQueryKey(resource), 'find', id],
    queryFn: async ({ signal }) => unwrapAnswer(await callResource(resource, 'find', { id }, { signal })),
    staleTime: 0,
    gcTime: 0,
  })
