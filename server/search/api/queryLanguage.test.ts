import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CaseCard, SearchResult } from '#shared/calls/search.ts'
import { type RepairCode, repairs as sentences } from '#shared/text/query/repairs.ts'
import { demoPassword } from '#db/seed/access.ts'
import { type Api, openApi } from '#test/api.ts'

let api: Api
let subscriber: Awaited<ReturnType<Api['as']>>

beforeAll(async () => {
  api = await openApi({ demoLibrary: true })
  subscriber = await api.as('subscriber@hukum.test', demoPassword)
  await api.search.waitForRefresh()
})
afterAll(() => api.close())

type Result = SearchResult<CaseCard>

async function cases(Query: string, more: object = {}): Promise<Result> {
  const { status, body } = await subscriber('g/search', { Type: 'CaseFile', Query, ...more })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as Result
}
const count = async (Query: string) => (await cases(Query)).fullCount
const repairCodes = async (Query: string) => (await cases(Query)).repairs.map(({ code }) => code)

const [one, other] = ['އެއްބަސްވުން', 'ދަރަނި'] as const

test('the counts of OR, AND, and NOT of two words add up', async () => {
  const [both, either] = [await count(`${one} AND ${other}`), await count(`${one} OR ${other}`)]
  expect(both).toBe(await count(`${one} ${other}`))
  expect(either).toBe(await count(`${one} ނުވަތަ ${other}`))
  expect(either).toBe((await count(one)) + (await count(other)) - both)
  expect(await count(`${one} -${other}`)).toBe((await count(one)) - both)
  expect(both).toBeGreaterThan(0)
  expect(either).toBeGreaterThan(both)
})

test('a word and its negation together match every case', async () => {
  const without = await cases(`-${one}`)
  expect(without.repairs).toEqual([{ code: 'only-negative', at: expect.any(String) as string }])
  expect(without.fullCount + (await count(one))).toBe(await count(`${one} OR -${one}`))
})

test('proximity matches fewer cases than one paragraph, and one paragraph fewer than AND', async () => {
  const [near, paragraph, both] = [
    await count(`${one} w/3 ${other}`),
    await count(`${one} w/p ${other}`),
    await count(`${one} ${other}`),
  ]
  expect(near).toBeLessThanOrEqual(paragraph)
  expect(paragraph).toBeLessThanOrEqual(both)
  expect(await count('ހެކި w/60 ޝައްކު')).toBeGreaterThan(0)
})

test('a prefix query finds words with that prefix', async () => {
  expect(await count('އެއްބަސްވު*')).toBeGreaterThanOrEqual(await count('"އެއްބަސްވުން"'))
})

test('a court filter takes the name, the code, or the English name', async () => {
  const { body } = await subscriber('g/getMeta')
  const civil = (body['Courts'] as { id: number; name: string }[]).find(({ name }) => name === 'ސިވިލް ކޯޓު')
  const chosen = await subscriber('g/advancedSearch', { Type: 'CaseFile', Query: one, Court: civil?.id })
  for (const filter of [
    'ކޯޓު:"ސިވިލް ކޯޓު"',
    'court:"ސިވިލް ކޯޓް"',
    'court:Cv-C',
    'court:CVC',
    'court:"Civil Court"',
    'court:ސިވިލް',
  ]) {
    const found = await cases(`${one} ${filter}`)
    expect([filter, found.count]).toEqual([filter, chosen.body['count']])
    expect(found.repairs).toEqual([])
    for (const { court } of found.data) expect(court.id).toBe(civil?.id)
  }
})

test('an unquoted filter takes the following words that continue a known name', async () => {
  const { body } = await subscriber('g/getMeta')
  const judge = (body['Judges'] as { name: string }[])[0]?.name ?? ''
  for (const [query, meant] of [
    ['court: ސިވިލް ކޯޓު', 'court:Cv-C'],
    ['ކޯޓު:ސިވިލް ކޯޓުގެ', 'court:Cv-C'],
    [`court: ސިވިލް ކޯޓު ${one}`, `${one} court:Cv-C`],
    [`${one} (court: Civil Court) ${other}`, `${one} ${other} court:Cv-C`],
    [`court: ސިވިލް ${one}`, `${one} court:Cv-C`],
    [`court: ކުޅުދުއްފުށީ މެޖިސްޓްރޭޓު ކޯޓު from:2013`, 'court:"ކުޅުދުއްފުށީ މެޖިސްޓްރޭޓު ކޯޓު" from:2013'],
    [`ފަނޑިޔާރު: ${judge} ${one}`, `${one} ފަނޑިޔާރު:"${judge}"`],
  ] as const) {
    const [found, wanted] = [await cases(query), await cases(meant)]
    expect([query, found.count, found.repairs]).toEqual([query, wanted.count, wanted.repairs])
    expect(found.data.map(({ reference }) => reference)).toEqual(wanted.data.map(({ reference }) => reference))
  }
})

test('a short word is searched if a filter is given', async () => {
  expect((await cases('court:HC ކޯޓު')).count).toBeGreaterThan(0)
})

test('a query of filters without words is a search', async () => {
  const result = await cases('court:HC from:2013 to:2020')
  expect(result.count).toBeGreaterThan(0)
  for (const { court, closed_date } of result.data) {
    expect(court.name).toContain('ހައިކޯޓު')
    expect(closed_date?.slice(0, 4)).toMatch(/^20(1[3-9]|20)$/)
  }
})

test('a query that is a day is answered with the filters that find the cases closed on it', async () => {
  for (const day of ['17/5/2021', '2021-05-17', '17 މޭ 2021', 'May 17, 2021'])
    expect((await cases(day)).repairs, day).toContainEqual({ code: 'day-typed', at: 'from:2021-05-17 to:2021-05-17' })
  for (const other of ['2021', '5/2021', 'މޭ 2021', '17/5/2021 ޙުކުމް', '9/2014', 'from:2021-05-17 ޙުކުމް'])
    expect(await repairCodes(other), other).not.toContain('day-typed')
})

test('party, judge, and type filters take names', async () => {
  const [card] = (await cases('2013/HC-A/80')).data
  const party = card?.formatted_claimant.split('، ')[0] ?? ''
  const found = await cases(`party:"${party}"`)
  expect(found.data.map(({ reference }) => reference)).toContain(card?.reference)
  const { body } = await subscriber('g/getMeta')
  const [judge, type] = [(body['Judges'] as { name: string }[])[0], (body['CaseTypes'] as { name: string }[])[0]]
  expect(await count(`judge:"${judge?.name}"`)).toBeGreaterThan(0)
  expect((await cases(`ބާވަތް:"${type?.name}"`)).data[0]?.case_types_text).toContain(type?.name)
})

test('chosen filters and typed filters both apply', async () => {
  const { body } = await subscriber('g/getMeta')
  const courts = body['Courts'] as { id: number; name: string }[]
  const [civil, high] = ['ސިވިލް ކޯޓު', 'ހައިކޯޓު'].map((name) => courts.find((court) => court.name.includes(name))?.id)
  const ask = async (Court: number | undefined) =>
    (await subscriber('g/advancedSearch', { Type: 'CaseFile', Query: `${one} court:Cv-C`, Court })).body['fullCount']
  expect(await ask(civil)).toBe(await count(`${one} court:Cv-C`))
  expect(await ask(high)).toBe(0)
})

test('a filter with an unknown court, judge, or type finds nothing and reports a repair', async () => {
  for (const [query, code, at] of [
    [`${one} court:ކުޅުދުއްފުށްޓޭ`, 'court-unknown', 'ކުޅުދުއްފުށްޓޭ'],
    ['judge:nobody', 'judge-unknown', 'nobody'],
    ['type:"no such type"', 'type-unknown', 'no such type'],
  ] as const) {
    const result = await cases(query)
    expect([result.count, result.repairs]).toEqual([0, [{ code, at }]])
  }
})

test('a query of unreadable filters finds nothing and reports a repair', async () => {
  for (const [query, code, at] of [
    ['from:garbage', 'date-unreadable', 'garbage'],
    ['from: ވަޒީފާ', 'date-unreadable', 'ވަޒީފާ'],
    ['court:', 'filter-empty', 'court:'],
    ['judge: type:', 'filter-empty', 'judge:'],
    ['-court:HC', 'filter-negated', 'court:HC'],
  ] as const) {
    const { fullCount: found, repairs } = await cases(query)
    expect([query, found, repairs]).toEqual([query, 0, [{ code, at }]])
    const phrases = await subscriber('g/search', { Type: 'Phrase', Query: query })
    expect([phrases.status, phrases.body['count'], phrases.body['repairs']]).toEqual([200, 0, [{ code, at }]])
  }
})

test('a filter of a pasted passage that is not applied is reported', async () => {
  const { repairs } = await cases(`${Array.from({ length: 60 }, () => one).join(' ')} -court:"HC"`)
  expect(repairs).toEqual([
    { code: 'passage-read', at: '' },
    { code: 'filter-negated', at: 'court:"HC"' },
  ])
})

test('chosen filters are searched even if a typed filter is unreadable', async () => {
  const chosen = { Type: 'CaseFile', ClosedDate: { from: '2019-01-01', to: '2019-12-31' } }
  const { body } = await subscriber('g/advancedSearch', { ...chosen, Query: 'from:garbage' })
  expect(body['count']).toBe((await subscriber('g/advancedSearch', chosen)).body['count'])
  expect(body['repairs']).toEqual([{ code: 'date-unreadable', at: 'garbage' }])
})

test('a day may have the name of its month, and a label without a value is no word', async () => {
  expect(await count('from:"17 May 2019"')).toBe(await count('from:2019-05-17'))
  expect(await count('ފެށޭ: މޭ 2019 ނިމޭ: މޭ 2019')).toBe(await count('from:2019-05 to:2019-05'))
  expect(await cases(`${one} court:`)).toMatchObject({
    fullCount: await count(one),
    repairs: [{ code: 'filter-empty', at: 'court:' }],
  })
})

test('a malformed query is repaired, reports the repair, and finds cases', async () => {
  for (const [query, code] of [
    [`"${one}`, 'quote-unclosed'],
    [`((${one}`, 'bracket-unclosed'],
    [`${one}) ()`, 'bracket-unopened'],
    [`${one} AND`, 'operator-alone'],
    [`${one} from:yesterday`, 'date-unreadable'],
    [`${one} w/999 ${one.slice(0, 4)}*`, 'near-capped'],
  ] as const) {
    expect(await repairCodes(query)).toContain(code)
    expect(sentences[code][0]).toMatch(/[ހ-ޱ]/)
  }
  expect(await count(`((${one}`)).toBe(await count(one))
})

test('quoted words match their exact spelling, unquoted words every spelling', async () => {
  const [dotted, plain] = [await count('"ޙުކުމް"'), await count('"ހުކުމް"')]
  expect(dotted).toBeGreaterThan(0)
  expect(plain).toBeLessThan(dotted)
  expect(await count('ހުކުމް')).toBeGreaterThanOrEqual(dotted)
})

test('a search of phrases supports the query language, and reports court filters as unused', async () => {
  const phrases = async (Query: string) =>
    (await subscriber('g/search', { Type: 'Phrase', Query })).body as unknown as SearchResult
  const [burden, either] = [
    await phrases('"burden of proof"'),
    await phrases('"burden of proof" OR "reasonable doubt"'),
  ]
  expect(burden.count).toBeGreaterThan(0)
  expect(either.count).toBeGreaterThanOrEqual(burden.count)
  expect((await phrases('burden w/2 proof')).count).toBe(burden.count)
  expect((await phrases('burden court:HC')).repairs).toEqual([{ code: 'filter-unused', at: 'court:' }])
})

const any = (count: number) => `(${Array.from({ length: count }, (_, at) => `${one}${at}`).join(' OR ')})`

/** Different words with this many letters in total. */
function passageOf(letters: number) {
  const alphabet = ['ކަ', 'ބު', 'ދި', 'ނާ', 'ރޭ', 'މޯ', 'ތު', 'ލި']
  const wordOf = (at: number) => [...at.toString(8)].map((digit) => alphabet[Number(digit)]).join('')
  return Array.from({ length: letters }, (_, at) => wordOf(at + 512))
    .join(' ')
    .slice(0, letters)
}

const hostile: readonly [name: string, query: string][] = [
  ['a word of a thousand letters', 'ކ'.repeat(1000)],
  ['ten thousand letters', 'ކ '.repeat(5000)],
  ['ten thousand letters of different words', passageOf(10_000)],
  ['ten thousand letters of brackets and choices', '(ޙުކުމް OR -(ކޯޓު w/5 '.repeat(440)],
  ['two hundred brackets', `${'('.repeat(200)}ޙުކުމް${')'.repeat(200)}`],
  ['brackets that never close', '('.repeat(1000)],
  ['brackets inside choices', '(a OR (b '.repeat(100)],
  ['five hundred stars', '* '.repeat(500)],
  ['words with stars, too many', 'އެއް* ކޯޓު* މައް* ދަރަ* ޙުކު* '.repeat(20)],
  ['stars only', '****'],
  ['operators only', 'AND OR NOT AND OR NOT'],
  ['minuses only', '- - - -- ---'],
  ['negations', '-ކޯޓު '.repeat(100)],
  ['every word but one', '-(ޙުކުމް OR ކޯޓު OR މައްސަލަ)'],
  ['choices near each other', `${any(11)} w/60 ${any(11)}`],
  ['everything near everything', `NEAR(${'ޙުކުމް ކޯޓު މައްސަލަ '.repeat(20)}, 9999)`],
  ['quotes only', '"'.repeat(999)],
  ['mixed scripts', 'ޙުކުމް court محكمة 法院 суд 2013 '.repeat(20)],
  ['marks that are not seen', '\u202e\u2067\u200f'.repeat(300)],
  ['the syntax of the index', 'title : "a" NEAR("b" "c") OR ^d* {facets} : x'],
  ['a null and half letters', '\u0000\ud800\udc00\udfff'],
  ['filters', 'court:HC judge:a type:b party:c from:2013 to:2020 '.repeat(18)],
  ['case numbers', '2013/HC-A/80 OR '.repeat(60)],
]

const languages = [
  ['dv', /[ހ-ޱ]/, 0],
  ['en', /^[^ހ-ޱ]*[a-z]{2}[^ހ-ޱ]*$/, 1],
] as const

test.each(hostile)('%s are answered with an error message in the language of the reader', async (_name, Query) => {
  for (const [language, script, place] of languages) {
    const request = { headers: { 'accept-language': language } }
    const { status, body } = await subscriber('g/search', { Type: 'CaseFile', Query }, request)
    const { repairs, Message } = body as { repairs?: { code: RepairCode; at: string }[]; Message: string }
    expect(status).toBe(repairs ? 200 : 400)
    const messages = repairs ? repairs.map(({ code }) => sentences[code][place]) : [Message]
    expect(messages.length).toBeGreaterThan(0)
    for (const sentence of messages) expect(sentence).toMatch(script)
  }
})

test('an expensive but valid query is answered without repairs', async () => {
  const choice = '(ޙުކުމް OR ކޯޓު OR މައްސަލަ)'
  for (const query of [`${choice} w/60 ${choice} `.repeat(9), `NEAR(${'ޙުކުމް ކޯޓު މައްސަލަ '.repeat(20)}, 60)`]) {
    const { fullCount: found, repairs } = await cases(query)
    expect(found).toBeGreaterThan(0)
    expect(repairs).toEqual([])
  }
})
