import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, type Caller, errorsOf, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { permissionsOf } from '#shared/resource/names.ts'
import { resources } from '#shared/resources/index.ts'

/** Which values count as empty, and how invalid ones are reported. */

type Body = Record<string, unknown>
type CreatedRow = Body & { id: number; version: number }
let api: Api
let staff: Caller
let person: number

beforeAll(async () => {
  api = await openApi()
  const can = resources.flatMap((resource) => permissionsOf(resource))
  const email = await buildUser(api.databaseUrl, { can })
  staff = await api.as(email, password)
  const { rows } = await sql<{ id: number }>`select id from users where email = ${email}`.execute(api.db)
  person = rows[0]?.id ?? 0
})
afterAll(() => api.close())

const required = ['This field is required.']

async function create(resource: string, fields: object) {
  const answer = await staff(`${resource}/create`, fields)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  return answer.body['data'] as CreatedRow
}

/** A picture as an upload stores it. */
async function buildPicture() {
  const { rows } = await sql<{ id: number }>`
    insert into files (sha256, name, media_type, size, owner_id, type)
    values (${Buffer.from(crypto.randomUUID().replaceAll('-', '').repeat(2), 'hex')}, 'a.png', 'image/png', 1, ${person}, 'Temp')
    returning id`.execute(api.db)
  return `<p><img data-file="${rows[0]?.id ?? 0}" alt="" /></p>`
}

describe('rich texts', () => {
  const nothing = [
    '<p></p>',
    '<p>&nbsp;</p>',
    '<p><br></p>',
    '<table><tbody><tr><td></td></tr></tbody></table>',
    '<p>\u200b</p>',
  ]

  test('a rich text without text or picture counts as empty', async () => {
    const page = await create('dynamicPages', { name: 'One', route: 'one', page_content: '<p>a</p>' })
    for (const page_content of nothing) {
      const made = await staff('dynamicPages/create', { name: 'Two', route: 'two', page_content })
      expect([made.status, errorsOf(made.body)], page_content).toEqual([400, { page_content: required }])
      const { id, version } = page
      const changed = await staff('dynamicPages/update', { id, version, page_content })
      expect([changed.status, errorsOf(changed.body)], page_content).toEqual([400, { page_content: required }])
    }
  })

  test('an empty rich text is named together with every other wrong field', async () => {
    for (const page_content of nothing) {
      const made = await staff('dynamicPages/create', { name: '', route: 'three', page_content })
      expect([made.status, errorsOf(made.body)], page_content).toEqual([
        400,
        { name: required, page_content: required },
      ])
    }
  })

  test('a rich text of which nothing remains when it is sanitized is refused', async () => {
    const made = await staff('dynamicPages/create', { name: 'Four', route: 'four', page_content: '<style>p{}</style>' })
    expect([made.status, errorsOf(made.body)]).toEqual([400, { page_content: required }])
  })

  test('a rich text with a picture alone is stored', async () => {
    const page = await create('dynamicPages', { name: 'Seen', route: 'seen', page_content: await buildPicture() })
    expect((await staff('dynamicPages/find', { id: page.id })).body['data']).toMatchObject({
      page_content: expect.stringContaining('<img data-file=') as string,
    })
    const phrase = await create('phrases', { dhivehi_phrase: 'ފޮޓޯ', meaning: await buildPicture() })
    expect((await staff('phrases/find', { id: phrase.id })).body['data']).toMatchObject({
      meaning: expect.stringContaining('<img data-file=') as string,
    })
  })
})

test('a name of invisible characters counts as empty', async () => {
  for (const name of ['\u200f\u200f', '\u200b', ' \u2060 '])
    expect(errorsOf((await staff('courts/create', { name })).body)).toEqual({ name: required })
})

test('a value of the wrong type is not reported as missing', async () => {
  const fields = { court: 'x', published: 'yes', case_numbers: 5, case_types: {}, title: 7 }
  const wrong = ['This is not the kind of value that belongs here.']
  expect(errorsOf((await staff('caseFiles/create', fields)).body)).toEqual({
    court: wrong,
    published: wrong,
    case_numbers: wrong,
    case_types: wrong,
    title: wrong,
  })
  expect(errorsOf((await staff('caseFiles/create', { court: null, case_numbers: '', published: true })).body)).toEqual({
    court: required,
    case_numbers: required,
    case_types: required,
  })
})

test('a violated constraint is reported at its field, not at a field whose name is a part of it', async () => {
  expect(errorsOf((await staff('permissions/create', { name: 'own', guard_name: 'api' })).body)).toEqual({
    guard_name: ['This is not written as it must be.'],
  })
})

test('the route of a page that is not written as it must be is refused with what it may contain', async () => {
  const page = { name: 'Fees', page_content: '<p>a</p>' }
  for (const route of ['Fees 2026', 'އަގު'])
    expect(errorsOf((await staff('dynamicPages/create', { ...page, route })).body)).toEqual({
      route: ['Only small English letters, digits and hyphens, such as terms-of-use.'],
    })
})

test('an invalid day is reported once', async () => {
  const { id } = await create('courts', { name: 'ދުވަހުގެ ކޯޓު' })
  const { rows } = await sql<{ id: number }>`
    insert into case_files (court_id, title) values (${id}, 'day') returning id`.execute(api.db)
  for (const closed_date of ['01/02/2020', '2020-13-01', '1066-10-14'])
    expect(errorsOf((await staff('caseFiles/partialUpdate', { id: rows[0]?.id, closed_date })).body)).toEqual({
      closed_date: ['This is not written as it must be.'],
    })
})

describe('calls with the id alone', () => {
  test('isDisplayed needs no filter of the list', async () => {
    const { id } = await create('courts', { name: 'ހުސް ކޯޓު' })
    const { rows } = await sql<{ id: number }>`
      insert into case_files (court_id, title) values (${id}, 'displayed') returning id`.execute(api.db)
    const asked = { id: rows[0]?.id ?? 0 }
    expect((await staff('caseFiles/isDisplayed', asked)).body).toMatchObject({ IsDisplayed: true })
    for (const [SearchQuery, IsDisplayed] of [
      ['displayed', true],
      ['ނެތް', false],
      ['', true],
    ])
      expect((await staff('caseFiles/isDisplayed', { ...asked, SearchQuery })).body).toMatchObject({ IsDisplayed })
    expect((await staff('users/isDisplayed', { id: person, SearchQuery: '' })).body).toMatchObject({
      IsDisplayed: true,
    })
    expect((await staff('caseFiles/get', {})).status).toBe(400)
  })

  test('partialUpdate needs no version, and rejects an older one', async () => {
    const { id, version } = await create('courts', { name: 'ފުރަތަމަ' })
    const saved = await staff('courts/partialUpdate', { id, name: 'ދެވަނަ' })
    expect(saved.body['data']).toMatchObject({ name: 'ދެވަނަ', version: version + 1 })
    expect((await staff('courts/partialUpdate', { id, version, name: 'ތިންވަނަ' })).status).toBe(409)
    for (const nothing of [{ id }, { id, version: version + 1 }])
      expect((await staff('courts/partialUpdate', nothing)).status).toBe(400)
  })
})
