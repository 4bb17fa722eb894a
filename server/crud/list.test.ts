import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, type Caller, errorsOf } from '#test/api.ts'
import { openStaffApi, rowOf } from '#test/signedInApi.ts'
import { limits } from '#shared/limits.ts'

let api: Api
let staff: Caller

type Body = Record<string, unknown>
const rowsOf = (body: Body) => body['data'] as (Body & { id: number })[]

beforeAll(async () => {
  ;({ api, staff } = await openStaffApi())
})
afterAll(() => api.close())

const create = async (resource: string, fields: object) => {
  const answer = await staff(`${resource}/create`, fields)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  return rowOf(answer.body)
}

describe('lists', () => {
  test('a list finds rows with every word in some column, in any spelling', async () => {
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

  test('a list finds rows by the names of other rows that it shows, not by their icons or colors', async () => {
    const status = await create('caseStatuses', { name: 'އިންތިޒާރުގައި', color: 'caution', icon: 'refresh' })
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
    expect(await find({ SearchQuery: 'caution' })).toEqual([])
    expect(await find({ Columns: { statuses: 'refresh' } })).toEqual([])
    const statuses = async (words: object) => rowsOf((await staff('caseStatuses/get', words)).body).map(({ id }) => id)
    expect(await statuses({ SearchQuery: 'ރީނދޫ އިންތިޒާރުގައި' }), 'the label of the color').toEqual([status.id])
    expect(await statuses({ Columns: { color: 'Yellow', name: 'އިންތިޒާރުގައި' } })).toEqual([status.id])
    expect(await statuses({ Columns: { color: 'caution' } }), 'the stored name of the color').toEqual([])
  })

  test('a list rejects a search with more words than the limit', async () => {
    const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ')
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

  test('a list request without its required filter, or with an unknown column, is rejected', async () => {
    expect(errorsOf((await staff('caseFiles/get', {})).body)).toHaveProperty('Court')
    for (const wrong of [
      { Sort: { by: 'case_content' } },
      { Columns: { status_details: 'x' } },
      { Sort: { by: 'toString' } },
    ])
      expect((await staff('caseFiles/get', { Court: 1, ...wrong })).status).toBe(400)
  })

  test('a list names all of its unknown columns at once', async () => {
    const wrong = { Sort: { by: 'nothing' }, Columns: { title: 'x', n1: 'y', n2: 'z' } }
    const { status, body } = await staff('caseFiles/get', { Court: 1, ...wrong })
    expect([status, Object.keys(errorsOf(body))]).toEqual([400, ['Columns.n1', 'Columns.n2', 'Sort.by']])
  })

  test('a list of more than 500 rows is sent in pages that together contain every row once', async () => {
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

  test('a short list is sent in pages of the requested size', async () => {
    await sql`insert into relation_types (name) select 'ގުޅުން ' || n from generate_series(1, 5) as n`.execute(api.db)
    const get = async (more: object) => (await staff('relationTypes/get', { SearchQuery: 'ގުޅުން', ...more })).body
    const first = await get({ PageSize: 2 })
    expect(first).toMatchObject({ ovf: true, count: 5, page: 1, pages: 3 })
    expect(rowsOf(first)).toHaveLength(2)
    expect(rowsOf(await get({ PageSize: 2, Page: 3 }))).toHaveLength(1)
    expect(await get({ PageSize: 5 })).toMatchObject({ ovf: false, count: 5, pages: 1 })
    expect(await get({})).toMatchObject({ ovf: false, count: 5, pages: 1 })
  })

  test('a request for a page past the last one is rejected with the number of pages', async () => {
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
