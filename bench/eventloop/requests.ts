import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { allEndpoints } from '#test/allEndpoints.ts'
import type { ApiClient } from '#test/apiClient.ts'
import type { Delta } from '#shared/delta/delta.ts'
import { hostileQueries } from '#bench/search/hostile.ts'
import { hostileDeltas, hostileHtml, judgment } from './texts.ts'

/** A request by its name. `body` is JSON; it is made when it is sent, because some name the version of a record. */
export type MeasuredRequest = {
  name: string
  path: string
  method?: 'GET' | 'POST'
  body: () => Promise<string> | string
}

const kb = 1024
const mb = 1024 ** 2

type Ids = { court: number; caseType: number; relationType: number; caseFile: number; reference: string }

/** The requests of one area: each is prepared by what it needs, and measured in turn. */
export async function* requests(client: ApiClient): AsyncGenerator<MeasuredRequest> {
  const ids = await prepare(client)
  yield* richTexts(ids)
  yield* relatedCases(ids)
  yield* judgmentTexts(client, ids)
  yield* notes(client, ids)
  yield* searches()
  yield* answers(ids)
  yield* otherBodies()
}

const json = (path: string, name: string, body: object | (() => Promise<object>)): MeasuredRequest => ({
  name,
  path,
  body: async () => JSON.stringify(typeof body === 'function' ? await body() : body),
})

async function prepare(client: ApiClient): Promise<Ids> {
  const first = async (path: string) => {
    const { data } = (await client.done(path, { Page: 1, PageSize: 10 })) as { data: { id: number }[] }
    return data[0]?.id ?? 0
  }
  const court = await first('courts/get')
  const [caseType, relationType] = [await first('caseTypes/get'), await first('relationTypes/get')]
  const created = await client.done('caseFiles/create', caseOf({ court, caseType }, '1/Loop/2025', { published: true }))
  const { id } = created['data'] as { id: number }
  const numbers = (await client.done('g/getRefByCN', { CaseNumber: '1/Loop/2025' })) as { Reference?: string }
  const reference = numbers.Reference ?? String((numbers as { data?: { reference?: string } }).data?.reference)
  return { court, caseType, relationType, caseFile: id, reference }
}

const caseOf = ({ court, caseType }: Pick<Ids, 'court' | 'caseType'>, number: string, more: object = {}) => ({
  court,
  title: 'Case of the measurement',
  case_numbers: [{ number }],
  case_types: [caseType],
  ...more,
})

let serial = 1
const nextNumber = () => `${(serial += 1)}/Loop/2025`

async function* richTexts(ids: Ids): AsyncGenerator<MeasuredRequest> {
  for (const [name, html] of Object.entries(hostileHtml)) {
    const route = `loop-${(serial += 1)}`
    let count = 0
    const page = () => ({
      name: route,
      route: count++ === 0 ? route : `${route}-${count}`,
      page_content: `a${html(limits.form.richtext_letters - 1)}`,
    })
    yield json('dynamicPages/create', `rich text saved: ${name}`, async () => page())
    yield json('p/getDp', `rich text read: ${name}`, { Route: route })
  }
  const [html = () => ''] = Object.values(hostileHtml)
  yield json('dynamicPages/create', 'rich text of 144 KB', () =>
    Promise.resolve({ name: 'a', route: `loop-${(serial += 1)}`, page_content: `a${html(144 * kb)}` }),
  )
  const details = html(200_000)
  yield json('caseFiles/create', 'status details', async () =>
    caseOf(ids, nextNumber(), { status_details: `a${details.slice(1)}` }),
  )
}

const related = (ids: Ids, description: string) =>
  Array.from({ length: limits.form.rows }, (_, at) => ({
    type: ids.relationType,
    number: `${at}/Cv-C/2020`,
    description,
  }))

async function* relatedCases(ids: Ids): AsyncGenerator<MeasuredRequest> {
  for (const bytes of [2 * mb, 8 * mb])
    for (const name of ['elements that are never closed', 'paragraphs of one letter', 'links'])
      yield json('caseFiles/create', `${bytes / mb} MB of related cases: ${name}`, async () =>
        caseOf(ids, nextNumber(), {
          related_cases: related(ids, hostileHtml[name]?.((bytes * 0.97) / 200 - 70) ?? ''),
        }),
      )
}

/** The JSON of a save of the text, each another than the last. */
function savesOf(client: ApiClient, { caseFile: id }: Ids) {
  let change = 0
  const versionOf = async () =>
    ((await client.done('caseFiles/find', { id })) as { data: { version: number } }).data.version
  const set = async (text: Delta) => {
    const unused = { key: `unused${(change += 1)}`, content: 'a' }
    return { id, version: await versionOf(), Delta: { ...text, footnotes: [...text.footnotes, unused] } }
  }
  return { versionOf, set, next: () => (change += 1) }
}

async function* judgmentTexts(client: ApiClient, ids: Ids): AsyncGenerator<MeasuredRequest> {
  const { set } = savesOf(client, ids)
  for (const bytes of [2 * mb, 7.9 * mb])
    for (const [name, make] of Object.entries(hostileDeltas)) {
      const text = make(bytes - 500)
      yield json('caseFiles/set', `${Math.round(bytes / mb)} MB text saved: ${name}`, () => set(text))
      if (bytes === 2 * mb) yield* readsOf(client, ids, name)
    }
  yield json('caseFiles/set', '300,000 pieces', () =>
    set({ content: Array.from({ length: 300_000 }, () => ({ insert: 'a' })), footnotes: [], annotations: [] }),
  )
  const text = judgment(570 * kb)
  yield json('caseFiles/set', 'text of 570 KB saved', () => set(text))
  yield json('g/find', 'text of 570 KB read', { Type: 'CaseFile', Reference: ids.reference, Text: true })
}

/** The calls that read the text of the case. */
async function* readsOf(client: ApiClient, ids: Ids, name: string): AsyncGenerator<MeasuredRequest> {
  const { caseFile: id, reference: Reference } = ids
  const { versionOf, next } = savesOf(client, ids)
  yield json('g/find', `text read: ${name}`, { Type: 'CaseFile', Reference, Text: true })
  yield json('caseFiles/find', `record read: ${name}`, { id })
  yield json('notes/get', `notes of a text: ${name}`, { Reference })
  yield json('caseFiles/textChange', `change of a text: ${name}`, async () => ({
    id,
    version: await versionOf(),
    field: 'case_content',
  }))
  yield json('caseFiles/partialUpdate', `another field saved, text: ${name}`, async () => ({
    id,
    title: `Title ${next()}`,
  }))
  yield json('caseFiles/partialUpdate', `rejected for its version, text: ${name}`, { id, version: 1, title: 'Other' })
  yield json('g/search', `a search that finds the text: ${name}`, {
    Type: 'CaseFile',
    Query: 'measurement',
    Facets: true,
  })
}

async function* notes(client: ApiClient, ids: Ids): AsyncGenerator<MeasuredRequest> {
  const { caseFile: id, reference } = ids
  const { versionOf } = savesOf(client, ids)
  for (const bytes of [570 * kb, 1.9 * mb]) {
    const label = `${Math.round(bytes / kb)} KB text`
    await client.done('caseFiles/set', { id, version: await versionOf(), Delta: judgment(bytes) })
    const { text } = (await client.done('notes/get', { Reference: reference })) as { text: string }
    const note = (at: number) => ({
      Reference: reference,
      Text: text,
      Start: at * 300,
      End: at * 300 + 200,
      Type: 'General',
      Title: 'a',
      Category: 'usul',
      Description: 'ހަ'.repeat(140),
    })
    yield json('notes/create', `a note, ${label}`, note(0))
    for (let at = 1; at < 400; at += 1) await client.done('notes/create', note(at))
    yield json('notes/get', `400 notes, ${label}`, { Reference: reference })
    yield json('notes/export', `notes exported, ${label}`, { Reference: reference })
    let round = 0
    yield {
      name: `400 notes carried over, ${label}`,
      path: 'notes/get',
      body: async () => {
        await client.done('caseFiles/set', {
          id,
          version: await versionOf(),
          Delta: judgment(bytes, ` new${(round += 1)} `),
        })
        return JSON.stringify({ Reference: reference })
      },
    }
    const { data } = (await client.done('notes/get', { Reference: reference })) as { data: { uid: string }[] }
    for (const { uid } of data) await client.done('notes/delete', { uid })
  }
}

async function* searches(): AsyncGenerator<MeasuredRequest> {
  for (const [name, Query] of Object.entries(hostileQueries)) {
    yield json('g/search', `search: ${name}`, { Type: 'CaseFile', Query, Facets: true })
    yield json('g/suggest', `suggestions: ${name}`, { Type: 'CaseFile', Query: Query.slice(0, 1000) })
  }
  const passage = JSON.stringify(judgment(40 * kb).content)
    .match(/[ހ-ޱ]+/gu)
    ?.join(' ')
    .slice(0, 10_000)
  yield json('g/search', 'search: a passage of 10,000 letters', { Type: 'CaseFile', Query: passage, Facets: true })
  const many = Array.from({ length: 50 }, (_, at) => at + 1)
  yield json('g/advancedSearch', 'search: every filter', {
    Type: 'CaseFile',
    Query: passage,
    Courts: many,
    Judges: many,
    CaseTypes: many,
    Statuses: many,
    Facets: true,
    Years: many.map((at) => 1990 + at),
    Claimant: 'ހަ'.repeat(100),
    Respondant: 'ހަ'.repeat(100),
  })
  for (const Phrase of ['ހުކުމް', 'ށަރީޢަތް'])
    yield json('phrases/suggestUses', `suggested uses of ${Phrase}`, { Phrase, Chosen: [] })
}

async function* answers({ caseFile: id, court }: Ids): AsyncGenerator<MeasuredRequest> {
  yield json('caseFiles/get', 'a list sent whole', { Court: court })
  yield json('caseFiles/get', 'a list searched by twelve words', {
    Court: court,
    SearchQuery: 'ހު ކު މް ން ގެ އި އަ ދި ބަ ޔަ ކޮ ފަ',
    Page: 1,
    PageSize: 100,
  })
  yield json('caseFiles/history', 'a history', { id })
  yield json('users/get', 'the users', {})
  yield json('roles/getPermissions', 'the permissions', {})
  for (const path of ['openapi.json', 'docs', 'auth/me'])
    yield { name: `GET ${path}`, path, method: 'GET', body: () => '' }
}

type Schema = { properties?: Record<string, object> }

/** For each endpoint the bodies that its schema rejects at the greatest cost: at its limit, or at 2 MB. */
async function* otherBodies(): AsyncGenerator<MeasuredRequest> {
  for (const [path, { input, method, bodyBytes = limits.request.body_bytes }] of allEndpoints) {
    if (method === 'GET') continue
    const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema
    const bytes = Math.min(bodyBytes, 2 * mb)
    for (const [name, body] of Object.entries(rejectedBodies(Object.keys(properties), bytes - 100)))
      yield { name: `rejected by ${path}: ${name}`, path, body: () => body }
  }
}

function rejectedBodies(fields: readonly string[], bytes: number): Record<string, string> {
  const share = Math.floor(bytes / Math.max(1, fields.length)) - 100
  const list = (item: string) => `[${Array.from({ length: share / (item.length + 1) }, () => item).join()}]`
  const values = {
    objects: list('{}'),
    numbers: list('0'),
    texts: JSON.stringify('ހަ'.repeat(share / 6)),
    nesting: '['.repeat(share / 2) + ']'.repeat(share / 2),
  }
  const keys = Array.from({ length: Math.floor(bytes / 12) }, (_, at) => `"k${at}":1`).join()
  const inEach = (value: string) => `{${fields.map((field) => `${JSON.stringify(field)}:${value}`).join()}}`
  return {
    'unknown fields': `{${keys}}`,
    ...Object.fromEntries(Object.entries(values).map(([kind, value]) => [`${kind} in each field`, inEach(value)])),
  }
}
