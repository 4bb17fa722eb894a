import { sql } from 'kysely'
import type { z } from 'zod'
import { readRow } from '#server/crud/find.ts'
import { picturedKinds, picturesOf } from '#server/crud/pictures.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { type Endpoints, authenticatedEndpoint, saveEndpoint } from '#server/endpoint/endpoint.ts'
import { parse } from '#server/http/parse.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { FileNeeds } from '#server/session/fileLinks.ts'
import type { Row } from '#shared/calls/crud.ts'
import { fileInput, type LinkAnswer } from '#shared/calls/files.ts'
import { modes, stateOf } from '#shared/resource/fieldState.ts'
import { path, permission } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { resources } from '#shared/resources/index.ts'

type Input = z.output<typeof fileInput>

/**
 * A file is removed from its record by the update endpoint in `resourceEndpoints`. `host` is the origin of file links when
 * it differs from that of the web.
 */
export function fileEndpoints(resourceEndpoints: Endpoints, host = ''): Endpoints {
  const base = host.replace(/\/+$/, '')
  return {
    'files/link': authenticatedEndpoint({
      about: 'A signed link to a file of a record, or to an upload of the user, that expires after a few minutes.',
      input: fileInput,
      scopes: ['records:read'],
      rateLimits: ['record'],
      transaction: false,
      run: async (context, input): Promise<LinkAnswer> => {
        return { data: { link: base + context.signedFileUrl(input.id, await needsOf(context, input)) } }
      },
    }),
    'files/delete': saveEndpoint({
      about: 'Deletes an upload of the user, or removes a file from its record.',
      input: fileInput,
      scopes: ['records:write'],
      run: (context, input) => removeFile(resourceEndpoints, context, input),
    }),
  }
}

/** Throws `not-found` for a file that the session may not read. */
async function needsOf(context: SessionContext, input: Input): Promise<FileNeeds> {
  if (await isOwnUpload(context, input.id)) return 'own-upload'
  const reference = await findReference(context, input, 'read')
  if (!reference) throw new ApiError('not-found')
  return { permission: permission('read', reference.resource) }
}

async function isOwnUpload({ db, session }: SessionContext, id: number) {
  const { rows } = await sql`
    select from files where id = ${id} and owner_id = ${session.user_id} and type = 'Temp'`.execute(db)
  return rows.length > 0
}

type FileReference = { resource: Resource; row: number; field: string; version: number }

/** The field that refers to a file in a record with which the user may do so, or undefined. Throws `not-allowed`. */
async function findReference(
  { db, session }: SessionContext,
  input: Input,
  action: 'read' | 'update',
): Promise<FileReference | undefined> {
  const resource: Resource | undefined = resources.find(({ name }) => name === input.resource)
  if (!resource || input.row === undefined) return undefined
  if (!session.abilities.includes(permission(action, resource))) throw new ApiError('not-allowed')

  const names = Object.entries(resource.fields)
    .filter(([, field]) => field.kind === 'file' || picturedKinds.has(field.kind))
    .filter(
      ([, field]) => !field.computed && modes.some((mode) => stateOf(field, mode, session.abilities) !== 'absent'),
    )
    .map(([name]) => name)
  const isFileField = (name: string) => resource.fields[name]?.kind === 'file'
  const referenceIn = async (part: string[], fieldOf: (row: Row) => string | undefined) => {
    const row = part.length > 0 ? await readRow(db, { resource }, input.row ?? 0, part) : undefined
    const field = row && fieldOf(row)
    return row && field !== undefined ? { resource, row: row.id, field, version: row.version } : undefined
  }
  const files = names.filter(isFileField)
  const texts = names.filter((name) => !isFileField(name))
  // A text of megabytes is read only for one of its pictures.
  return (
    (await referenceIn(files, (row) => files.find((name) => isFile(row[name], input.id)))) ??
    (await referenceIn(texts, (row) => fieldWithPicture(resource, row, input.id)))
  )
}

const isFile = (value: unknown, id: number) =>
  typeof value === 'object' && value !== null && 'media_type' in value && 'id' in value && value.id === id

const fieldWithPicture = (resource: Resource, row: Row, id: number) =>
  picturesOf(resource.fields, row).find(({ files }) => files.includes(id))?.name

/** Returns false also for an upload that a save has just attached to a record. */
async function deleteOwnUpload({ db, session }: SessionContext, id: number) {
  const { rows } = await sql`
    delete from files where id = ${id} and owner_id = ${session.user_id} and type = 'Temp' returning id`.execute(db)
  return rows.length > 0
}

async function removeFile(resourceEndpoints: Endpoints, context: SessionContext, input: Input) {
  if (await deleteOwnUpload(context, input.id)) return {}
  const reference = await findReference(context, input, 'update')
  if (!reference || reference.resource.fields[reference.field]?.kind !== 'file') throw new ApiError('not-found')
  const { resource, row, field, version } = reference
  const updateEndpoint = resourceEndpoints[path(resource, 'partialUpdate')]
  if (!updateEndpoint) throw new Error(`${resource.name} has no endpoint that updates a record: see server/app.ts`)
  const update = parse(updateEndpoint.input, { id: row, version: input.version ?? version, [field]: null })
  return updateEndpoint.run(context, update, await updateEndpoint.prepare?.(context, update))
}
