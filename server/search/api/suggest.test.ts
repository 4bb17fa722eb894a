import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Suggestion } from '#shared/calls/search.ts'
import { formsOf } from '#shared/text/language/analyze.ts'
import { foldText } from '#shared/text/language/fold.ts'
import type { Api, Caller } from '#test/api.ts'
import { openLibraryApi } from '#test/signedInApi.ts'

/** Suggestions while the user types. */

let api: Api
let subscriber: Caller
let editor: Caller

beforeAll(async () => {
  ;({ api, subscriber, editor } = await openLibraryApi())
})
afterAll(() => api.close())

const suggest = async (Query: string, more: object = {}, who = subscriber) => {
  const { status, body } = await who('g/suggest', { Query, ...more })
  expect(status, JSON.stringify(body)).toBe(200)
  return body['data'] as Suggestion[]
}
const texts = (suggestions: readonly Suggestion[], kind: Suggestion['kind']) =>
  suggestions.filter((one) => one.kind === kind).map(({ text }) => text)

describe('suggestions', () => {
  test.each(['2019/SC', '2019/SC-A/3', '32/SC-A', '2019-SC-A-32'])(
    'the input %s suggests the number of a case',
    async (typed) => {
      const found = (await suggest(typed)).filter(({ kind }) => kind === 'number')
      expect(found.length).toBeGreaterThan(0)
      for (const { text, reference } of found) {
        expect(text).toMatch(/SC-A/)
        const { body } = await subscriber('g/find', { Type: 'CaseFile', Reference: reference })
        expect(body['data']).toMatchObject({ reference })
      }
    },
  )

  test('the beginning of a court name suggests the court, also in Latin letters and in English', async () => {
    for (const typed of ['ސިވި', 'ސިވިލް', 'ސިވިލް ކޯ', 'sivil', 'civil', 'Civil Co']) {
      const court = (await suggest(typed)).find(({ kind }) => kind === 'court')
      expect(court, typed).toMatchObject({ text: 'ސިވިލް ކޯޓު', id: expect.any(Number) })
    }
  })

  test('the beginning of the name of a party or a judge suggests the name', async () => {
    const { rows } = await sql<{ name: string }>`
      select split_part(claimant, '|', 1) as name from case_files where id = 50`.execute(api.db)
    const name = rows[0]?.name ?? ''
    expect(texts(await suggest(name.slice(0, -2)), 'party')).toContain(name)
    const { rows: judges } = await sql<{ name: string }>`
      select name from judges where id in (select judge_id from case_file_judges) limit 1`.execute(api.db)
    expect(texts(await suggest(judges[0]?.name.slice(0, -2) ?? ''), 'judge')).toContain(judges[0]?.name)
  })

  test('a name in Latin letters is suggested after each letter, also in the middle of ee, oo and sh', async () => {
    const { rows } = await sql<{ name: string }>`
      select split_part(claimant, '|', 1) as name from case_files where claimant like 'ޝަމީމާ%' limit 1`.execute(api.db)
    const name = rows[0]?.name
    expect(name).toBeDefined()
    for (const typed of ['sham', 'shame', 'shamee', 'shameem', 'shameema n'])
      expect(texts(await suggest(typed), 'party'), typed).toContain(name)
    for (const typed of ['talhat na', 'talhat nafe', 'talhat nafee'])
      expect(texts(await suggest(typed), 'party'), typed).toContain('ޠަލްޙަތު ނަފީޢު')
  })

  test('a vowel that was typed last counts', async () => {
    const names = (await suggest('shu')).filter(({ kind }) => kind === 'party' || kind === 'judge')
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter(({ text }) => !/(?:^| )[ޝށ]ު/.test(text))).toEqual([])
  })

  test('the beginning of a phrase in any language suggests the Dhivehi phrase', async () => {
    for (const typed of ['burden of pr', 'عبء الإث', 'ޘާބިތުކޮށްދިނުމުގެ ޒިން'])
      expect(texts(await suggest(typed, { Type: 'Phrase' }), 'phrase'), typed).toContain('ޘާބިތުކޮށްދިނުމުގެ ޒިންމާ')
  })

  test('the beginning of a phrase in Latin letters suggests the Dhivehi phrase', async () => {
    for (const typed of ['saabithukohdhinumuge zim', 'saabithukohdhin', 'zinmaa'])
      expect(texts(await suggest(typed, { Type: 'Phrase' }), 'phrase'), typed).toContain('ޘާބިތުކޮށްދިނުމުގެ ޒިންމާ')
  })

  test.each([
    ['ހެކި', 'ހެކި'],
    ['އިސްތިއުނާފު', 'އިސްތިއުނާފު'],
    ['ހުކުމް', 'ޙުކުމް'],
    ['evidence', 'ހެކި'],
    ['case', 'ޤަޟިއްޔާ'],
    ['قضية', 'ޤަޟިއްޔާ'],
    ['شك', 'ޝައްކު'],
  ])(
    'the complete name %s of a phrase suggests that phrase before those that only start with it',
    async (typed, phrase) => {
      expect(texts(await suggest(typed, { Type: 'Phrase' }), 'phrase')[0]).toBe(phrase)
    },
  )

  test('a name of two words in Latin letters suggests the one word that it is in Dhivehi', async () => {
    const names = async (typed: string) => {
      const found = await suggest(typed)
      return [...texts(found, 'party'), ...texts(found, 'judge')]
    }
    for (const typed of ['abdul rah', 'Abdul Raheem', 'abdul azee']) {
      expect((await names(typed)).length, typed).toBeGreaterThan(0)
      for (const name of await names(typed)) expect(name).toMatch(/ޢަބްދުއްރަ|ޢަބްދުލްޢަޒީޒު/)
    }
  })

  test('the beginning of a word suggests words of the library in their spelling', async () => {
    expect(texts(await suggest('ހުކުމ'), 'word')).toContain('ޙުކުމް')
    expect(texts(await suggest('huku'), 'word').some((word) => word.startsWith('ޙުކުމ'))).toBe(true)
    const secondWords = texts(await suggest('ޝަރުޢީ ހުކު'), 'word')
    expect(secondWords).not.toEqual([])
    for (const text of secondWords) expect(text.startsWith('ޝަރުޢީ '), text).toBe(true)
  })

  test('the beginning of a word suggests one form of each word, with the number of its cases', async () => {
    const found = (await suggest('ހުކުމ')).filter(({ kind }) => kind === 'word')
    const lemmas = found.map(({ text }) => formsOf(foldText(text))[0])
    expect(new Set(lemmas).size).toBe(lemmas.length)
    for (const { count } of found) expect(count).toBeGreaterThan(0)
  })

  test('of the inflections of a word the shortest frequent form that the search accepts is suggested', async () => {
    expect(texts(await suggest('ކޯޓ'), 'word')[0]).toBe('ކޯޓުން')
  })

  test('all inflections of a word are one suggestion', async () => {
    const found = texts(await suggest('ކޯޓ'), 'word')
    expect(found.length).toBeGreaterThan(1)
    const forms = found.map((text) => formsOf(foldText(text)))
    for (const [at, own] of forms.entries())
      for (const other of forms.slice(at + 1))
        expect(
          other.some((form) => own.includes(form)),
          String(own),
        ).toBe(false)
  })

  test('the most frequent of the suggested words come first', async () => {
    const found = (await suggest('ކޯޓ')).filter(({ kind }) => kind === 'word')
    const counts = found.map(({ count = 0 }) => count)
    expect(counts.length).toBeGreaterThan(1)
    expect(counts).toEqual(counts.toSorted((one, other) => other - one))
  })

  test('words are suggested next to many courts and phrases that begin with the same letters', async () => {
    const kinds = (await suggest('ކު')).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'word').length).toBeGreaterThanOrEqual(3)
    expect(kinds).toEqual([...kinds.filter((kind) => kind !== 'word'), ...kinds.filter((kind) => kind === 'word')])
  })

  test.each(['ދަރަނި OR ', 'ދަރަނި ނުވަތަ ', '(ދަރަނި OR ', 'ދަރަނި AND ', 'ދަރަނި -', 'ދަރަނި w/60 ', 'court:HC '])(
    'words are suggested after an operator or a filter: %s',
    async (before) => {
      const found = texts(await suggest(`${before}ހުކުމ`), 'word')
      expect(found.length).toBeGreaterThan(0)
      for (const text of found) expect(text.startsWith(`${before}ޙުކުމ`), text).toBe(true)
    },
  )

  test.each(['ކޯ', 'ކޯޓ', 'ko', 'kot'])(
    'no word is suggested that the search would refuse as too short: %s',
    async (typed) => {
      const words = texts(await suggest(typed), 'word')
      expect(words.length).toBeGreaterThan(0)
      for (const Query of words)
        expect(await subscriber('g/search', { Query, Type: 'CaseFile' }), Query).toMatchObject({ status: 200 })
    },
  )

  test('a word that no case has together with the words before it is not suggested, except after OR', async () => {
    expect(texts(await suggest('ޒަޒަޒަޒަ ހުކުމ'), 'word')).toEqual([])
    expect(texts(await suggest('ޒަޒަޒަޒަ OR ހުކުމ'), 'word').length).toBeGreaterThan(0)
  })

  test('at most ten suggestions are returned, and none for an empty input', async () => {
    for (const typed of ['މ', '2', 'ހު', 'a']) expect((await suggest(typed)).length).toBeLessThanOrEqual(10)
    expect(await suggest('')).toEqual([])
    expect(await suggest('"(*')).toEqual([])
  })
})

test('of several numbers of a case the one that was typed, or begun, is suggested', async () => {
  await sql`
    insert into case_numbers (case_file_id, position, number, key)
    values (40, 7, '2017/SC-RC/771', 'scrc/2017/771'), (40, 8, '2018/SC-RC/772', 'scrc/2018/772')`.execute(api.db)
  await api.search.waitForRefresh()
  for (const [typed, number] of [
    ['2018/SC-RC/772', '2018/SC-RC/772'],
    ['772-SCRC-2018', '2018/SC-RC/772'],
    ['2018/SC-RC/77', '2018/SC-RC/772'],
    ['2017/SC-RC', '2017/SC-RC/771'],
  ] as const)
    expect(texts(await suggest(typed), 'number'), typed).toContain(number)
})

test('words of unpublished or deleted cases only are not suggested to users who cannot read them', async () => {
  await sql`
    update case_files
       set published = false, title = 'ގަގަގަގަ ޏަޏަޏަ', claimant = 'ގަގަގަގަ ފަރާތް'
     where id = 30`.execute(api.db)
  const { rows } = await sql<{ number: string }>`select number from case_numbers where case_file_id = 30`.execute(
    api.db,
  )
  await api.search.waitForRefresh()
  expect(await suggest('ގަގަގަ')).toEqual([])
  expect(texts(await suggest(rows[0]?.number ?? ''), 'number')).not.toContain(rows[0]?.number)
  const seen = await suggest('ގަގަގަ', {}, editor)
  expect([texts(seen, 'party'), texts(seen, 'word')]).toEqual([['ގަގަގަގަ ފަރާތް'], ['ގަގަގަގަ']])
  expect(texts(await suggest(rows[0]?.number ?? '', {}, editor), 'number')).toContain(rows[0]?.number)

  await sql`update case_files set deleted_at = now() where id = 30`.execute(api.db)
  await api.search.waitForRefresh()
  expect(await suggest('ގަގަގަ', {}, editor)).toEqual([])
})
