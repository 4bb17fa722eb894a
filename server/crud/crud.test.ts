import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, openApi } from '../../test/api.ts'
import { buildUser, password } from '../../test/factories.ts'
import { limits } from '#shared/limits.ts'
import { permissionsOf } from '#shared/resource/names.ts'
import { resources } from '#shared/resources/index.ts'

let api: Api
let staff: Awaited<ReturnType<Api['as']>>

type Body = Record<string, unknown>
const errorsOf = (body: Body) => (body['payload'] as { errors: Record<string, string[]> }).errors
const rowOf = (body: Body) => body['data'] as Body & { id: number; version: number }
const rowsOf = (body: Body) => body['data'] as (Body & { id: number })[]

beforeAll(async () => {
  api = await openApi()
  const can = resources.flatMap((resource) => permissionsOf(resource))
  staff = await api.as(await buildUser(api.databaseUrl, { can }), password)
})
afterAll(() => api.close())

const create = async (resource: string, fields: object) => {
  const answer = await staff(`${resource}/create`, fields)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  return rowOf(answer.body)
}

describe('a court', () => {
  test('is made, found, renamed and deleted, and each of it is told by its history', async () => {
    const { id, version } = await create('courts', { name: 'ސިވިލް ކޯޓު' })
    expect(rowOf((await staff('courts/find', { id })).body)).toMatchObject({ id, name: 'ސިވިލް ކޯޓު', version: 1 })
    const renamed = await staff('courts/update', { id, version, name: 'ސިވިލް  ކޯޓު އަލަށް' })
    expect(rowOf(renamed.body)).toMatchObject({ name: 'ސިވިލް ކޯޓު އަލަށް', version: 2 })
    const history = (await staff('courts/history', { id })).body['data']
    expect(history).toMatchObject([
      { action: 'update', by: 'Test', fields: [{ name: 'name', before: 'ސިވިލް ކޯޓު' }] },
      { action: 'create', by: 'Test' },
    ])
    expect(await staff('courts/delete', { id, version: 2 })).toMatchObject({ status: 200 })
    expect(await staff('courts/find', { id })).toMatchObject({ status: 404 })
  })

  test('named as another is refused at its field', async () => {
    await create('courts', { name: 'ހައިކޯޓު' })
    const { status, body } = await staff('courts/create', { name: 'ހައިކޯޓު' })
    expect([status, errorsOf(body)]).toEqual([400, { name: ['This is already in use.'] }])
  })

  test('without a name is refused, and what there is no field for is named', async () => {
    const { status, body } = await staff('courts/create', { name: ' ', level: 'high' })
    expect([status, Object.keys(errorsOf(body)).sort()]).toEqual([400, ['level', 'name']])
  })

  test('changed by another meanwhile is not overwritten: who changed what is told', async () => {
    const { id, version } = await create('courts', { name: 'ޑްރަގް ކޯޓު' })
    await staff('courts/partialUpdate', { id, version, name: 'ޑްރަގު ކޯޓު' })
    const { status, body } = await staff('courts/update', { id, version, name: 'އެހެން' })
    expect(status).toBe(409)
    expect(body['payload']).toMatchObject({
      changes: [{ by: 'Test', fields: [{ name: 'name', before: 'ޑްރަގް ކޯޓު', after: 'ޑްރަގު ކޯޓު' }] }],
    })
    expect(rowOf((await staff('courts/find', { id })).body)['name']).toBe('ޑްރަގު ކޯޓު')
  })

  test('saved as it is has no other version, and makes nobody late', async () => {
    const { id, version, name } = await create('courts', { name: 'ފެމިލީ ކޯޓު' })
    expect(rowOf((await staff('courts/update', { id, version, name })).body)).toMatchObject({ id, version, name })
    expect((await staff('courts/history', { id })).body['data']).toHaveLength(1)
    expect(await staff('courts/update', { id, version, name: 'ޢާއިލާ ކޯޓު' })).toMatchObject({ status: 200 })
  })
})

describe('a case file', () => {
  test('is saved with everything it holds in other tables', async () => {
    const court = await create('courts', { name: 'ސުޕްރީމް ކޯޓު' })
    const [one, two] = [await create('judges', { name: 'ޢަލީ' }), await create('judges', { name: 'އާމިނަތު' })]
    const type = await create('caseTypes', { name: 'މަދަނީ' })
    const relation = await create('relationTypes', { name: 'އިސްތިއުނާފު' })
    const made = await create('caseFiles', {
      court: court.id,
      closed_date: '2021-03-02',
      case_numbers: [{ number: '2021/SC-A/12', submission_date: '2021-01-02', registration_date: null }],
      case_types: [type.id],
      judges: [two.id, one.id],
      claimant: 'ޢަލީ | އަޙްމަދު |',
      published: true,
      status_details: '<p onclick="x()">ތަފްޞީލު</p><script>1</script>',
      related_cases: [{ type: relation.id, number: '80/HC-A/2020', description: null }],
      case_content: { content: [{ insert: 'ޙުކުމް\n' }], footnotes: [], annotations: [] },
    })
    const found = rowOf((await staff('caseFiles/find', { id: made.id })).body)
    expect(found).toMatchObject({
      court: { name: 'ސުޕްރީމް ކޯޓު' },
      claimant: 'ޢަލީ|އަޙްމަދު',
      judges: [{ name: 'އާމިނަތު' }, { name: 'ޢަލީ' }],
      case_numbers: [{ number: '2021/SC-A/12', submission_date: '2021-01-02', registration_date: null }],
      case_numbers_text: '2021/SC-A/12',
      case_types_text: 'މަދަނީ',
      status_details: '<p>ތަފްޞީލު</p>',
      related_cases: [{ number: '80/HC-A/2020', type: { name: 'އިސްތިއުނާފު' }, status: null }],
      pdf_file: null,
    })

    const numbers = found['case_numbers'] as { id: number }[]
    const saved = await staff('caseFiles/update', {
      id: made.id,
      version: found.version,
      case_numbers: [{ number: '2021/SC-A/13' }, { ...numbers[0], number: '2021/SC-A/12' }],
      related_cases: [],
    })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    const after = rowOf((await staff('caseFiles/find', { id: made.id })).body)
    expect(after).toMatchObject({ case_numbers_text: '2021/SC-A/13، 2021/SC-A/12', related_cases: [] })
    expect((after['case_numbers'] as { id: number }[])[1]?.id).toBe(numbers[0]?.id)
  })

  test('saved as it is, lists and all, has no other version and is not told to be found anew', async () => {
    const court = await create('courts', { name: 'މަޖިސްޓްރޭޓު ކޯޓު' })
    const [one, two] = [await create('judges', { name: 'ޙަސަން' }), await create('judges', { name: 'މަރިޔަމް' })]
    const type = await create('caseTypes', { name: 'ކޮމާޝަލް' })
    const fields = {
      court: court.id,
      case_types: [type.id],
      case_numbers: [{ number: '9/Mj-C/2020' }, { number: '10/Mj-C/2020' }],
      judges: [two.id, one.id],
      status_details: '<p>ތަފްޞީލު</p>',
      published: true,
    }
    const { id, version } = await create('caseFiles', fields)
    const { case_numbers } = rowOf((await staff('caseFiles/find', { id })).body)
    const logged = async () => (await sql`select from change_log`.execute(api.db)).rows.length
    const before = await logged()
    const same = await staff('caseFiles/update', { id, version, ...fields, case_numbers })
    expect(rowOf(same.body).version).toBe(version)
    expect(await logged()).toBe(before)
    const other = await staff('caseFiles/update', { id, version, judges: [one.id, two.id] })
    expect(rowOf(other.body).version).toBeGreaterThan(version)
  })

  test('whose number another case has, or that has it twice, is refused at that number', async () => {
    const court = await create('courts', { name: 'ޖުވެނައިލް ކޯޓު' })
    const type = await create('caseTypes', { name: 'ޖިނާޢީ' })
    const fields = { court: court.id, case_types: [type.id], case_numbers: [{ number: '7/Jv-C/2020' }] }
    await create('caseFiles', fields)
    for (const [first, second] of [
      ['8/Jv-C/2020', '2020/JvC/7'],
      ['9/Jv-C/2020', '2020/JvC/9'],
    ]) {
      const case_numbers = [{ number: first }, { number: second }]
      const { status, body } = await staff('caseFiles/create', { ...fields, case_numbers })
      expect([status, errorsOf(body)]).toEqual([400, { 'case_numbers.1.number': ['This is already in use.'] }])
    }
    expect(await staff('courts/delete', { id: court.id })).toMatchObject({ status: 422, body: { code: 'in-use' } })
  })

  test('registered before it was submitted is refused at the day of that number', async () => {
    const court = await create('courts', { name: 'ކްރިމިނަލް ކޯޓު' })
    const type = await create('caseTypes', { name: 'ފަނޑިޔާރުގެ' })
    const days = { submission_date: '2020-05-05', registration_date: '2020-01-01' }
    const answer = await staff('caseFiles/create', {
      court: court.id,
      case_types: [type.id],
      case_numbers: [{ number: '1/Cr-C/2020' }, { number: '2/Cr-C/2020', ...days }],
    })
    expect([answer.status, errorsOf(answer.body)]).toEqual([
      400,
      { 'case_numbers.1.submission_date': ['The first day must not be after the last.'] },
    ])
  })

  test('gives its rows the numbers of each other, and none that another case has', async () => {
    const court = await create('courts', { name: 'ލޭބަރ ކޯޓު' })
    const type = await create('caseTypes', { name: 'ވަޒީފާ' })
    const fields = { court: court.id, case_types: [type.id] }
    await create('caseFiles', { ...fields, case_numbers: [{ number: '5/Lb-C/2020' }] })
    const { id, version } = await create('caseFiles', {
      ...fields,
      case_numbers: [{ number: '6/Lb-C/2020' }, { number: '7/Lb-C/2020' }],
    })
    const found = rowOf((await staff('caseFiles/find', { id })).body)
    const [one, two] = (found['case_numbers'] as { id: number }[]).map((row) => row.id)
    const save = (...case_numbers: object[]) => staff('caseFiles/update', { id, version, case_numbers })
    for (const others of ['5/Lb-C/2020', '2020/LbC/7']) {
      const taken = await save({ id: one, number: '7/Lb-C/2020' }, { id: two, number: others })
      expect(errorsOf(taken.body)).toEqual({ 'case_numbers.1.number': ['This is already in use.'] })
    }
    const swapped = [{ id: one, number: '7/Lb-C/2020' }, { number: '6/Lb-C/2020' }, { id: two, number: '8/Lb-C/2020' }]
    expect(await save(...swapped)).toMatchObject({ status: 200 })
    expect(rowOf((await staff('caseFiles/find', { id })).body)).toMatchObject({ case_numbers: swapped })
  })

  test('that is related by what is not there is refused in that row', async () => {
    const court = await create('courts', { name: 'މޯލްޑިވްސް ކޯޓު' })
    const type = await create('caseTypes', { name: 'ޓެކްސް' })
    const relation = await create('relationTypes', { name: 'ގުޅޭ މައްސަލަ' })
    const { body } = await staff('caseFiles/create', {
      court: court.id,
      case_types: [type.id],
      case_numbers: [{ number: '1/Tx-C/2020' }],
      related_cases: [
        { type: relation.id, number: '2/Tx-C/2020' },
        { type: relation.id, number: '3/Tx-C/2020', status: 999_999_999 },
      ],
    })
    expect(errorsOf(body)).toEqual({ 'related_cases.1.status': ['This choice is no longer there.'] })
  })

  test('says every field that is wrong at once', async () => {
    const { body } = await staff('caseFiles/create', {
      court: 999_999_999,
      closed_date: '2021-13-40',
      case_numbers: [],
      judges: [1, 1],
      pdf_file: 'x',
    })
    expect(Object.keys(errorsOf(body)).sort()).toEqual([
      'case_numbers',
      'case_types',
      'closed_date',
      'judges',
      'pdf_file',
    ])
  })

  test('of a court that is not there, or with a file that is not ours, is refused by name', async () => {
    const type = await create('caseTypes', { name: 'ޢާއިލީ' })
    const fields = { case_types: [type.id], case_numbers: [{ number: '8/Jv-C/2020' }] }
    const { body } = await staff('caseFiles/create', { ...fields, court: 999_999_999 })
    expect(errorsOf(body)).toEqual({ court: ['This choice is no longer there.'] })
    const other = await staff('caseFiles/create', { ...fields, court: 1, pdf_file: 5 })
    expect(Object.keys(errorsOf(other.body))).toEqual(['pdf_file'])
  })
})

describe('the text of a case file', () => {
  test('that no reader could draw is refused at its field, and nothing beside the text is kept', async () => {
    const court = await create('courts', { name: 'ލިޔުން ކޯޓު' })
    const type = await create('caseTypes', { name: 'ލިޔުން' })
    const fields = { court: court.id, case_types: [type.id], case_numbers: [{ number: '1/Tx-C/2020' }] }
    const text = (content: unknown, more = {}) => ({ content, footnotes: [], annotations: [], ...more })
    const wrong = [
      text([1, null, { insert: 5 }]),
      text([{ insert: 'a\n', attributes: null }]),
      text([{ retain: 5 }]),
      text([], { evil: true }),
      text([], { footnotes: [5] }),
      'words',
    ]
    for (const case_content of wrong) {
      const { status, body } = await staff('caseFiles/create', { ...fields, case_content })
      expect([status, Object.keys(errorsOf(body))], JSON.stringify(case_content)).toEqual([400, ['case_content']])
    }
  })

  test('a judgment of a thousand pages is kept, and one that is longer is refused at its field', async () => {
    const court = await create('courts', { name: 'ދިގު ޙުކުމްތަކުގެ ކޯޓު' })
    const type = await create('caseTypes', { name: 'ދިގު ޙުކުމް' })
    const fields = { court: court.id, case_types: [type.id], case_numbers: [{ number: '2/Tx-C/2020' }] }
    const ofLetters = (count: number) => ({ content: [{ insert: 'ކަން '.repeat(count / 5) }], footnotes: [], annotations: [] }) // prettier-ignore
    const kept = await staff('caseFiles/create', { ...fields, case_content: ofLetters(1_500_000) })
    expect(kept.status).toBe(200)
    const { status, body } = await staff('caseFiles/create', { ...fields, case_content: ofLetters(2_000_005) })
    expect([status, Object.keys(errorsOf(body))]).toEqual([400, ['case_content']])
  })
})

describe('a list', () => {
  test('is searched by words in any column, however they are spelled', async () => {
    const court = await create('courts', { name: 'ތުޅާދޫ މެޖިސްޓްރޭޓު ކޯޓު' })
    const type = await create('caseTypes', { name: 'ޤަތުލު' })
    const row = await create('caseFiles', {
      court: court.id,
      title: 'ޤަރުޟުގެ މައްސަލަ',
      closed_date: '2019-05-04',
      case_types: [type.id],
      case_numbers: [{ number: '5/Q1C/2019' }],
    })
    const find = async (SearchQuery: string, more: object = {}) =>
      rowsOf((await staff('caseFiles/get', { Court: court.id, SearchQuery, ...more })).body).map(({ id }) => id)
    for (const words of ['ގަރުޒުގެ', 'ޤަރުޟު މައްސަލަ', '5/q1c', 'މޭ 2019', '2019-05-04', 'ގަތުލު', 'ތުޅާދޫ ޤަތުލު 5/', ''])
      expect(await find(words), words).toEqual([row.id])
    for (const words of ['ނެތް', 'ގަރުޒު ނެތް', '%', '_']) expect(await find(words), words).toEqual([])
    expect(await find('', { Columns: { case_types_text: 'ގަތުލު' } })).toEqual([row.id])
    expect(await find('', { Columns: { court: 'މެޖިސްޓްރޭޓު ތުޅާދޫ' } })).toEqual([row.id])
    expect(await find('', { Columns: { closed_date: '2018' } })).toEqual([])
    expect(await find('', { Columns: { court: 'ތުޅާދޫ ނެތް' } })).toEqual([])
    const displayed = (words: string) =>
      staff('caseFiles/isDisplayed', { id: row.id, Court: court.id, SearchQuery: words })
    expect((await displayed('ގަރުޒު')).body['IsDisplayed']).toBe(true)
    expect((await displayed('ނެތް')).body['IsDisplayed']).toBe(false)
  })

  test('of other rows finds what it shows of them, their names, and not how they are drawn', async () => {
    const status = await create('caseStatuses', { name: 'އިންތިޒާރުގައި', color: 'orange', icon: 'clock' })
    const type = await create('caseTypes', { name: 'ދިރާސާ' })
    const court = await create('courts', { name: 'ނައިފަރު މެޖިސްޓްރޭޓު ކޯޓު' })
    const row = await create('caseFiles', {
      court: court.id,
      statuses: [status.id],
      case_types: [type.id],
      case_numbers: [{ number: '6/Q1C/2019' }],
    })
    const find = async (words: object) =>
      rowsOf((await staff('caseFiles/get', { Court: court.id, ...words })).body).map(({ id }) => id)
    expect(await find({ SearchQuery: 'އިންތިޒާރުގައި' })).toEqual([row.id])
    expect(await find({ Columns: { statuses: 'އިންތިޒާރުގައި' } })).toEqual([row.id])
    expect(await find({ SearchQuery: 'orange' })).toEqual([])
    expect(await find({ Columns: { statuses: 'clock' } })).toEqual([])
  })

  test('is not searched by more words than it looks for: none is left out in silence', async () => {
    const words = (count: number) => Array.from({ length: count }, (_, place) => `w${place}`).join(' ')
    const { words: maximum } = limits.list
    expect(await staff('caseTypes/get', { SearchQuery: ` ${words(maximum)} ` })).toMatchObject({ status: 200 })
    for (const [endpoint, input, field] of [
      ['caseTypes/get', { SearchQuery: words(maximum + 1) }, 'SearchQuery'],
      ['caseTypes/get', { Columns: { name: words(maximum + 1) } }, 'Columns.name'],
      ['caseFiles/getCourtList', { SearchQuery: words(maximum + 1) }, 'SearchQuery'],
    ] as const) {
      const { status, body } = await staff(endpoint, input)
      expect([status, errorsOf(body)]).toEqual([400, { [field]: [`At most ${maximum} words.`] }])
    }
  })

  test('without its required filter is refused, and columns that it has not are named', async () => {
    expect(errorsOf((await staff('caseFiles/get', {})).body)).toHaveProperty('Court')
    for (const wrong of [
      { Sort: { by: 'case_content' } },
      { Columns: { status_details: 'x' } },
      { Sort: { by: 'toString' } },
    ])
      expect((await staff('caseFiles/get', { Court: 1, ...wrong })).status).toBe(400)
  })

  test('of more than 500 rows comes in pages that together are all of them', async () => {
    await sql`insert into case_types (name) select 'ބާވަތް ' || n from generate_series(1000, 1519) as n`.execute(api.db)
    const get = (more: object) => staff('caseTypes/get', { Sort: { by: 'name' }, PageSize: 100, ...more })
    const first = await get({})
    expect(first.body).toMatchObject({ ovf: true, countIsExact: true, page: 1 })
    const pages = Number(first.body['pages'])
    const ids: number[] = []
    for (let Page = 1; Page <= pages; Page += 1) ids.push(...rowsOf((await get({ Page })).body).map(({ id }) => id))
    expect(new Set(ids).size).toBe(first.body['count'])
    expect(ids).toHaveLength(Number(first.body['count']))
    expect((await get({ Page: pages + 1 })).body).toMatchObject({ code: 'page-past-end' })
    expect((await get({ SearchQuery: 'ބާވަތް 1001' })).body).toMatchObject({ ovf: false, count: 1 })
  })

  test('is cut into the pages that were asked for, however few its rows are', async () => {
    await sql`insert into relation_types (name) select 'ގުޅުން ' || n from generate_series(1, 5) as n`.execute(api.db)
    const get = async (more: object) => (await staff('relationTypes/get', { SearchQuery: 'ގުޅުން', ...more })).body
    const first = await get({ PageSize: 2 })
    expect(first).toMatchObject({ ovf: true, count: 5, page: 1, pages: 3 })
    expect(rowsOf(first)).toHaveLength(2)
    expect(rowsOf(await get({ PageSize: 2, Page: 3 }))).toHaveLength(1)
    expect(await get({ PageSize: 5 })).toMatchObject({ ovf: false, count: 5, pages: 1 })
    expect(await get({})).toMatchObject({ ovf: false, count: 5, pages: 1 })
  })

  test('has no page behind its last one, which is named to whoever asked for it', async () => {
    await sql`insert into relation_types (name) select 'ނިސްބަތް ' || n from generate_series(1, 5) as n`.execute(api.db)
    const get = async (more: object) => (await staff('relationTypes/get', { SearchQuery: 'ނިސްބަތް', ...more })).body
    for (const [more, pages] of [
      [{ PageSize: 2, Page: 4 }, 3],
      [{ PageSize: 5, Page: 2 }, 1],
      [{ Page: 2 }, 1],
      [{ SearchQuery: 'ނެތް', Page: 2 }, 1],
    ] as const)
      expect(await get(more), JSON.stringify(more)).toMatchObject({ code: 'page-past-end', payload: { pages } })
    expect(await get({ SearchQuery: 'ނެތް', Page: 1 })).toMatchObject({ data: [], count: 0, page: 1, pages: 1 })
  })
})
