import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, type ApiAnswer, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { connectPusher, subscriptionResult, type Live, serveLive, until } from '#test/live.ts'
import { codeFor } from '#test/emails.ts'
import { addApp, appCode } from '#test/factors.ts'
import { png } from '#test/pictures.ts'

/**
 * Every way to a session × every state of an account: what was begun while the account was open, and its outcome after
 * the account changed. `npm run test:access` prints it.
 */
const states = ['active', 'deactivated', 'locked', 'must change', 'deleted', 'role removed'] as const
type State = (typeof states)[number]

const session = 'session'
const lesserSession = 'session without the permission'

const table: Record<string, Record<State, string>> = {
  login: row(session, 'bad-credentials', 'bad-credentials', 'choose a password', 'bad-credentials', lesserSession),
  verify: row(session, 'code-ended', 'code-ended', 'code-ended', 'code-ended', lesserSession),
  'verify by app': row(session, 'code-ended', 'code-ended', 'code-ended', 'code-ended', lesserSession),
  'verify by recovery code': row(session, 'code-ended', 'code-ended', 'code-ended', 'code-ended', lesserSession),
  me: row(session, 'no-session', 'no-session', 'no-session', 'no-session', lesserSession),
  refresh: row(session, 'no-session', 'no-session', 'no-session', 'no-session', lesserSession),
  // The e-mail address of a deleted account is free: a new registration is a new user without anything of the old one.
  register: row('bad-code', 'bad-code', 'bad-code', 'bad-code', lesserSession, 'bad-code'),
  resetComplete: row('no session', 'bad-reset-link', 'bad-reset-link', 'no session', 'bad-reset-link', 'no session'),
  'API token': row('opened', 'no-session', 'no-session', 'no-session', 'no-session', 'not-allowed'),
  // The link is of the own avatar, which needs no permission.
  'file link': row('opened', 'link-expired', 'link-expired', 'link-expired', 'link-expired', 'opened'),
  'broadcasting/auth': row('opened', 'no-session', 'no-session', 'no-session', 'no-session', 'not-allowed'),
  'open socket': row('opened', 'closed', 'closed', 'closed', 'closed', 'channel taken away'),
}

function row(
  ...[active, deactivated, locked, mustChange, deleted, roleRemoved]: [string, string, string, string, string, string]
) {
  return { active, deactivated, locked, 'must change': mustChange, deleted, 'role removed': roleRemoved }
}

const changes: Record<State, ReturnType<typeof sql>> = {
  active: sql`update users set name = name where email = `,
  deactivated: sql`update users set active = false where email = `,
  locked: sql`update users set is_locked = true where email = `,
  'must change': sql`update users set must_change_password = true where email = `,
  deleted: sql`update users set deleted_at = now() where email = `,
  'role removed': sql`delete from user_roles using users where users.id = user_id and email = `,
}

let api: Api
let withCodes: Api
let live: Live

beforeAll(async () => {
  api = await openApi()
  withCodes = await openApi({ env: { LOGIN_OTP: 'everyone' } })
  live = await serveLive(api)
})
afterAll(async () => {
  await live.close()
  await Promise.all([api.close(), withCodes.close()])
  if (process.env['PRINT_ENDPOINTS']) process.stdout.write(`${formatOutcomes()}\n`)
})

type Path = {
  at: () => Api
  /** The first step, while the account is open; returns what the last step needs. */
  begin: (email: string) => Promise<string>
  /** The last step, after the account has changed. */
  finish: (firstStep: string, email: string, state: State) => Promise<ApiAnswer>
}

const signIn = (email: string) => api.call('auth/login', { email, password })
const tokenFor = async (email: string) => String((await signIn(email)).body['encodedToken'])
const get = (path: string) => (token: string) => api.call(path, undefined, { token, method: 'GET' })

const paths: Record<string, Path> = {
  login: { at: () => api, begin: async () => '', finish: (_, email) => signIn(email) },
  verify: {
    at: () => withCodes,
    begin: async (email) => String((await withCodes.call('auth/login', { email, password })).body['Reference']),
    finish: async (reference, email) =>
      withCodes.call('auth/verify', { reference, otp: await codeFor(withCodes, email) }),
  },
  'verify by app': {
    at: () => api,
    begin: async (email) => beginWithApp(email, ({ secret }) => ({ otp: appCode(secret, 1) })),
    finish: finishWithApp,
  },
  'verify by recovery code': {
    at: () => api,
    begin: async (email) => beginWithApp(email, ({ recoveryCodes }) => ({ recovery_code: recoveryCodes[0] })),
    finish: finishWithApp,
  },
  me: { at: () => api, begin: tokenFor, finish: get('auth/me') },
  refresh: { at: () => api, begin: tokenFor, finish: get('auth/refresh') },
  register: { at: () => api, begin: async () => '', finish: (_, email) => register(email) },
  resetComplete: { at: () => api, begin: beginReset, finish: completeReset },
  'API token': { at: () => api, begin: apiTokenFor, finish: callWithApiToken },
  'file link': { at: () => api, begin: linkFor, finish: openLink },
  'broadcasting/auth': { at: () => api, begin: tokenFor, finish: authorizeChannel },
  'open socket': { at: () => api, begin: openSocket, finish: socketState },
}

type App = Awaited<ReturnType<typeof addApp>>

/** Adds an authenticator app, and begins a sign-in that needs it. Returns the input of its second step. */
async function beginWithApp(email: string, proofOf: (app: App) => object) {
  const app = await addApp(api, await tokenFor(email))
  return JSON.stringify({ reference: (await signIn(email)).body['Reference'], ...proofOf(app) })
}

function finishWithApp(step: string) {
  return api.call('auth/verify', JSON.parse(step))
}

const newPassword = 'a wholly other 34'

/** The e-mail contains a code only when the address is free; otherwise the test guesses one. */
async function register(Email: string) {
  const { body } = await api.call('guest/initEmail', { Email })
  const EmailReference = body['Reference']
  const EmailOtp = await codeFor(api, Email).catch(() => '123456')
  const confirmed = await api.call('guest/completeEmail', { EmailReference, EmailOtp })
  if (confirmed.status !== 200) return confirmed
  const rest = { Fullname: 'Test', Password: newPassword, Password_confirmation: newPassword, Terms: true }
  return api.call('guest/register', { Email, EmailReference, EmailOtp, ...rest })
}

async function beginReset(Email: string) {
  await api.call('auth/password/resetInit', { Email })
  const [mail] = await api.emails(Email)
  const { body } = await api.call('auth/password/resetValidate', { ref: mail?.reference })
  return String(body['Ref'])
}

function completeReset(ref: string) {
  return api.call('auth/password/resetComplete', { ref, Password: newPassword, Password_confirmation: newPassword })
}

async function apiTokenFor(email: string) {
  const input = { CurrentPassword: password, Name: 'Script', Scopes: ['records:read'], Days: 1 }
  return String((await api.call('auth/tokens/create', input, { token: await tokenFor(email) })).body['Token'])
}

async function callWithApiToken(token: string): Promise<ApiAnswer> {
  const answer = await api.call('courts/get', {}, { token })
  return answer.status === 200 ? { ...answer, body: { opened: true } } : answer
}

async function linkFor(email: string) {
  const { body } = await api.call(
    'auth/profile/avatar',
    { Image: png(8, 8).toString('base64') },
    { token: await tokenFor(email) },
  )
  return String(body['avatar'])
}

async function openLink(url: string): Promise<ApiAnswer> {
  const { statusCode: status, payload } = await api.app.inject({ method: 'GET', url })
  return { status, sealed: false, body: status === 200 ? { opened: true } : (JSON.parse(payload) as ApiAnswer['body']) }
}

async function authorizeChannel(token: string): Promise<ApiAnswer> {
  const input = { socket_id: '1.1', channel_name: 'private-Court-Primary' }
  const answer = await api.call('broadcasting/auth', input, { token })
  return answer.status === 200 ? { ...answer, body: { opened: true } } : answer
}

/** Open sockets by their token, and the errors of their subscription. */
const sockets = new Map<string, ReturnType<typeof connectPusher> & { subscriptionErrors: unknown[] }>()

async function openSocket(email: string) {
  const token = await tokenFor(email)
  const socket = connectPusher({ api, live }, token)
  const channel = socket.pusher.subscribe('private-Court-Primary')
  expect(await subscriptionResult(channel)).toMatchObject({ accepted: true })
  const subscriptionErrors: unknown[] = []
  channel.bind('pusher:subscription_error', (error: unknown) => subscriptionErrors.push(error))
  sockets.set(token, { ...socket, subscriptionErrors })
  return token
}

/** The state of the socket after the change, which a socket that stays open is given half a second for. */
async function socketState(token: string, _email: string, state: State): Promise<ApiAnswer> {
  const { pusher, subscriptionErrors } = sockets.get(token) ?? failUnknown('open socket')
  const isClosed = () => pusher.connection.state !== 'connected'
  await until(() => isClosed() || subscriptionErrors.length > 0, state === 'active' ? 500 : 20_000).catch(
    () => undefined,
  )
  const code = isClosed() ? 'closed' : subscriptionErrors.length > 0 ? 'channel taken away' : undefined
  pusher.disconnect()
  return { status: 200, sealed: false, body: code === undefined ? { opened: true } : { code } }
}

/** The outcome in the terms of the table. */
function outcomeOf({ body }: ApiAnswer): string {
  if (body['opened']) return 'opened'
  if (body['hash']) return 'choose a password'
  if (typeof body['code'] === 'string') return body['code']
  if (!body['encodedToken']) return 'no session'
  return (body['scp'] as string[]).includes('read-courts') ? session : lesserSession
}

const outcomes: Record<string, Partial<Record<State, string>>> = {}
const cells = Object.keys(table).flatMap((path) => states.map((state) => ({ path, state })))

test.each(cells)('$path × $state', async ({ path, state }) => {
  const { at, begin, finish } = paths[path] ?? failUnknown(path)
  const email = await buildUser(at().databaseUrl, { can: ['read-courts'] })
  const firstStep = await begin(email)
  await sql`${changes[state]}${email}`.execute(at().db)
  const outcome = outcomeOf(await finish(firstStep, email, state))
  ;(outcomes[path] ??= {})[state] = outcome
  expect(outcome).toBe(table[path]?.[state])
})

function failUnknown(path: string): never {
  throw new Error(`${path} is in the table, but has no implementation`)
}

/** Formats the outcomes as a table. */
function formatOutcomes() {
  const rows = [
    ['', ...states],
    ...Object.entries(outcomes).map(([path, cell]) => [path, ...states.map((state) => cell[state] ?? '?')]),
  ]
  const widths =
    rows[0]?.map((_, column) => Math.max(...rows.map((cellsOfRow) => cellsOfRow[column]?.length ?? 0))) ?? []
  return rows.map((one) => one.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ')).join('\n')
}
