import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, type Caller, openApi } from '#test/api.ts'
import { addApp } from '#test/factors.ts'
import { buildUser, password } from '#test/factories.ts'
import { allPermissions } from '#test/signedInApi.ts'

let api: Api
let staff: Caller

beforeAll(async () => {
  api = await openApi()
  staff = await api.as(await buildUser(api.databaseUrl, { can: allPermissions }), password)
})
afterAll(() => api.close())

type Stored = { id: number; version: number; email: string; name: string }

const rowOf = async (id: number) => (await sql<Stored>`select * from users where id = ${id}`.execute(api.db)).rows[0]
const idOf = async (email: string) =>
  (await sql<{ id: number }>`select id from users where email = ${email}`.execute(api.db)).rows[0]?.id ?? 0
const newAddress = () => `new-${crypto.randomUUID()}@hukum.test`
const update = async (id: number, fields: object) =>
  staff('users/update', { id, version: (await rowOf(id))?.version, ...fields })
const requestChange = (id: number, email: string) => update(id, { email })

/** The newest e-mail of a kind to a recipient. */
async function emailTo(recipient: string, kind: string) {
  const email = (await api.emails(recipient)).findLast((one) => one.kind === kind)
  if (!email) throw new Error(`no e-mail of the kind ${kind} was sent to ${recipient}`)
  return email
}

/** A user whose address the staff has changed; the links that both addresses have received. */
async function changeAddress(current?: string) {
  const from = current ?? (await buildUser(api.databaseUrl))
  const to = newAddress()
  const id = await idOf(from)
  expect(await requestChange(id, to)).toMatchObject({ status: 200 })
  return { id, from, to, confirmation: await emailTo(to, 'email-confirm'), stop: await emailTo(from, 'email-change') }
}

async function changeAndConfirm(current?: string) {
  const change = await changeAddress(current)
  expect(await confirm(change.confirmation.reference)).toMatchObject({ status: 200, body: { Email: change.to } })
  return { ...change, revert: await emailTo(change.from, 'email-changed') }
}

const confirm = (ref: string) => api.call('auth/email/confirm', { ref })
const revert = (ref: string) => api.call('auth/email/revert', { ref })
const logIn = async (email: string, secret = password) =>
  (await api.call('auth/login', { email, password: secret })).status
const waiting = async (id: number) => (await staff('users/find', { id })).body['data'] as Record<string, unknown>

const isBadLink = { status: 422, body: { code: 'bad-email-link' } }
const move = (id: number, time: string) =>
  sql`update one_time_codes set ends_at = ends_at - ${time}::interval where user_id = ${id}`.execute(api.db)

test('a changed e-mail address takes effect when it is confirmed, and both addresses are notified', async () => {
  const { id, from, to, confirmation, stop } = await changeAddress()
  expect(confirmation.link).toBe(`http://hukum.test/confirm-email?ref=${confirmation.reference}`)
  expect(stop.link).toBe(`http://hukum.test/revert-email?ref=${stop.reference}`)
  expect(stop.text).toContain(to)
  expect(await waiting(id)).toMatchObject({ email: from, email_waiting: to })
  expect([await logIn(from), await logIn(to)]).toEqual([200, 401])

  expect(await confirm(confirmation.reference)).toMatchObject({ status: 200, body: { Email: to } })
  expect(await waiting(id)).toMatchObject({ email: to, email_waiting: null })
  expect([await logIn(from), await logIn(to)]).toEqual([401, 200])
  expect((await emailTo(from, 'email-changed')).text).toContain(to)
  expect(await confirm(confirmation.reference)).toMatchObject(isBadLink)
})

test('the answer to a changed e-mail address says that it waits, also when other fields are saved with it', async () => {
  const from = await buildUser(api.databaseUrl)
  const id = await idOf(from)
  const version = (await rowOf(id))?.version
  const answer = await staff('users/update', { id, version, name: 'Reema', email: newAddress() })
  expect(answer.body['Message']).toMatch(/^A link was sent to the new e-mail address/)
  expect(answer.body['data']).toMatchObject({ name: 'Reema', email: from, version: (await rowOf(id))?.version })
  const { version: next } = (await rowOf(id)) ?? {}
  expect((await staff('users/partialUpdate', { id, version: next, email: newAddress() })).body['data']).toMatchObject({
    email: from,
  })
})

test('an e-mail address that another account has is refused at its field, in capitals too', async () => {
  const taken = await buildUser(api.databaseUrl)
  const from = await buildUser(api.databaseUrl)
  const answer = await requestChange(await idOf(from), taken.toUpperCase())
  expect([answer.status, answer.body['payload']]).toMatchObject([400, { errors: { email: [expect.any(String)] } }])
  expect(await api.emails(from)).toEqual([])
  expect((await api.emails(taken)).map(({ kind }) => kind)).toEqual([])
})

test('a user whom the staff may not edit, or who was changed meanwhile, gets no other address', async () => {
  const administrator = await buildUser(api.databaseUrl, { can: allPermissions })
  const clerk = await api.as(await buildUser(api.databaseUrl, { can: ['read-users', 'update-users'] }), password)
  const id = await idOf(administrator)
  expect(await clerk('users/update', { id, version: 1, email: newAddress() })).toMatchObject({ status: 403 })
  const plain = await idOf(await buildUser(api.databaseUrl))
  expect(await staff('users/update', { id: plain, version: 99, email: newAddress() })).toMatchObject({ status: 409 })
  for (const one of [id, plain]) expect(await waiting(one)).toMatchObject({ email_waiting: null })
})

test('a new request replaces the one that waits, and the current address cancels it', async () => {
  const { id, from, confirmation } = await changeAddress()
  const second = newAddress()
  await requestChange(id, second)
  expect(await confirm(confirmation.reference)).toMatchObject(isBadLink)
  expect(await waiting(id)).toMatchObject({ email: from, email_waiting: second })
  const { reference } = await emailTo(second, 'email-confirm')
  await requestChange(id, from)
  expect(await waiting(id)).toMatchObject({ email: from, email_waiting: null })
  expect(await confirm(reference)).toMatchObject(isBadLink)
})

test('the link to the old address stops a change that waits, and the sessions stay', async () => {
  const from = await buildUser(api.databaseUrl)
  const own = await api.as(from, password)
  const [id, to] = [await idOf(from), newAddress()]
  await requestChange(id, to)
  const { reference } = await emailTo(from, 'email-change')
  const { reference: confirmation } = await emailTo(to, 'email-confirm')
  const answer = await revert(reference)
  expect([answer.status, 'Ref' in answer.body]).toEqual([200, false])
  expect(await confirm(confirmation)).toMatchObject(isBadLink)
  expect(await revert(reference)).toMatchObject(isBadLink)
  expect(await own('auth/profile')).toMatchObject({ status: 200, body: { data: { email: from } } })
})

test('a confirmed change is reverted by the old address: sessions end and a new password is required', async () => {
  const { id, from, to, stop, revert: link } = await changeAndConfirm()
  const intruder = await api.as(to, password)
  // The link of the first e-mail was replaced by that of the second.
  expect(await revert(stop.reference)).toMatchObject(isBadLink)
  const answer = await revert(link.reference)
  expect(answer.status).toBe(200)
  expect(await intruder('auth/profile')).toMatchObject({ status: 401 })
  expect([await logIn(from), await logIn(to)]).toEqual([401, 401])
  expect(await rowOf(id)).toMatchObject({ email: from, password_hash: null })

  const chosen = 'a wholly other 34'
  const choice = { ref: answer.body['Ref'], Password: chosen, Password_confirmation: chosen }
  expect(await api.call('auth/password/resetComplete', choice)).toMatchObject({ status: 200 })
  expect([await logIn(from, chosen), await logIn(to, chosen)]).toEqual([200, 401])
  expect(await revert(link.reference)).toMatchObject(isBadLink)
})

test('a revert removes the second factors that were added since the change, keeps earlier ones, and resets the recovery codes', async () => {
  const tokenOf = async (email: string) =>
    String((await api.call('auth/login', { email, password })).body['encodedToken'])
  const hasApp = sql`exists (select from totp_authenticators where user_id = users.id)`
  const codes = sql`(select count(*) from recovery_codes where user_id = users.id)`
  const factors = sql`select email_codes_allowed, ${hasApp} as app, ${codes} as codes from users`
  const factorsOf = async (id: number) => (await sql`${factors} where id = ${id}`.execute(api.db)).rows[0]
  const refuse = (token: string) =>
    api.call('auth/factors/emailCodes', { CurrentPassword: password, Allowed: false }, { token })
  const taken = await changeAndConfirm()
  const token = await tokenOf(taken.to)
  await addApp(api, token)
  expect(await refuse(token)).toMatchObject({ status: 200 })
  expect(await revert(taken.revert.reference)).toMatchObject({ status: 200 })
  expect(await factorsOf(taken.id)).toEqual({ email_codes_allowed: true, app: false, codes: 0 })
  const from = await buildUser(api.databaseUrl)
  const ownToken = await tokenOf(from)
  await addApp(api, ownToken)
  const own = await changeAndConfirm(from)
  expect(await refuse(ownToken)).toMatchObject({ status: 200 })
  await revert(own.revert.reference)
  expect(await factorsOf(own.id)).toEqual({ email_codes_allowed: true, app: true, codes: 0 })
  expect((await emailTo(from, 'sign-in-changed')).text).toContain('an earlier app or passkey stays')
})

test('a new password and its e-mail links do not take the revert away from the old address', async () => {
  const { from, to, revert: link } = await changeAndConfirm()
  await api.call('auth/password/resetInit', { Email: to })
  const reset = await emailTo(to, 'reset')
  const { body } = await api.call('auth/password/resetValidate', { ref: reset.reference })
  const choose = (ref: unknown, chosen: string) =>
    api.call('auth/password/resetComplete', { ref, Password: chosen, Password_confirmation: chosen })
  expect((await choose(body['Ref'], 'a wholly other 34')).status).toBe(200)
  await api.call('auth/password/resetInit', { Email: to })
  const waitingReset = await emailTo(to, 'reset')

  const reverted = await revert(link.reference)
  expect(reverted.status).toBe(200)
  expect((await api.call('auth/password/resetValidate', { ref: waitingReset.reference })).status).toBe(422)
  expect((await choose(reverted.body['Ref'], 'one more wholly other 56')).status).toBe(200)
  expect(await logIn(from, 'one more wholly other 56')).toBe(200)
})

test('after two changes the first address takes the account back from both later ones', async () => {
  const { id, from, to, revert: first } = await changeAndConfirm()
  const third = newAddress()
  await requestChange(id, third)
  await confirm((await emailTo(third, 'email-confirm')).reference)
  const second = await emailTo(to, 'email-changed')
  expect(await revert(first.reference)).toMatchObject({ status: 200 })
  expect(await revert(second.reference)).toMatchObject(isBadLink)
  expect(await rowOf(id)).toMatchObject({ email: from })
})

test('after two changes the second address leaves the revert of the first one open', async () => {
  const { id, from, to, revert: first } = await changeAndConfirm()
  const third = newAddress()
  await requestChange(id, third)
  await confirm((await emailTo(third, 'email-confirm')).reference)
  expect(await revert((await emailTo(to, 'email-changed')).reference)).toMatchObject({ status: 200 })
  expect(await rowOf(id)).toMatchObject({ email: to })
  expect(await revert(first.reference)).toMatchObject({ status: 200 })
  expect(await rowOf(id)).toMatchObject({ email: from })
})

test('an address that another account got meanwhile is refused, and its link works when it is free again', async () => {
  const { id, to, confirmation } = await changeAddress()
  const other = await idOf(await buildUser(api.databaseUrl))
  await sql`update users set email = ${to} where id = ${other}`.execute(api.db)
  expect(await confirm(confirmation.reference)).toMatchObject({ status: 422, body: { code: 'email-taken' } })
  await sql`update users set deleted_at = now() where id = ${other}`.execute(api.db)
  expect(await confirm(confirmation.reference)).toMatchObject({ status: 200 })

  const changed = await changeAndConfirm()
  const third = await idOf(await buildUser(api.databaseUrl))
  await sql`update users set email = ${changed.from} where id = ${third}`.execute(api.db)
  expect(await revert(changed.revert.reference)).toMatchObject({ status: 422, body: { code: 'email-taken' } })
  expect([await rowOf(id), await rowOf(changed.id)]).toMatchObject([{ email: to }, { email: changed.to }])
})

test('two users who wait for one address: the first to confirm gets it', async () => {
  const one = await changeAddress()
  const other = await idOf(await buildUser(api.databaseUrl))
  await requestChange(other, one.to)
  const second = await emailTo(one.to, 'email-confirm')
  const statuses = await Promise.all([confirm(one.confirmation.reference), confirm(second.reference)])
  expect(statuses.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('links expire after 72 hours', async () => {
  const { id, confirmation, stop } = await changeAddress()
  await move(id, '71 hours 59 minutes')
  expect(await waiting(id)).not.toMatchObject({ email_waiting: null })
  await move(id, '2 minutes')
  expect(await waiting(id)).toMatchObject({ email_waiting: null })
  for (const answer of [await confirm(confirmation.reference), await revert(stop.reference)])
    expect(answer).toMatchObject(isBadLink)

  const changed = await changeAndConfirm()
  await move(changed.id, '72 hours 1 second')
  expect(await revert(changed.revert.reference)).toMatchObject(isBadLink)
})

test('each link does only its own step, and a deleted user has none', async () => {
  const { id, confirmation, stop } = await changeAddress()
  expect(await revert(confirmation.reference)).toMatchObject(isBadLink)
  expect(await confirm(stop.reference)).toMatchObject(isBadLink)
  for (const ref of [confirmation.reference, stop.reference])
    expect(await api.call('auth/password/resetValidate', { ref })).toMatchObject({ status: 422 })
  await sql`update users set deleted_at = now() where id = ${id}`.execute(api.db)
  expect(await confirm(confirmation.reference)).toMatchObject(isBadLink)
  expect(await revert(stop.reference)).toMatchObject(isBadLink)
})

test('of twenty concurrent confirmations one succeeds, and of twenty concurrent reverts one', async () => {
  const { from, confirmation } = await changeAddress()
  const twenty = (run: () => Promise<{ status: number }>) =>
    Promise.all(Array.from({ length: 20 }, run)).then((all) => all.filter(({ status }) => status === 200).length)
  expect(await twenty(() => confirm(confirmation.reference))).toBe(1)
  const { reference } = await emailTo(from, 'email-changed')
  expect(await twenty(() => revert(reference))).toBe(1)
})

test('a confirmation and a stop at the same time leave the account with one address and no fault', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id, from, to, confirmation, stop } = await changeAddress()
    const [confirmed, stopped] = await Promise.all([confirm(confirmation.reference), revert(stop.reference)])
    expect([confirmed.status, stopped.status].sort()).toEqual([200, 422])
    expect(await rowOf(id)).toMatchObject({ email: confirmed.status === 200 ? to : from })
  }
})

test('the history names who requested, confirmed, and reverted a change', async () => {
  const { id, from, to, revert: link } = await changeAndConfirm()
  await revert(link.reference)
  const history = (await staff('users/history', { id })).body['data'] as { action: string; fields: object[] }[]
  expect(history.map(({ action, fields }) => [action, fields])).toEqual([
    ['email-reverted', [{ name: 'email', before: to, after: from }]],
    ['email-changed', [{ name: 'email', before: from, after: to }]],
    ['email-change', [{ name: 'email', before: from, after: to }]],
  ])
})

test('no table contains a link', async () => {
  const { confirmation, stop } = await changeAddress()
  const { rows } = await sql<{ text: string }>`
    select (select string_agg(emails::text, '') from emails)
           || (select string_agg(one_time_codes::text, '') from one_time_codes)
           || (select string_agg(audit::text, '') from audit) as text`.execute(api.db)
  for (const { reference } of [confirmation, stop]) expect(rows[0]?.text).not.toContain(reference)
})
