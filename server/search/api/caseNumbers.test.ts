import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CaseCard, NumberAnswer, ResolvedNumber, SearchResult } from '#shared/calls/search.ts'
import { caseNumberKey } from '#shared/text/caseNumbers/caseNumber.ts'
import { demoPassword, writeAccess } from '#db/seed/access.ts'
import { writeReferenceLists } from '#db/seed/library.ts'
import { type Api, openApi } from '#test/api.ts'
import { canonicalNumbers, writtenForms } from '#test/caseNumberForms.ts'
import { runs } from '#test/nightly.ts'

let api: Api
let subscriber: Awaited<ReturnType<Api['as']>>
let admin: Awaited<ReturnType<Api['as']>>
let editor: Awaited<ReturnType<Api['as']>>

const others = [
  ...['2013/HC-A/1999', '1999/HC-A/2013', '2014/HC-A/80', '2009/HC-A/80', '2013/HC-A/79', '2013/HC-A/90'],
  ...['12/Cv-C/2011', '2019/SC-A/12', '700/Fm-C/2020', '705/Fm-C/2020'],
  '12/Zw-X/2024',
  ...['930/Cv-CA/2012', '5/P7C-A/2024', '41/HMCX/2021'],
]
const hidden = ['2015/HC-A/81', '9/DC/2016']

beforeAll(async () => {
  api = await openApi({ index: true, fill: fillWithNumbers })
  subscriber = await api.as('subscriber@hukum.test', demoPassword)
  admin = await api.as('admin@hukum.test', demoPassword)
  editor = await api.as('editor@hukum.test', demoPassword)
  await api.search.waitForRefresh()
})
afterAll(() => api.close())

/** Inserts a case for each number; its title is the key of the number. */
async function fillWithNumbers(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await writeAccess(client)
  await writeReferenceLists(client)
  await client.query(
    `insert into courts (name, code) values ('Court of the library', 'Zw-X'), ('Tribunal of the library', '\u2067ޓްރ-ޢ\u2069')`,
  )
  for (const number of [...canonicalNumbers.values(), ...others, ...hidden])
    await client.query(
      `with made as (
         insert into case_files (court_id, title, published) select min(id), $2, $3 from courts returning id)
       insert into case_numbers (case_file_id, position, number, key) select id, 0, $1, $2 from made`,
      [number, caseNumberKey(number), !hidden.includes(number)],
    )
  await client.end()
}

const asked = async (written: string, who = subscriber) => {
  const { body } = await who('g/search', { Type: 'CaseFile', Query: written })
  return body as { numbers: NumberAnswer | null; redirect: string | null; data: { reference: string; title: string }[] }
}
const shown = (numbers: NumberAnswer | null) => numbers && [numbers.state, ...numbers.cases.map(({ number }) => number)]

test('every written form of a case number leads to its case, from a marker, the search box, and the filter', async () => {
  expect(writtenForms.length).toBeGreaterThan(300)
  expect(canonicalNumbers.size).toBeGreaterThan(25)
  const { rows } = await sql<{ reference: string; title: string }>`select reference, title from case_files`.execute(
    api.db,
  )
  const titles = new Map(rows.map(({ reference, title }) => [reference, title]))
  const ways = [
    (written: string) => subscriber('g/getRefByCN', { CaseNumber: written }),
    (written: string) => subscriber('g/search', { Type: 'CaseFile', Query: written }),
    (written: string) => subscriber('g/advancedSearch', { Type: 'CaseFile', CaseNumber: written }),
  ]
  // All three read a number by the same function: a short run takes every third form, each by one of them in turn.
  const forms = writtenForms.filter((_, index) => index % runs(6, 1) === 0)
  const waysFor = (index: number) => [...ways, ...ways].slice(index % 3, (index % 3) + runs(1, 3))
  const wrong = []
  for (const [index, { written, key }] of forms.entries()) {
    const answers = await Promise.all(waysFor(index).map((way) => way(written)))
    const led = answers.map(({ body }) => titles.get(String(body['Reference'] ?? body['redirect'])) ?? body['code'])
    if (led.some((title) => title !== key)) wrong.push([written, key, ...led])
  }
  expect(wrong).toEqual([])
})

test('a case number in the search box redirects to its case, which is also the first result', async () => {
  for (const written of ['2013/HC-A/80', '80-HCA-2013', 'ނަންބަރު 2013 / HC–A / 80 ޤަޟިއްޔާ', '\u2067٨٠/HC-A/٢٠١٣\u2069']) {
    const { numbers, redirect, data } = await asked(written)
    expect(shown(numbers)).toEqual(['found', '2013/HC-A/80'])
    expect(redirect).toBe(numbers?.cases[0]?.reference)
    expect(data[0]?.reference).toBe(redirect)
  }
})

test('a case number that fits two cases is answered as ambiguous with both', async () => {
  const { numbers, redirect } = await asked('1999-HCA-2013')
  expect(shown(numbers)).toEqual(['ambiguous', '1999/HC-A/2013', '2013/HC-A/1999'])
  expect(redirect).toBeNull()
})

test('a case number in the order of its court is found even if the other order exists', async () => {
  expect(shown((await asked('2013/HC-A/1999')).numbers)).toEqual(['found', '2013/HC-A/1999'])
})

test('a case number without the letters of its register is completed', async () => {
  expect(shown((await asked('2009/HC/80')).numbers)).toEqual(['found', '2009/HC-A/80'])
  expect(shown((await asked('HC-RNM/2016/27')).numbers)).toEqual(['found', '2016/HC-RNM/27(NR)'])
})

test('a whole case number is not completed to the number of another register or with other letters', async () => {
  for (const [written, other] of [
    ['930/Cv-C/2012', '930/Cv-CA/2012'],
    ['P7C-A/2024/1', '2024/P7C-A(IU)/1'],
    ['41/HMC/2021', '41/HMCX/2021'],
    ['HC-RNM/2016/27(A)', '2016/HC-RNM/27(NR)'],
  ] as const) {
    const { numbers, redirect } = await asked(written)
    expect([written, redirect, numbers?.state]).toEqual([written, null, 'ambiguous'])
    expect(numbers?.cases.map(({ title }) => title)).toEqual([caseNumberKey(other)])
    expect((await subscriber('g/getRefByCN', { CaseNumber: written })).body['code']).toBe('case-number-ambiguous')
  }
})

test('the case of a completed number is in the results and the facets, from the search box and the filter', async () => {
  for (const written of ['2009/HC/80', 'HC-RNM/2016/27', '2024/Zw/12'])
    for (const input of [{ Query: written }, { CaseNumber: written }]) {
      const { body } = await subscriber('g/advancedSearch', { Type: 'CaseFile', Facets: true, ...input })
      const { redirect, data, count, facets } = body as unknown as SearchResult<CaseCard>
      expect(redirect).not.toBeNull()
      expect([data.map(({ reference }) => reference), count]).toEqual([[redirect], 1])
      expect(facets?.court.map((court) => court.count)).toEqual([1])
    }
})

test('a case number redirects to its case only if the filters match it, and is found otherwise', async () => {
  const number = '2013/HC-A/80'
  const reference = (await asked(number)).redirect
  const { rows } = await sql<{ court_id: number; other: number }>`
    select court_id, (select max(id) from courts) as other from case_files where reference = ${reference}`.execute(
    api.db,
  )
  const [{ court_id, other } = { court_id: 0, other: 0 }] = rows
  await sql`update case_files set closed_date = '2013-05-05' where reference = ${reference}`.execute(api.db)
  await api.search.waitForRefresh()
  for (const [filters, leads] of [
    [{ Court: court_id }, true],
    [{ Court: other }, false],
    [{ ClosedDate: { from: '2013-01-01', to: '2013-12-31' } }, true],
    [{ ClosedDate: { from: '2013-01-01', to: '2013-12-31' }, Sort: 'oldest' }, true],
    [{ ClosedDate: { from: '2014-01-01' } }, false],
    [{ Claimant: 'އަޙްމަދު' }, false],
    [{ CaseNumber: '80-HCA-2013' }, true],
    [{ CaseNumber: '2009/HC-A/80' }, false],
  ] as const)
    for (const written of [{ Query: number }, ...('CaseNumber' in filters ? [] : [{ CaseNumber: number }])]) {
      const { body } = await subscriber('g/advancedSearch', { Type: 'CaseFile', ...filters, ...written })
      expect([filters, body['redirect']]).toEqual([filters, leads ? reference : null])
      expect(shown(body['numbers'] as NumberAnswer)).toEqual(['found', number])
    }
})

test('a case number without its year is found in either order of its parts', async () => {
  const found = async (written: string) => {
    const { status, body } = await subscriber('g/search', { Type: 'CaseFile', Query: written })
    expect(status).toBe(200)
    const { count, data } = body as unknown as SearchResult<CaseCard>
    return [count, data.map(({ case_numbers }) => case_numbers[0]?.number).sort()] as const
  }
  for (const [one, other, number] of [
    ['80/HC-A', 'HC-A/80', '2013/HC-A/80'],
    ['12/Cv-C', 'Cv-C/12', '12/Cv-C/2011'],
    ['12/Zw-X', 'Zw-X/12', '12/Zw-X/2024'],
    ['13-HC-RNM', 'HC-RNM-13', undefined],
  ] as const) {
    const [count, numbers] = await found(one)
    expect([count, numbers], one).toEqual(await found(other))
    if (number !== undefined) expect(numbers).toContain(number)
  }
})

test('a number without a code next to the name of its court redirects to its case', async () => {
  for (const written of [
    ...['Civil Court 12/2011', 'ސިވިލް ކޯޓު 12/2011', '12/2011 ސިވިލް ކޯޓުގެ', 'ސިވިލް ކޯޓު، 2011-12'],
    ...['ސިވިލް ކޯޓުގެ މައްސަލަ ނަންބަރު 12/2011', 'Civil Court case no. 12/2011', 'ސިވިލް ކޯޓުގެ 2011 ވަނަ އަހަރުގެ ނަންބަރު 12'],
    ...['2011 ވަނަ އަހަރުގެ ސިވިލް ކޯޓުގެ ނަންބަރު 12 މައްސަލަ', 'Civil Court case number 12 of 2011'],
  ]) {
    const { numbers, redirect, data } = await asked(written)
    expect([written, ...(shown(numbers) ?? [])]).toEqual([written, 'found', '12/Cv-C/2011'])
    expect([redirect, data[0]?.reference]).toEqual(Array(2).fill(numbers?.cases[0]?.reference))
  }
  expect(shown((await asked('High Court of the Maldives 80/2013')).numbers)).toEqual(['found', '2013/HC-A/80'])
  const near = shown((await asked('Family Court 703/2020')).numbers)
  expect(near?.slice(0, 3)).toEqual(['missing', '705/Fm-C/2020', '700/Fm-C/2020'])
  for (const words of ['ކޯޓު 12/2011', 'ޤާނޫނު 12/2011', 'Civil Court ޤާނޫނު 12/2011', 'Civil Court 12 2011', 'ސިވިލް 12/2011 ކޯޓު'])
    expect((await asked(words)).numbers, words).toBeNull()
})

test('a number without a court is answered as ambiguous', async () => {
  expect(shown((await asked('80/2013')).numbers)).toEqual(['ambiguous', '2013/HC-A/80'])
  expect((await asked('123456/2013')).numbers).toBeNull()
})

test('a missing case number is answered with the nearest ones', async () => {
  const { numbers } = await asked('2012/HC-A/80')
  expect(numbers?.state).toBe('missing')
  expect(numbers?.cases.map(({ number }) => number).slice(0, 3)).toEqual([
    '2013/HC-A/80',
    '2014/HC-A/80',
    '2009/HC-A/80',
  ])
})

test('a missing case number is answered next to numbers of its court that have no year or serial', async () => {
  const keys = ['fmc/2o19/703', 'fmc/2020/12345678901', 'fmc/12345678901/703']
  await sql`insert into case_numbers (case_file_id, position, number, key)
    select (select min(id) from case_files), position, key, key
      from unnest(${keys}::text[]) with ordinality as unread(key, position)`.execute(api.db)
  expect(shown((await asked('703/Fm-C/2020')).numbers)?.slice(0, 2)).toEqual(['missing', '705/Fm-C/2020'])
})

test('an unpublished case number is neither found nor offered without the permission to read case files', async () => {
  expect(shown((await asked('9/DC/2016')).numbers)).toEqual(['missing'])
  expect(shown((await asked('9/DC/2016', editor)).numbers)).toEqual(['found', '9/DC/2016'])
  expect(shown((await asked('2015/HC-A/80')).numbers)).not.toContain('2015/HC-A/81')
})

test('a case number marker that may mean several cases is refused with the candidates', async () => {
  const { status, body } = await subscriber('g/getRefByCN', { CaseNumber: '1999-HCA-2013' })
  expect([status, body['code']]).toEqual([409, 'case-number-ambiguous'])
  expect(body['payload']).toMatchObject({ candidates: [{ number: '1999/HC-A/2013' }, { number: '2013/HC-A/1999' }] })
  const missing = await subscriber('g/getRefByCN', { CaseNumber: 'ޙުކުމް' })
  expect([missing.status, missing.body['code']]).toEqual([404, 'case-not-found'])
})

test('the code of a court of this library is recognized in every written form of a number', async () => {
  for (const written of ['12/Zw-X/2024', 'Zw-X 12 2024', '12 zwx 2024', '2024 12 ZWX']) {
    const { numbers, redirect } = await asked(written)
    expect([written, ...(shown(numbers) ?? [])]).toEqual([written, 'found', '12/Zw-X/2024'])
    expect(redirect).toBe(numbers?.cases[0]?.reference)
  }
  expect((await asked('12 zwy 2024')).numbers).toBeNull()
})

test.each([
  ['13 Zw-X 2024', ['13/Zw-X/2024', '2024 zwx 13', 'ZwX/2024/13', 'ނަންބަރު 13 ZW X 2024']],
  ['5 ޓްރ-ޢ 2024', ['5/ޓްރ-ޢ/2024', '2024 ޓްރއ 5', '\u20675-ޓްރއ-2024\u2069']],
])('a case with the number %s of a court of this library is found by it in every endpoint', async (number, others) => {
  const reference = await saveCase(number)
  await api.search.waitForRefresh()
  for (const written of [number, ...others]) {
    const { numbers, redirect, data } = await asked(written)
    expect([written, redirect, data.map((one) => one.reference)]).toEqual([written, reference, [reference]])
    expect(shown(numbers)).toEqual(['found', number])
    const filtered = await subscriber('g/advancedSearch', { Type: 'CaseFile', CaseNumber: written })
    expect((filtered.body['data'] as { reference: string }[])[0]?.reference, written).toBe(reference)
    const suggested = await subscriber('g/suggest', { Type: 'CaseFile', Query: written })
    expect((suggested.body['data'] as object[])[0], written).toMatchObject({ kind: 'number', reference })
    expect((await subscriber('g/getRefByCN', { CaseNumber: written })).body['Reference'], written).toBe(reference)
  }
  const among = await asked(`ours AND ${others[0]} AND NOT "2013/HC-A/80"`)
  expect(among.data.map((one) => one.reference)).toEqual([reference])
})

/** Saves a case through the API; returns its reference. */
async function saveCase(number: string): Promise<string> {
  const { id: type } = (await admin('caseTypes/create', { name: `Type of ${number}` })).body['data'] as { id: number }
  const record = { court: 1, case_types: [type], case_numbers: [{ number }], title: 'Ours', published: true }
  const { body } = await admin('caseFiles/create', record)
  const { id } = body['data'] as { id: number }
  const { rows } = await sql<{ reference: string }>`select reference from case_files where id = ${id}`.execute(api.db)
  return rows[0]?.reference ?? ''
}

test('the case numbers of a text are resolved at once, and an unpublished case only with the permission to read it', async () => {
  const CaseNumbers = ['80/HC-A/2013', '2009/HC/80', '1999-HCA-2013', '9/DC/2016', '5/DC/1901']
  const states = async (who: typeof editor) => {
    const { body } = await who('g/resolveCaseNumbers', { CaseNumbers })
    return (body['data'] as ResolvedNumber[]).map((one) => [one.state, one.case?.number, typeof one.case?.court])
  }
  const found = ['2013/HC-A/80', '2009/HC-A/80', '9/DC/2016'].map((number) => ['found', number, 'string'])
  const [ambiguous, missing] = ['ambiguous', 'missing'].map((state) => [state, undefined, 'undefined'])
  expect(await states(editor)).toEqual([found[0], found[1], ambiguous, found[2], missing])
  expect((await subscriber('g/resolveCaseNumbers', { CaseNumbers })).status).toBe(403)
  expect((await editor('g/resolveCaseNumbers', { CaseNumbers: Array(51).fill('80/HC-A/2013') })).status).toBe(400)
})

test('the court codes of this library alone are sent to readers, to mark numbers in texts', async () => {
  expect((await subscriber('g/getMeta')).body['Codes']).toEqual(['zwx', 'ޓްރއ'])
})

test('a query of words is no case number', async () => {
  expect((await asked('ޙުކުމް ކޯޓު')).numbers).toBeNull()
})

test('the case number filter reads a number as the search box does', async () => {
  for (const [written, titles] of [
    ['80 HCA 2013', ['hca/2013/80']],
    ['1999-HCA-2013', ['hca/1999/2013', 'hca/2013/1999']],
  ] as const) {
    const { body } = await subscriber('g/advancedSearch', { Type: 'CaseFile', CaseNumber: written })
    expect((body['data'] as { title: string }[]).map(({ title }) => title).sort()).toEqual(titles)
  }
})
