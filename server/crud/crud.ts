import type { z } from 'zod'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ContextWithoutDb, SessionContext } from '#server/endpoint/context.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { type Endpoints, authenticatedEndpoint, saveEndpoint } from '#server/endpoint/endpoint.ts'
import {
  type FindAnswer,
  historyInput,
  idInput,
  type Row,
  type SaveAnswer,
  textChangeInput,
  versionedInput,
} from '#shared/calls/crud.ts'
import type { ApiErrorCode } from '#shared/messages.ts'
import { path, permission } from '#shared/resource/names.ts'
import { findRow } from './find.ts'
import { readHistory, readTextChange, textFields } from './history.ts'
import { createInput, getInput, maxBodyBytes, partialUpdateInput, updateInput } from './input.ts'
import type { ResourceConfig } from './resourceConfig.ts'
import { hasRestrictedFields, readListed, recordRestrictedRead } from './restrictedReads.ts'
import { isInList, listRows, listFields } from './list.ts'
import type { ListQuery } from './listConditions.ts'
import { lookups } from './lookups.ts'
import { judgmentPictures, withPictureUrls } from './pictures.ts'
import { sanitizeInput } from './richTexts.ts'
import { type RecordInput, removeRow, saveRow } from './save.ts'

/** `listed`: the record as the list shows it to the user, if it was read already and not changed since. */
export type SaveResult = { id: number; changed: boolean; listed?: Row; Message?: string } & Pick<
  SaveAnswer,
  'password' | 'closeModal' | 'missing'
>

/** The steps of a resource that can be replaced. */
export type Steps<Prepared = undefined> = {
  /** Work of a save that takes long and needs its input alone: before the transaction. */
  prepare: (context: ContextWithoutDb, input: RecordInput) => Promise<Prepared>
  save: (context: SessionContext, config: ResourceConfig, input: RecordInput, prepared: Prepared) => Promise<SaveResult>
  remove: (
    context: SessionContext,
    config: ResourceConfig,
    input: { id: number; version?: number | undefined },
  ) => Promise<void>
  find: (context: SessionContext, config: ResourceConfig, id: number) => Promise<Row>
  /** Why the user, who may change records, may not change this one; undefined when they may. */
  findEditRefusal: (context: SessionContext, config: ResourceConfig, id: number) => Promise<ApiErrorCode | undefined>
}

/** The standard endpoints of a resource. A resource that differs replaces a step. */
export function crud<Prepared = undefined>(
  config: ResourceConfig,
  { prepare, save = saveRow, remove = removeRow, ...steps }: Partial<Steps<Prepared>> = {},
): Endpoints {
  return {
    ...lookups(config.resource),
    ...listEndpoints(config),
    ...recordEndpoints(config, steps),
    ...writeEndpoints(config, { ...(prepare && { prepare }), save, remove }),
  }
}

function listEndpoints(config: ResourceConfig): Endpoints {
  const { resource } = config
  const can = permission('read', resource)
  return {
    [path(resource, 'get')]: authenticatedEndpoint({
      about: `The list of ${resource.name}.`,
      can,
      input: getInput(resource),
      rateLimits: ['list'],
      transaction: false,
      reads: !hasRestrictedFields(resource),
      run: (context, input) => readList(context, config, toListQuery(config, input)),
    }),
    [path(resource, 'isDisplayed')]: authenticatedEndpoint({
      about: 'Whether a row matches the filters of the list.',
      can,
      // For a new row the specification sends its id and the search words alone.
      input: getInput(resource).partial().extend({ id: idInput.shape.id }),
      rateLimits: ['is-displayed'],
      transaction: false,
      reads: true,
      run: async ({ db, session }, { id, ...input }) => ({
        IsDisplayed: await isInList(db, config, id, toListQuery(config, input), session.abilities),
      }),
    }),
  }
}

async function readList(context: SessionContext, config: ResourceConfig, query: ListQuery) {
  const { abilities } = context.session
  const answer = await listRows(context.db, config, query, abilities)
  const ids = answer.data.map(({ id }) => id)
  await recordRestrictedRead(context, config.resource, { fields: listFields(config, abilities), ids })
  return answer
}

type ReadSteps = Partial<Pick<Steps, 'find' | 'findEditRefusal'>>

function recordEndpoints(config: ResourceConfig, steps: ReadSteps): Endpoints {
  const { resource } = config
  const can = permission('read', resource)
  return {
    [path(resource, 'find')]: authenticatedEndpoint({
      about: 'One record with all its fields.',
      can,
      input: idInput,
      rateLimits: ['record'],
      transaction: false,
      reads: !hasRestrictedFields(resource),
      run: (context, { id }) => findRecord(context, config, steps, id),
    }),
    [path(resource, 'history')]: authenticatedEndpoint({
      about: 'The history of a record: who changed what, newest first.',
      can,
      input: historyInput,
      rateLimits: ['record'],
      transaction: false,
      reads: !hasRestrictedFields(resource),
      run: (context, input) => findHistory(context, config, input),
    }),
    ...(textFields(resource).length > 0 && textEndpoints(config)),
  }
}

/** For a resource with the text of a judgment. */
function textEndpoints(config: ResourceConfig): Endpoints {
  const { resource } = config
  return {
    [path(resource, 'textChange')]: authenticatedEndpoint({
      about: 'A text of a record before and after one change of its history.',
      can: permission('read', resource),
      input: textChangeInput,
      rateLimits: ['list'],
      transaction: false,
      run: async ({ db, session }, input) => {
        await findRow(db, config, input.id, session.abilities)
        return { data: await readTextChange(db, resource, input, session.abilities) }
      },
    }),
  }
}

const findReadable: Steps['find'] = ({ db, session }, config, id) => findRow(db, config, id, session.abilities)

async function findRecord(
  context: SessionContext,
  config: ResourceConfig,
  { find = findReadable, findEditRefusal }: ReadSteps,
  id: number,
): Promise<FindAnswer> {
  const row = await find(context, config, id)
  // A text of megabytes is parsed in one turn of the event loop, and sent in another.
  if (textFields(config.resource).length > 0) await nextTurn()
  await recordRestrictedRead(context, config.resource, { fields: Object.keys(row), ids: [id] })
  const mayEdit = context.session.abilities.includes(permission('update', config.resource))
  const refusal = mayEdit ? await findEditRefusal?.(context, config, id) : undefined
  return {
    data: await withPictureUrls(config, row, context),
    ...judgmentPictures(config, row, context),
    ...(refusal && { refusal: new ApiError(refusal).toAnswer(context.language).Message }),
  }
}

/** Throws when the user may not read the record. */
async function findHistory(context: SessionContext, config: ResourceConfig, input: z.output<typeof historyInput>) {
  const { db, session } = context
  const { id } = input
  await findRow(db, config, id, session.abilities)
  const data = await readHistory(db, config.resource, input, session.abilities)
  const fields = data.flatMap((change) => change.fields.map(({ name }) => name))
  await recordRestrictedRead(context, config.resource, { fields: [...new Set(fields)], ids: [id] })
  return { data }
}

type WriteSteps<Prepared> = Pick<Steps<Prepared>, 'save' | 'remove'> & Partial<Pick<Steps<Prepared>, 'prepare'>>

/** Rich texts are sanitized before the transaction. */
function saving<Prepared>(config: ResourceConfig, { prepare, save }: WriteSteps<Prepared>) {
  return {
    prepare: async (context: ContextWithoutDb, input: RecordInput) => ({
      sanitized: await sanitizeInput(context, config.resource.fields, input),
      // Without the step, what it makes is undefined.
      prepared: (await prepare?.(context, input)) as Prepared,
    }),
    run: async (context: SessionContext, _: unknown, { sanitized, prepared }: PreparedSave<Prepared>) =>
      readSaved(context, config, await save(context, config, sanitized, prepared)),
  }
}

type PreparedSave<Prepared> = { sanitized: RecordInput; prepared: Prepared }

function writeEndpoints<Prepared>(config: ResourceConfig, steps: WriteSteps<Prepared>): Endpoints {
  const { resource, saveOptions = {} } = config
  return {
    [path(resource, 'create')]: saveEndpoint({
      about: 'Creates a record.',
      can: permission('create', resource),
      input: createInput(resource).extend(saveOptions),
      bodyBytes: maxBodyBytes(resource, 'Create'),
      ...saving(config, steps),
    }),
    [path(resource, 'update')]: saveEndpoint({
      about: 'Saves the form of a record.',
      can: permission('update', resource),
      input: updateInput(resource).extend(saveOptions),
      bodyBytes: maxBodyBytes(resource, 'Update'),
      ...saving(config, steps),
    }),
    [path(resource, 'partialUpdate')]: saveEndpoint({
      about: 'Saves the fields of a record that were edited in the list.',
      can: permission('update', resource),
      input: partialUpdateInput(resource).extend(saveOptions),
      bodyBytes: maxBodyBytes(resource, 'Update'),
      ...saving(config, steps),
    }),
    [path(resource, 'delete')]: saveEndpoint({
      about: 'Deletes a record.',
      can: permission('delete', resource),
      input: versionedInput,
      run: async (context, input) => {
        await steps.remove(context, config, input)
        return {}
      },
    }),
  }
}

/** The response of a save: the row as the list shows it, and other fields of a replaced step, such as a first password. */
async function readSaved(
  context: SessionContext,
  config: ResourceConfig,
  { id, changed: _, listed, ...otherFields }: SaveResult,
): Promise<SaveAnswer> {
  const row = await readListed(context, config, id, listed)
  if (!row)
    throw new Error(`${config.resource.name} ${id} was saved and cannot be read: does a step of its own delete it?`)
  return { data: await withPictureUrls(config, row, context), ...otherFields }
}

/** Separates the filters of the resource from the parameters of every list. */
function toListQuery({ resource }: ResourceConfig, input: Record<string, unknown>): ListQuery {
  const names = Object.keys(resource.filters ?? {})
  const { SearchQuery, Page, PageSize, Sort, Columns } = input as Omit<ListQuery, 'filters'>
  return {
    SearchQuery,
    Page,
    PageSize,
    Sort,
    Columns,
    filters: Object.fromEntries(names.map((name) => [name, input[name]])),
  }
}
