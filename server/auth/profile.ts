import { sql } from 'kysely'
import { onlyRow } from '#server/db/onlyRow.ts'
import { z } from 'zod'
import { record } from '#server/audit/record.ts'
import type { AuthServices } from './services.ts'
import { bufferSource } from '#server/files/byteSource.ts'
import { type PictureHeader, pictureTypes, readPictureHeader } from '#server/files/imageHeader.ts'
import { lockForUpload } from '#server/files/fileRows.ts'
import { inTransaction, type SessionContext } from '#server/endpoint/context.ts'
import { type Endpoints, authenticatedEndpoint } from '#server/endpoint/endpoint.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { subscriptionIsRunning } from '#server/session/subscriptions.ts'
import { announce } from '#server/events/announce.ts'
import { avatarInput, type Profile, profileInput } from '#shared/calls/auth.ts'
import { limits } from '#shared/limits.ts'
import { users } from '#shared/resources/users.ts'
import type { FieldCode } from '#shared/messages.ts'

export function profileEndpoints(services: AuthServices): Endpoints {
  return {
    'auth/profile': authenticatedEndpoint({
      about: 'The account of the session.',
      input: z.strictObject({}),
      run: async (context) => ({ data: await readProfile(services, context) }),
    }),

    'auth/profile/update': authenticatedEndpoint({
      about: 'Changes the name of the account.',
      input: profileInput,
      rateLimits: ['profile'],
      run: changeName,
    }),

    'auth/profile/avatar': authenticatedEndpoint({
      about: 'Sets or removes the picture of the account.',
      input: avatarInput,
      rateLimits: ['avatar'],
      bodyBytes: limits.request.picture_bytes,
      // A scanner, or the bucket, may take seconds.
      transaction: false,
      run: (context, { Image }) =>
        Image === null ? inTransaction(context, removeAvatar) : setAvatar(services, context, Image),
    }),
  }
}

async function readProfile({ links }: AuthServices, { db, session }: SessionContext): Promise<Profile> {
  const { rows } = await sql<{
    created_at: Date
    avatar_file_id: number | null
    subscription: Profile['subscription']
  }>`
    select users.created_at, users.avatar_file_id, ${shownSubscription} as subscription
      from users
     where users.id = ${session.user_id}`.execute(db)
  const row = rows[0]
  if (!row) throw new ApiError('no-session')
  const { name, email } = session.user
  const avatar =
    row.avatar_file_id === null
      ? null
      : links.signedUrl({ file_id: row.avatar_file_id, session_id: session.id, needs: 'session' })
  return { name, email, avatar, created_at: row.created_at.toISOString(), subscription: row.subscription }
}

/** The running subscription of `users`, as its account shows it. */
const shownSubscription = sql`(
  select jsonb_build_object('name', subscription_configs.name,
                            'amount', subscription_configs.amount::text,
                            'starts_on', subscriptions.starts_on,
                            'ends_on', subscriptions.ends_on,
                            'copy_access', subscription_configs.copy_access)
    from subscriptions
    join subscription_configs on subscription_configs.id = subscriptions.subscription_config_id
   where subscriptions.user_id = users.id
     and ${subscriptionIsRunning})`

/** A name that stays the same is no change. */
async function changeName(context: SessionContext, { Name }: z.output<typeof profileInput>) {
  const { db, session } = context
  const { rows } = await sql<{ name: string; version: number }>`
    with before as (
      select id, name from users where id = ${session.user_id} for update)
    update users
       set name = ${Name}
      from before
     where users.id = before.id
       and before.name <> ${Name}
    returning before.name, users.version`.execute(db)
  const [changed] = rows
  if (!changed) return {}
  await record(context, {
    action: 'update',
    resource: 'users',
    row_id: session.user_id,
    row_version: changed.version,
    before: { name: changed.name },
    after: { name: Name },
  })
  await announce(context, { resource: users, event: 'Updated', id: session.user_id })
  return {}
}

async function setAvatar(services: AuthServices, context: SessionContext, image: string) {
  const bytes = Buffer.from(image, 'base64')
  const { kind } = checkPicture(await readPictureHeader(bufferSource(bytes)))
  const signature = await services.files.scan(bytes)
  if (signature !== undefined)
    throw new ApiError('invalid', { fields: { Image: [{ code: 'file-infected', values: { signature } }] } })
  return inTransaction(context, (call) => storeAvatar(services, call, { kind, bytes }))
}

type Avatar = { kind: PictureHeader['kind']; bytes: Buffer }

/** Stores the bytes before the row, as an upload does. */
async function storeAvatar({ files, links }: AuthServices, context: SessionContext, { kind, bytes }: Avatar) {
  const { db, session } = context
  await lockForUpload(db)
  const sha256 = await files.add(bytes)
  const previous = await currentAvatar(context)
  const { rows } = await sql<{ id: number }>`
    insert into files (sha256, name, media_type, size, type, owner_id)
    values (${sha256}, ${`avatar.${kind}`}, ${pictureTypes[kind]}, ${bytes.length}, 'Permanent', ${session.user_id})
    returning id`.execute(db)
  const { id: file_id } = onlyRow(rows, 'insert into files returned no row')
  await sql`update users set avatar_file_id = ${file_id} where id = ${session.user_id}`.execute(db)
  await deleteFile(context, previous)
  await record(context, { action: 'avatar', resource: 'users', row_id: session.user_id, after: { file_id } })
  await announce(context, { resource: users, event: 'Updated', id: session.user_id })
  return { avatar: links.signedUrl({ file_id, session_id: session.id, needs: 'session' }) }
}

async function removeAvatar(context: SessionContext) {
  await deleteFile(context, await currentAvatar(context))
  await record(context, { action: 'avatar', resource: 'users', row_id: context.session.user_id, after: {} })
  await announce(context, { resource: users, event: 'Updated', id: context.session.user_id })
  return { avatar: null }
}

/** Locks the user, so that concurrent changes leave no picture behind. */
async function currentAvatar({ db, session }: SessionContext) {
  const { rows } = await sql<{ avatar_file_id: number | null }>`
    select avatar_file_id from users where id = ${session.user_id} for update`.execute(db)
  return rows[0]?.avatar_file_id ?? null
}

/** Deletes the row and with it every link; the sweep deletes the bytes when no other row has them. */
const deleteFile = ({ db }: SessionContext, file_id: number | null) =>
  sql`delete from files where id = ${file_id}`.execute(db)

function checkPicture(picture: PictureHeader | undefined): PictureHeader {
  if (!picture) throw pictureError('picture-kind')
  if (Math.max(picture.width, picture.height) > limits.person.avatar_px) throw pictureError('picture-size')
  return picture
}

const pictureError = (code: FieldCode) =>
  new ApiError('invalid', { fields: { Image: [{ code, values: { maximum: limits.person.avatar_px } }] } })
