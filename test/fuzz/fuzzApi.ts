import { z } from 'zod'
import { requiredPermissions } from '#server/endpoint/endpoint.ts'
import { permissionsOf, table } from '#shared/resource/names.ts'
import { resources, standalonePermissions } from '#shared/resources/index.ts'
import type { Field } from '#shared/resource/field.ts'
import type { Resource } from '#shared/resource/resource.ts'
import type { Envelope } from '#server/http/envelope.ts'
import { buildRandom, type Random } from '#db/seed/random.ts'
import { allEndpoints } from '#test/allEndpoints.ts'
import { type Api, openEnvelope } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { pdf } from '#test/files.ts'
import { mutate, type Sent } from './mutations.ts'
import { type KnownValues, type Schema, validValue } from './values.ts'

type Options = { calls: number; seed: number; onProgress?: (done: number) => void }

type FuzzReport = {
  calls: number
  /** Calls that got past permissions and the schema of their input. */
  passed: number
  /** Calls that a rate limit rejected. */
  limited: number
  statuses: Record<string, number>
  /** The first calls that were answered with a server error, or with something that no answer may contain. */
  faults: { call: number; role: string; status: number; leak: string; sent: Sent; answer: string }[]
}

/** The permissions of each role; a guest has no session. */
const roles: Record<string, readonly string[] | undefined> = {
  guest: undefined,
  subscriber: [],
  registrar: permissionsFor('caseFiles', 'courts', 'judges', 'caseTypes', 'caseStatuses', 'relationTypes'),
  editor: [...permissionsFor('phrases', 'dynamicPages'), 'read-caseFiles', 'update-caseFiles'],
  analyst: [...permissionsFor('analysis', 'subscriptionConfigs'), 'read-caseFiles'],
  administrator: [...(resources as readonly Resource[]).flatMap(permissionsOf), ...standalonePermissions],
}

function permissionsFor(...names: string[]) {
  return (resources as readonly Resource[]).filter(({ name }) => names.includes(name)).flatMap(permissionsOf)
}

const endpoints = allEndpoints.map(([path, { method = 'POST', access, input }]) => ({
  path,
  method,
  needs: typeof access === 'object' ? requiredPermissions(access) : [],
  schema: z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema,
}))

/** Sends valid and invalid calls to every endpoint as every role. The calls follow from the seed. */
export async function fuzzApi(api: Api, { calls, seed, onProgress }: Options): Promise<FuzzReport> {
  const report: FuzzReport = { calls, passed: 0, limited: 0, statuses: {}, faults: [] }
  const callers = createCallers(api)
  let known = await readKnownValues(api)
  for (let call = 0; call < calls; call += 1) {
    if (call % 500 === 0) {
      known = await readKnownValues(api)
      onProgress?.(call)
    }
    // Each call has a generator of its own, so that it can be repeated alone.
    const random = buildRandom(seed * 1_000_003 + call)
    const role = random.pick(Object.keys(roles))
    const sent = buildCall(random, known, role)
    const response = await callers.send(role, sent)
    count(report, { call, role, sent, ...response })
  }
  return report
}

type Answered = { call: number; role: string; sent: Sent; status: number; code: string; leak: string; answer: string }

/** Codes of calls that permissions, the schema, or an earlier step rejected. */
const early = [
  '',
  'no-session',
  'not-allowed',
  'invalid',
  'not-json',
  'bad-request',
  'wrong-media-type',
  'too-large',
  'no-such-call',
  'wrong-method',
]

function count(report: FuzzReport, { code, ...answered }: Answered) {
  const { status } = answered
  report.statuses[status] = (report.statuses[status] ?? 0) + 1
  if (status === 429) report.limited += 1
  else if (status === 200 || (status < 500 && !early.includes(code))) report.passed += 1
  if ((status >= 500 || answered.leak !== '') && report.faults.length < 20) report.faults.push(answered)
}

/** Mostly an endpoint that the role may call. */
function buildCall(random: Random, known: KnownValues, role: string): Sent {
  const abilities = roles[role] ?? []
  const open = endpoints.filter(({ needs }) => needs.length === 0 || needs.some((name) => abilities.includes(name)))
  const { path, method, schema } = random.pick(random.chance(0.8) ? open : endpoints)
  if (random.chance(0.01)) return uploadOf(random)
  const [resource = ''] = path.split('/')
  const idsOf = (field: string) => known.idsOf(field === 'id' ? resource : field)
  const input = validValue(schema, { random, known: { ...known, idsOf } })
  const sent = { method, path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) }
  return mutate(sent, input, random)
}

const uploadOf = (random: Random): Sent => ({
  method: 'POST',
  path: 'files/upload',
  headers: {
    'content-type': random.pick(['application/octet-stream', 'application/json', 'application/pdf']),
    'x-file-name': random.pick(['a.pdf', 'a.png', '%', '%00', '..', '. . . . .x', encodeURIComponent('ޙުކުމް.pdf')]),
    'x-file-for': random.pick([
      'caseFiles.pdf_file',
      'dynamicPages.page_content',
      '__proto__',
      'caseFiles.__proto__',
      '',
    ]),
    'x-file-type': random.pick(['', 'application/pdf', 'text/html']),
  },
  body: random.pick([pdf().toString('latin1'), '', '%PDF-', 'PK\x03\x04', '{}']),
})

/** Sends calls with the session of a role; a new user replaces one whose session a call has ended. */
function createCallers({ app, databaseUrl, call: request, folder, secrets }: Api) {
  const { token_key, code_key, database_password } = secrets
  const isLeak = leakPattern([folder, token_key, code_key, database_password])
  const tokens = new Map<string, Promise<string>>()
  async function signIn(can: readonly string[]) {
    const email = await buildUser(databaseUrl, { can: [...can] })
    return String((await request('auth/login', { email, password })).body['encodedToken'])
  }
  const tokenOf = (role: string) => {
    const can = roles[role]
    const token = tokens.get(role) ?? (can ? signIn(can) : Promise.resolve(''))
    tokens.set(role, token)
    return token
  }

  async function send(role: string, { method, path, headers, body }: Sent) {
    const token = await tokenOf(role)
    const response = await app.inject({
      method: method as 'POST',
      url: `/api/${path}`,
      headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }), 'accept-language': 'en' },
      ...(!['GET', 'HEAD'].includes(method) && { payload: Buffer.from(body) }),
    })
    const { statusCode: status, payload } = response
    const opened = read(payload, token, `${method} /api/${path} ${status}`)
    const code = typeof opened['code'] === 'string' ? opened['code'] : ''
    if (status === 401 && token && code === 'no-session') tokens.delete(role)
    const whole = JSON.stringify(opened)
    // What was sent may be in the answer.
    const [leak = ''] = (whole.match(isLeak) ?? []).filter((text) => !body.includes(text) && !path.includes(text))
    return { status, code, leak, answer: whole.slice(0, 300) }
  }
  return { send }
}

/** Hashes of passwords, secrets and paths of the server, and what errors of the code or of the database say. */
function leakPattern(texts: readonly string[]) {
  const escaped = texts.map((text) => text.replace(/[^\w]/g, String.raw`\$&`))
  const parts = [
    String.raw`\$argon2`,
    'password_hash',
    'node_modules',
    String.raw`\.ts:\d+`,
    String.raw`\bat \w+ \(`,
    'violates [a-z-]+ constraint',
    'syntax error at',
    'relation "',
    ...escaped,
  ]
  return new RegExp(parts.join('|'), 'g')
}

/** The body of a response, out of its envelope; empty for anything but JSON, such as the response to HEAD. */
function read(payload: string, token: string, about: string): Record<string, unknown> {
  if (!payload.startsWith('{')) return {}
  const answer = JSON.parse(payload) as Record<string, unknown>
  return answer['v'] === 1 ? openEnvelope(answer as Envelope, token, about.replace(/\?.*(?= )/, '')) : answer
}

/** The resource whose ids a field contains, by the name of the field or of a filter of the search. */
const targets = new Map<string, string>([
  ['Court', 'courts'],
  ['Courts', 'courts'],
  ['Judges', 'judges'],
  ['CaseTypes', 'caseTypes'],
  ['Statuses', 'caseStatuses'],
  ...(resources as readonly Resource[]).flatMap(({ fields }) => targetsIn(fields)),
])

function targetsIn(fields: Record<string, Field>): [string, string][] {
  return Object.entries(fields).flatMap(([name, field]): [string, string][] => {
    if (field.kind === 'repeater') return targetsIn(field.fields)
    return 'from' in field ? [[name, field.from]] : []
  })
}

/** The ids of every resource and values that calls refer to. */
async function readKnownValues({ pool }: Api): Promise<KnownValues> {
  const ids: Record<string, number[]> = {}
  for (const resource of resources as readonly Resource[]) {
    const { rows } = await pool.query<{ id: number }>(`select id from ${table(resource)} order by random() limit 30`)
    ids[resource.name] = rows.map(({ id }) => id)
  }
  const { rows } = await pool.query<{ reference: string }>(
    'select reference from case_files order by random() limit 30',
  )
  const { rows: numbers } = await pool.query<{ number: string }>(
    'select number from case_numbers order by random() limit 30',
  )
  const caseNumbers = numbers.map(({ number }) => number)
  return {
    named: {
      Reference: rows.map(({ reference }) => reference),
      CaseNumber: caseNumbers,
      Query: ['ކޯޓު', 'ޙުކުމް', 'contract', ...caseNumbers],
      Route: ['faq', 'terms'],
      Password: ['eleven quiet islands'],
      Password_confirmation: ['eleven quiet islands'],
      reference: ['A'.repeat(43)],
      EmailReference: ['A'.repeat(43)],
      ref: ['A'.repeat(43)],
      otp: ['123456'],
      EmailOtp: ['123456'],
      socket_id: ['1.1'],
      channel_name: ['private-User.1', 'CaseFile-Primary', 'presence-CaseFile-Present'],
      version: [1, 2, 3],
      route: ['about', 'help'],
    },
    idsOf: (field) => ids[targets.get(field) ?? field] ?? [],
  }
}
