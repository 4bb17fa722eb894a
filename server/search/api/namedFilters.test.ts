import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CaseQuery } from '#server/search/types.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
import { type Api, openApi } from '#test/api.ts'
import { applyNamedFilters } from './namedFilters.ts'
import { parseCaseSearch } from './parseInput.ts'

let api: Api
beforeAll(async () => {
  api = await openApi({ demoLibrary: true })
})
afterAll(() => api.close())

const apply = (text: string, chosen: CaseQuery = {}) => applyNamedFilters(api.db, chosen, parseQuery(text))

async function names(table: 'courts' | 'judges' | 'case_types', ids: readonly number[] = []) {
  const { rows } = await sql<{
    name: string
  }>`select name from ${sql.table(table)} where id = any(${ids}) order by id`.execute(api.db)
  return rows.map(({ name }) => name)
}

test.each([
  ['court:Cr-C', ['ކްރިމިނަލް ކޯޓު']],
  ['court:crc', ['ކްރިމިނަލް ކޯޓު']],
  ['court:ކްރިމިނަލް', ['ކްރިމިނަލް ކޯޓު']],
  ['court:"ކްރިމިނަލް ކޯޓް"', ['ކްރިމިނަލް ކޯޓު']],
  ['court:"criminal court"', ['ކްރިމިނަލް ކޯޓު']],
  ['court:Cv-C court:Cr-C', ['ސިވިލް ކޯޓު', 'ކްރިމިނަލް ކޯޓު']],
])('the filter %s selects %j', async (text, expected) => {
  const { query, repairs } = await apply(text)
  expect(await names('courts', query.named?.courts)).toEqual(expected)
  expect(repairs).toEqual([])
})

test.each(['judge:"ޢިމާދު ޝަފީޤު"', 'judge:"އިމާދު ޝަފީގު"', 'judge:"Imaadu Shafeeq"', 'ފަނޑިޔާރު:"Mohamed Imad Shafeeq"'])(
  'a judge is found by a part of the name, in any spelling, and by its phonetic key: %s',
  async (text) => {
    expect(await names('judges', (await apply(text)).query.named?.judges)).toEqual(['މުޙައްމަދު ޢިމާދު ޝަފީޤު'])
  },
)

test.each([
  ['court:ކުޅުދުއްފުށި', ['ހދ. ކުޅުދުއްފުށީ މެޖިސްޓްރޭޓު ކޯޓު']],
  ['court:"ކުޅުދުއްފުށީގެ މެޖިސްޓްރޭޓު ކޯޓުގެ"', ['ހދ. ކުޅުދުއްފުށީ މެޖިސްޓްރޭޓު ކޯޓު']],
  ['court:އިހަވަންދޫގެ', ['ހއ. އިހަވަންދޫ މެޖިސްޓްރޭޓު ކޯޓު']],
])('a court is found by an inflected word of its name: %s', async (text, expected) => {
  const { query, repairs } = await apply(text)
  expect(await names('courts', query.named?.courts)).toEqual(expected)
  expect(repairs).toEqual([])
})

test('a judge is found by the name with a case ending, and not by a longer name with the same beginning', async () => {
  expect(await names('judges', (await apply('judge:ޝަފީޤުގެ')).query.named?.judges)).toContain('މުޙައްމަދު ޢިމާދު ޝަފީޤު')
  expect((await apply('judge:ޝަފީޤާ')).repairs).toEqual([{ code: 'judge-unknown', at: 'ޝަފީޤާ' }])
})

test('a court filter matches whole words of names', async () => {
  const called = async (text: string) => names('courts', (await apply(text)).query.named?.courts)
  for (const text of ['court:މީދޫ', 'court:meedhoo']) {
    const courts = await called(text)
    expect(courts).toContain('ރ. މީދޫ މެޖިސްޓްރޭޓު ކޯޓު')
    expect(courts, text).not.toContain('އދ. ހަންޏާމީދޫ މެޖިސްޓްރޭޓު ކޯޓު')
  }
  for (const court of await called('court:hdh')) expect(court).toMatch(/^ހދ\./)
  expect(await called('court:hangnaa')).toEqual(['އދ. ހަންޏާމީދޫ މެޖިސްޓްރޭޓު ކޯޓު'])
})

test('a filter with an unknown name finds nothing, even with a known name in another filter', async () => {
  const { query, repairs } = await apply('court:nowhere court:Cv-C')
  expect(await names('courts', query.named?.courts)).toEqual(['ސިވިލް ކޯޓު'])
  expect(repairs).toEqual([{ code: 'court-unknown', at: 'nowhere' }])
  expect((await apply('court:nowhere')).query.impossible).toBe(true)
})

test('the chosen range of days and the typed one both apply', async () => {
  const chosen = { closed_from: '2015-01-01', closed_to: '2019-12-31' }
  expect((await apply('from:2017', chosen)).query).toMatchObject({ closed_from: '2017-01-01', closed_to: '2019-12-31' })
  expect((await apply('from:2013 to:2018', chosen)).query).toMatchObject({
    closed_from: '2015-01-01',
    closed_to: '2018-12-31',
  })
  expect((await apply('from:2021', chosen)).query.impossible).toBe(true)
})

test('a case search is parsed at its endpoint into plain data that a worker thread receives unchanged', async () => {
  const search = await parseCaseSearch(api.db, { Query: 'court: ސިވިލް ކޯޓު "ޙުކުމް" -ދަޢުވާ', Years: [2019] }, false)
  expect(search.query).toMatchObject({ years: [2019], named: { courts: [expect.any(Number)] } })
  expect(structuredClone(search)).toEqual(search)
})

test.each([
  ['type:civil', 'މަދަނީ މައްސަލަ'],
  ['type:Inheritance', 'ތަރިކައިގެ މައްސަލަ'],
  ['type:company', 'ކުންފުނީގެ މައްސަލަ'],
])('a case type is found by its English name: %s', async (text, name) => {
  const { query, repairs } = await apply(text)
  expect([await names('case_types', query.named?.case_types), repairs]).toEqual([[name], []])
})
