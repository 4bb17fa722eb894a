import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldText } from '#shared/text/language/fold.ts'
import { dayText, formatDate } from '#shared/text/format/dateFormat.ts'
import { connect, type Connection } from '#server/db/database.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'

/** Short lists are searched in the browser and long ones in the database: both must fold alike, or a list that grows loses rows. */

let database: TestDatabase
let connection: Connection

beforeAll(async () => {
  database = await cloneDatabase()
  connection = connect(database.url, { connections: 1 })
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

/** The first texts that the two fold differently. Each statement folds a part of them, so that none takes seconds. */
async function foldedDifferently(texts: readonly string[]) {
  for (let start = 0; start < texts.length; start += 4096) {
    const { rows } = await sql<{ text: string; folded: string }>`
      select text, fold_text(text) as folded
        from unnest(${texts.slice(start, start + 4096)}::text[]) as text`.execute(connection.db)
    const different = rows
      .map(({ text, folded }) => ({ text, codes: codesOf(text), database: folded, browser: foldText(text) }))
      .filter((row) => row.database !== row.browser)
    if (different.length > 0) return different.slice(0, 10)
  }
  return []
}

const codesOf = (text: string) => Array.from(text, (letter) => letter.codePointAt(0)?.toString(16)).join(' ')

/** Capital letters of Unicode 17, which the browser knows and PostgreSQL 18 does not. */
const unicode17: ReadonlySet<number> = new Set([0xa7ce, 0xa7d2, 0xa7d4])

/** Every code point of the basic multilingual plane, without surrogates. */
const letters = Array.from({ length: 0xffff }, (_, index) => index + 1)
  .filter((code) => (code < 0xd800 || code > 0xdfff) && !unicode17.has(code))
  .map((code) => String.fromCharCode(code))

test('the database and the browser fold every letter of the basic plane alike', async () => {
  expect(await foldedDifferently(letters)).toEqual([])
})

test('the database and the browser fold random words alike', async () => {
  const unit = fc.constantFrom(
    ...'ޙުްކަިއސޝަްރުޢ أإةىيـًٌَّْ٣۴ﷲﻻﷺﱞÉéİßǅΣςK1a/،',
    'e\u0301', '\u00ad', '\u200d', '\u2067', '\ufeff', 'ޘ', 'ޱ', '\t', '𐐀',
  ) // prettier-ignore
  const texts = fc.sample(fc.string({ unit, maxLength: 24 }), { numRuns: 3000, seed: 11 })
  const anything = fc.sample(fc.string({ unit: 'grapheme', maxLength: 24 }), { numRuns: 1000, seed: 12 })
  expect(await foldedDifferently([...texts, ...anything.filter((text) => !text.includes('\0'))])).toEqual([])
})

test.each([
  ['الْحُكْمُ', 'الحكم'],
  ['الحـــكم', 'الحكم'],
  ['Café', 'cafe'],
  ['މައްސަަލަ', 'މައްސަލަ'],
])('the database folds %s to %s', async (text, folded) => {
  const { rows } = await sql<{ folded: string }>`select fold_text(${text}) as folded`.execute(connection.db)
  expect(rows).toEqual([{ folded }])
})

const days = Array.from({ length: 366 }, (_, index) =>
  new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10),
)

test('a day is found in a long list by every word of its displayed form', async () => {
  const { rows } = await sql<{ day: string; text: string }>`
    select day::text, fold_text(day_text(day)) as text from unnest(${days}::date[]) as day`.execute(connection.db)
  const missing = rows.flatMap(({ day, text }) =>
    ['DD MMM YYYY', 'MMM Do, YYYY'].flatMap((format) =>
      (['dv', 'en'] as const)
        .flatMap((language) => foldText(formatDate(day, format, language)).split(/[\s,،]+/))
        .filter((word) => !text.includes(word)),
    ),
  )
  expect(missing).toEqual([])
})

test('a day has the same text for the search of a short list and of a long one', async () => {
  const { rows } = await sql<{ day: string; text: string }>`
    select day::text, day_text(day) as text from unnest(${days}::date[]) as day`.execute(connection.db)
  expect(rows.filter(({ day, text }) => dayText(day) !== text)).toEqual([])
})
