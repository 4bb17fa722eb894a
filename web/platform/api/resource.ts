import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#shared/calls/answer.ts'
import type { Change, FindAnswer, ListAnswer, LookupAnswer, Row, SaveAnswer } from '#shared/calls/crud.ts'
import { path } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { ask } from './client.ts'
import { succeed } from './query.ts'

/** What is asked of a list beside its filters. */
export type ListRequest = {
  SearchQuery?: string
  Page?: number
  PageSize?: number
  Sort?: { by: string; descending?: boolean }
  Columns?: Record<string, string>
} & Record<string, unknown>

/** The calls that every resource has: what each takes, and what its answer holds. */
type ResourceCalls = {
  get: { input: ListRequest; answer: ListAnswer }
  isDisplayed: { input: ListRequest & { id: number }; answer: { IsDisplayed: boolean } }
  find: { input: { id: number }; answer: FindAnswer }
  history: { input: { id: number }; answer: { data: Change[] } }
  create: { input: Record<string, unknown>; answer: SaveAnswer }
  update: { input: { id: number; version: number } & Record<string, unknown>; answer: SaveAnswer }
  partialUpdate: { input: { id: number; version: number } & Record<string, unknown>; answer: SaveAnswer }
  delete: { input: { id: number; version?: number }; answer: object }
}

type Options = { signal?: AbortSignal }

/** Asks a resource by its description. A failure is an answer too. */
export const askResource = <Verb extends keyof ResourceCalls>(
  resource: Pick<Resource, 'name'>,
  verb: Verb,
  input: ResourceCalls[Verb]['input'],
  options: Options = {},
): Promise<Answer<ResourceCalls[Verb]['answer']>> =>
  ask<ResourceCalls[Verb]['answer']>(path(resource, verb), input, options)

/** The rows of a list. A page that is past the end, as where its only row has gone, is the last one. */
export async function askList(
  resource: Pick<Resource, 'name'>,
  request: ListRequest,
  options: Options = {},
): Promise<Answer<ListAnswer>> {
  const answer = await askResource(resource, 'get', request, options)
  if (answer.Status === 'success' || answer.code !== 'page-past-end') return answer
  return askResource(resource, 'get', { ...request, Page: answer.payload.pages ?? 1 }, options)
}

/** Gives a person a new first password. It is told only once. */
export const resetPassword = ({ id, version }: Row) =>
  ask<{ password: string }>('users/password/reset', { id, version })

/** One step of an analysis that is no change of its fields. */
export const moveAnalysis = (step: 'cancel' | 'markAsNonChargeable', { id, version }: Row) =>
  ask(`analysis/${step}`, { id, version })

/** Asks for an analysis to be run, for the first time or again. */
export const runAnalysis = ({ id, version }: Row) => ask('analysis/runAnalysis', { id, version })

/** The one choice of a select that has this id, if there is one, by the name of its call: `caseFiles/getCourtList`. */
export const askChoice = (call: string, id: number, options: Options = {}) =>
  ask<LookupAnswer>(call, { Chosen: id }, options)

/** Everything that was asked of one resource begins with the same key, so that one word makes it all stale. */
export const keysOf = (resource: Pick<Resource, 'name'>) => ['resource', resource.name] as const

export const listQuery = (resource: Pick<Resource, 'name'>, request: ListRequest) =>
  queryOptions({
    queryKey: [...keysOf(resource), 'get', request],
    queryFn: async ({ signal }) => succeed(await askList(resource, request, { signal })),
  })

/** A record is read anew whenever it is opened: what is edited must be what is kept. */
export const recordQuery = (resource: Pick<Resource, 'name'>, id: number) =>
  queryOptions({
    queryKey: [...keysOf(resource), 'find', id],
    queryFn: async ({ signal }) => succeed(await askResource(resource, 'find', { id }, { signal })),
    staleTime: 0,
    gcTime: 0,
  })
