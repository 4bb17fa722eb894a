import { type ApiClient, apiClient, type ClientAnswer, signedIn } from '#test/apiClient.ts'
import { pdf } from '#test/files.ts'
import type { Expected } from '#test/fixtures/upgrade/restore.ts'

type Body = Record<string, unknown>
type Options = {
  address: string
  staff: ApiClient
  expected: Expected
  /** The example input of each POST in the OpenAPI document. */
  examples: Map<string, object>
}

/**
 * Makes every call of the API once on the library of the fixture, and describes the responses: the name of every field and
 * the type of its value.
 */
export async function describeAnswers({ address, staff, expected, examples }: Options): Promise<string> {
  const lines: string[] = []
  const add = (title: string, answer: ClientAnswer) => void lines.push(`# ${title}`, ...shapeOf(answer), '')
  const channel = { channel_name: 'private-Court-Primary' }
  const { body: before } = await staff.call('broadcasting/missed', channel)
  const bodies = await bodiesOf(staff, expected)

  const created = new Map<string, number>()
  for (const path of [...examples.keys()].filter((one) => !byReader.has(one)).sort(inOrder)) {
    const [resource = '', verb = ''] = path.split('/')
    const own = changing.has(verb) && created.has(resource) ? { id: created.get(resource) } : {}
    const answer = await staff.call(path, { ...examples.get(path), ...own, ...bodies[path] })
    if (verb === 'create' && answer.status === 200) created.set(resource, (answer.body['data'] as { id: number }).id)
    add(path, answer)
  }
  add(
    'broadcasting/missed, since a change',
    await staff.call('broadcasting/missed', { ...channel, since: before['sequence'] }),
  )
  for (const [title, call] of [...staffCalls(address, staff), ...(await readerCalls(address, expected))])
    add(title, await call())
  return lines.join('\n')
}

/** These calls change and delete a record that was created here, all others read the library of the fixture. */
const changing = new Set(['update', 'partialUpdate', 'delete'])
const order = ['create', 'update', 'partialUpdate', 'cancel', 'delete']
const rank = (path: string) => order.indexOf(path.split('/').at(-1) ?? '')
const inOrder = (one: string, other: string) => rank(one) - rank(other) || (one < other ? -1 : 1)

/** Calls that end or renew their session are made with another one. */
const byReader = new Set(['auth/login', 'auth/logout', 'auth/sessions/endOthers', 'g/copy', 'g/print', 'files/delete'])

const upload = (staff: ApiClient) => staff.upload('analysis.pdf_file', pdf(), 'a.pdf')
const idOf = ({ body }: ClientAnswer) => (body['data'] as { id: number }).id

/** Request fields that replace those of the examples, so that the answers hold the library of the fixture. */
async function bodiesOf(staff: ApiClient, { cases, file }: Expected): Promise<Record<string, Body>> {
  return {
    'analysis/create': { pdf_file: idOf(await upload(staff)), accept_duplicate: true },
    'broadcasting/here': { at: [{ channel_name: 'presence-Court.1' }] },
    'caseFiles/history': { id: 2 },
    'caseFiles/textChange': { id: 2, version: 1, field: 'case_content' },
    'analysis/textChange': { field: 'case_content' },
    'dynamicPages/create': { route: 'another' },
    'users/create': { email: 'another@hukum.test' },
    'users/password/reset': { id: 3 },
    'files/link': { resource: 'caseFiles', row: file.case },
    'g/search': { Query: cases.indexed.query, Facets: true },
    'g/advancedSearch': { Query: undefined, ClosedDate: undefined, Court: 1 },
    'g/suggest': { Query: 'އިމާ' },
    'g/find': { Reference: cases.indexed.reference, Text: true },
    'g/getRefByCN': { CaseNumber: '12/Cv-C/2020' },
    'g/citedCase': { CaseNumber: '12/Cv-C/2020' },
    'g/citations': { Reference: cases.indexed.reference },
    'g/reportError': { Reference: cases.indexed.reference },
    'caseFiles/errorReports': { Reference: cases.indexed.reference },
    'caseFiles/reference': { id: 2 },
    'guest/initEmail': { Email: 'guest@hukum.test' },
    'p/getDp': { Route: 'about' },
    'phrases/suggestUses': { Phrase: cases.indexed.query, Chosen: [] },
    'phrases/countUses': { Phrase: cases.indexed.query, CaseNumbers: [1] },
    'phrases/dismissUse': { id: 1, CaseNumber: 1, Dismissed: true },
    'searches/get': { Only: 'all' },
  }
}

type Calls = [title: string, call: () => Promise<ClientAnswer>][]

/** Calls that are made in several ways, or take no JSON. */
function staffCalls(address: string, staff: ApiClient): Calls {
  const search = (input: object) => () => staff.call('g/search', { Type: 'CaseFile', ...input })
  return [
    ['auth/me', () => staff.call('auth/me', undefined, { method: 'GET' })],
    ['files/upload', () => upload(staff)],
    ['files/delete', async () => staff.call('files/delete', { id: idOf(await upload(staff)) })],
    ['g/search, of phrases', search({ Type: 'Phrase', Query: 'ޙައްޤު' })],
    ['g/search, of a number', search({ Query: '12/Cv-C/2020' })],
    ['g/search, of a judge', search({ Query: 'އާމިނަތު ޙަސަން' })],
    ['g/search, a page behind the last', search({ Query: 'މައްސަލަ', Page: 9 })],
    [
      'broadcasting/auth, of a record',
      () => staff.call('broadcasting/auth', { socket_id: '1.1', channel_name: 'presence-Court.1' }),
    ],
    [
      'auth/login, with a first password',
      async () => {
        const { password } = await staff.done('users/password/reset', { id: 4 })
        return apiClient(address).call('auth/login', { email: 'waiting@hukum.test', password })
      },
    ],
  ]
}

async function createNote(client: ApiClient, Reference: string) {
  const { body } = await client.call('notes/get', { Reference })
  const contents = { Type: 'General', Title: 'Title', Category: 'usul', Description: 'Description' }
  return client.call('notes/create', { Reference, Text: body['text'], Start: 0, End: 20, ...contents })
}

/** Calls of a user without permissions; they end their session. */
async function readerCalls(address: string, { reader, password, cases }: Expected): Promise<Calls> {
  const client = await signedIn(address, reader.email, password)
  const call = (path: string, body?: object) => () => client.call(path, body)
  return [
    ['auth/login', call('auth/login', { email: reader.email, password })],
    ['auth/profile, with a subscription', call('auth/profile')],
    ['g/copy', call('g/copy', { Reference: cases.indexed.reference, Letters: 1 })],
    ['g/print', call('g/print', { Reference: cases.indexed.reference })],
    ['notes/create, on a text', () => createNote(client, cases.indexed.reference)],
    ['notes/get, with a note', call('notes/get', { Reference: cases.indexed.reference })],
    ['notes/export, with a note', call('notes/export', { Reference: cases.indexed.reference })],
    ['notifications/get, with a notification', call('notifications/get')],
    ['notifications/read, with a notification', call('notifications/read', { ids: [1] })],
    ['caseFiles/get, without the permission', call('caseFiles/get', { Court: 1 })],
    ['auth/sessions/endOthers', call('auth/sessions/endOthers')],
    ['auth/refresh', () => client.call('auth/refresh', undefined, { method: 'GET' })],
    ['auth/logout', call('auth/logout')],
  ]
}

/** The status, and one line per path of a value with its types. */
function shapeOf({ status, body }: ClientAnswer): string[] {
  const kinds = new Map<string, Set<string>>()
  const note = (path: string, kind: string) => void kinds.set(path, (kinds.get(path) ?? new Set()).add(kind))
  const walk = (value: unknown, path: string) => {
    if (Array.isArray(value)) {
      if (value.length === 0) note(path, 'empty list')
      for (const item of value) walk(item, `${path}[]`)
      return
    }
    if (typeof value !== 'object' || value === null) {
      note(path, value === null ? 'null' : typeof value)
      return
    }
    if (Object.keys(value).length === 0) note(path, 'empty object')
    for (const [name, inner] of Object.entries(value)) walk(inner, path === '' ? name : `${path}.${name}`)
  }
  walk(body, '')
  const code = 'code' in body ? [`code ${String(body['code'])}`] : []
  const named = [...kinds].map(([path, found]) => `${path}: ${[...found].sort().join(' | ')}`)
  return [[`status ${status}`, ...code].join(', '), ...named.sort()]
}
