import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PhraseCard, SearchResult } from '#shared/calls/search.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
import type { Api, Caller } from '#test/api.ts'
import { openLibraryApi } from '#test/signedInApi.ts'
import { runs } from '#test/nightly.ts'

/** Which phrases a search finds, and in which order. */

let api: Api
let subscriber: Caller
let editor: Caller

beforeAll(async () => {
  ;({ api, subscriber, editor } = await openLibraryApi())
})
afterAll(() => api.close())

const ask = async (Query: string, who = subscriber) => {
  const { status, body } = await who('g/search', { Type: 'Phrase', Query })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as SearchResult<PhraseCard>
}
const called = (found: SearchResult<PhraseCard>) => found.data.map(({ dhivehi_phrase }) => dhivehi_phrase)

const paging = { sort: 'relevance', page: 1, page_size: 12, unpublished: false } as const
const columns = ['dhivehi_phrase', 'english_phrase', 'arabic_phrase'] as const

test.each(columns)('every phrase is the first result for its own %s', async (column) => {
  const { rows } = await sql<{ id: number; text: string }>`
    select id, ${sql.ref(column)} as text from phrases where deleted_at is null and published order by id`.execute(
    api.db,
  )
  const named = rows.filter(({ text }) => text !== '')
  expect(named.length).toBeGreaterThan(100)
  const asked = named.filter((_, index) => index % runs(4, 1) === 0)
  const others: string[] = []
  for (const { text } of asked) {
    const { ids } = await api.search.searchPhrases(parseQuery(text), paging)
    const first = rows.find(({ id }) => id === ids[0])?.text
    if (first !== text) others.push(`${text}: ${first}`)
  }
  expect(others).toEqual([])
})

test('a phrase in the same spelling precedes one in another spelling', async () => {
  await sql`
    insert into phrases (dhivehi_phrase, english_phrase, published)
    values ('ޏަވައި ގަޟިއްޔާ', 'dotted', true), ('ޏަވައި ގަޒިއްޔާ', 'plain', true)`.execute(api.db)
  await api.search.waitForRefresh()
  for (const text of ['ޏަވައި ގަޟިއްޔާ', 'ޏަވައި ގަޒިއްޔާ']) expect(called(await ask(text))[0]).toBe(text)
  expect(called(await ask('ޏަވައި ގަޟިއްޔާ'))).toHaveLength(2)
})

describe('a phrase in another spelling or script', () => {
  test.each([
    ['hukum', 'ޙުކުމް'],
    ['hukumuge', 'ޙުކުމް'],
    ['qaazee', 'ޤާޟީ'],
  ])('%s in Latin letters is transliterated, found, and highlighted', async (typed, meant) => {
    const found = await ask(typed)
    expect(found.count).toBeGreaterThan(0)
    expect(found.understood).not.toBeNull()
    expect(found.marks.length).toBeGreaterThan(0)
    expect(called(found).some((one) => one.includes(meant.slice(0, 5)))).toBe(true)
  })

  test('an English word of a phrase name is not transliterated to Dhivehi', async () => {
    expect(await ask('case')).toMatchObject({ understood: null, marks: [], suggestion: null })
  })

  test.each([
    ['burdn of proof', 'burden of proof'],
    ['ޙުކޫމް', 'ޙުކުމް'],
  ])('%s without results suggests %s', async (typed, meant) => {
    expect(await ask(typed)).toMatchObject({ count: 0, suggestion: meant, understood: null })
    expect((await ask(meant)).count).toBeGreaterThan(0)
  })

  test('a word of unpublished phrases only is neither a transliteration nor a suggestion', async () => {
    await sql`insert into phrases (dhivehi_phrase, english_phrase, published)
              values ('ޚަޒާނާޗު', 'zebrafinchly', false)`.execute(api.db)
    await api.search.waitForRefresh()
    for (const typed of ['khazaanaachu', 'zebrafinchli']) {
      const found = await ask(typed)
      expect(found, typed).toMatchObject({ count: 0, understood: null })
      expect(['ޚަޒާނާޗު', 'zebrafinchly'], typed).not.toContain(found.suggestion)
    }
    expect(await ask('khazaanaachu', editor)).toMatchObject({ count: 1, understood: 'ޚަޒާނާޗު' })
    expect(await ask('zebrafinchli', editor)).toMatchObject({ suggestion: 'zebrafinchly' })
  })

  test('a word of a deleted phrase is no transliteration', async () => {
    await sql`update phrases set deleted_at = now() where english_phrase = 'zebrafinchly'`.execute(api.db)
    await api.search.waitForRefresh()
    expect(await ask('khazaanaachu', editor)).toMatchObject({ count: 0, understood: null })
    expect(await ask('zebrafinchli', editor)).not.toMatchObject({ suggestion: 'zebrafinchly' })
  })
})

test('the meaning of a phrase is found by its words: whole at inline tags, apart at blocks, and without the names of entities', async () => {
  const meaning =
    '<h2>zirqo</h2><p>vax<strong>ulm</strong><em>ek</em><br>jopti</p><ul><li><p>R&amp;D &lt;nev&gt;</p></li></ul>'
  const { rows } = await sql<{ name: string }>`
    update phrases set meaning = ${meaning} where id = (select min(id) from phrases where published and deleted_at is null)
    returning dhivehi_phrase as name`.execute(api.db)
  await api.search.waitForRefresh()
  for (const word of ['zirqo', 'vaxulmek', 'jopti', 'nev'])
    expect([word, called(await ask(word))]).toEqual([word, [rows[0]?.name]])
  for (const word of ['vaxulmekjopti', 'amp', 'zirqovax']) expect([word, called(await ask(word))]).toEqual([word, []])
})
