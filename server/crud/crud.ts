import type { SessionContext } from '#server/endpoint/context.ts'
import { type Endpoints, authenticatedEndpoint } from '#server/endpoint/endpoint.ts'
import { idInput, type SaveAnswer, versionedInput } from '#shared/calls/crud.ts'
import { path, permission } from '#shared/resource/names.ts'
import { findRow, readRow } from './find.ts'
import { readHistory } from './history.ts'
import { createInput, getInput, partialUpdateInput, updateInput } from './input.ts'
import type { Kept } from './serverResource.ts'
import { isListed, type ListQuery, listRows, shownInList } from './list.ts'
import { lookups } from './lookups.ts'
import { withPictures } from './pictures.ts'
import { type Given, removeRow, saveRow } from './save.ts'

type Saved = { id: number; changed: boolean } & Pick<SaveAnswer, 'password' | 'closeModal'>

/** The steps of a resource that can be replaced. */
export type Steps = {
  save: (context: SessionContext, kept: Kept, given: Given) => Promise<Saved>
  remove: (context: SessionContext, kept: Kept, given: { id: number; version?: number | undefined }) => Promise<void>
}

/** The standard endpoints of a resource. Steps that differ are passed in; the rest is the same for every resource. */
export function crud(kept: Kept, { save = saveRow, remove = removeRow }: Partial<Steps> = {}): Endpoints {
  return { ...lookups(kept.resource), ...readEndpoints(kept), ...writeEndpoints(kept, { save, remove }) }
}

function readEndpoints(kept: Kept): Endpoints {
  const { resource } = kept
  const can = permission('read', resource)
  return {
    [path(resource, 'get')]: authenticatedEndpoint({
      about: `The list of ${resource.name}.`,
      can,
      input: getInput(resource),
      transaction: false,
      run: ({ db, session }, input) => listRows(db, kept, queryOf(kept, input), session.abilities),
    }),
    [path(resource, 'isDisplayed')]: authenticatedEndpoint({
      about: 'Whether a row is in the list as it is searched.',
      can,
      // Of a row that has just come, the specification asks by its id and the words alone.
      input: getInput(resource).partial().extend({ id: idInput.shape.id }),
      transaction: false,
      run: async ({ db, session }, { id, ...input }) => ({
        IsDisplayed: await isListed(db, kept, id, queryOf(kept, input), session.abilities),
      }),
    }),
    [path(resource, 'find')]: authenticatedEndpoint({
      about: 'A whole record.',
      can,
      input: idInput,
      transaction: false,
      run: async ({ db, session, signedFileUrl }, { id }) => ({
        data: withPictures(resource.fields, await findRow(db, kept, id, session.abilities), signedFileUrl),
      }),
    }),
    [path(resource, 'history')]: authenticatedEndpoint({
      about: 'Who changed what of a record, newest first.',
      can,
      input: idInput,
      transaction: false,
      run: (context, { id }) => findHistory(context, kept, id),
    }),
  }
}

/** The history of a record that may be read itself. */
async function findHistory({ db, session }: SessionContext, kept: Kept, id: number) {
  await findRow(db, kept, id, session.abilities)
  return { data: await readHistory(db, kept.resource, { id }, session.abilities) }
}

function writeEndpoints(kept: Kept, { save, remove }: Steps): Endpoints {
  const { resource } = kept
  const put = async (context: SessionContext, given: Given) => answerOf(context, kept, await save(context, kept, given))
  return {
    [path(resource, 'create')]: authenticatedEndpoint({
      about: 'Makes a record.',
      can: permission('create', resource),
      input: createInput(resource),
      run: put,
    }),
    [path(resource, 'update')]: authenticatedEndpoint({
      about: 'Saves the form of a record.',
      can: permission('update', resource),
      input: updateInput(resource),
      run: put,
    }),
    [path(resource, 'partialUpdate')]: authenticatedEndpoint({
      about: 'Saves the fields of a record that were edited in the list.',
      can: permission('update', resource),
      input: partialUpdateInput(resource),
      run: put,
    }),
    [path(resource, 'delete')]: authenticatedEndpoint({
      about: 'Deletes a record.',
      can: permission('delete', resource),
      input: versionedInput,
      run: async (context, input) => {
        await remove(context, kept, input)
        return {}
      },
    }),
  }
}

/** The row as the list shows it. What a step of its own tells beside it, such as a first password, goes on to the caller. */
async function answerOf(
  { db, session, signedFileUrl }: SessionContext,
  kept: Kept,
  { id, changed: _, ...told }: Saved,
): Promise<SaveAnswer> {
  const { resource } = kept
  const row = await readRow(db, kept, id, shownInList(kept, session.abilities))
  if (!row) throw new Error(`${resource.name} ${id} was saved a moment ago: why is it not there?`)
  return { data: withPictures(resource.fields, row, signedFileUrl), ...told }
}

/** The call apart: what every list takes, and the filters of this one. */
function queryOf({ resource }: Kept, input: Record<string, unknown>): ListQuery {
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
