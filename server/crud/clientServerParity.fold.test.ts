import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldText } from '#shared/text/language/fold.ts'
import { formatDate } from '#shared/text/format/dateFormat.ts'
import { connect, type Connection } from '#server/db/database.ts'
import { cloneDatabase, type TestDatabase } from '../../test/database.ts'

/** A short list is searched in the browser and a long one in the database: both must fold alike, or a row that is found stops being found when the list grows. */

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

/** The texts that the two fold otherwise, at most ten of them. */
async function foldedOtherwise(texts: readonly string[]) {
  const { rows } = await sql<{ text: string; folded: string }>`
    select text, fold_text(text) as folded from unnest(${texts}::text[]) as text`.execute(connection.db)
  return rows
    .map(({ text, folded }) => ({ text, codes: codesOf(text), database: folded, browser: foldText(text) }))
    .filter((row) => row.database !== row.browser)
    .slice(0, 10)
}

const codesOf = (text: string) => Array.from(text, (letter) => letter.codePointAt(0)?.toString(16)).join(' ')

/** Capital letters that came with Unicode 17, which the browser knows and PostgreSQL 18 does not. */
const younger: ReadonlySet<number> = new Set([0xa7ce, 0xa7d2, 0xa7d4])

/** Every letter of the plane in which all that is written here lies; halves of pairs are none. */
const letters = Array.from({ length: 0xffff }, (_, place) => place + 1)
  .filter((code) => (code < 0xd800 || code > 0xdfff) && !younger.has(code))
  .map((code) => String.fromCharCode(code))

test('every letter is folded by the database as in the browser', async () => {
  expect(await foldedOtherwise(letters)).toEqual([])
})

test('words are folded by the database as in the browser, whatever letters stand beside each other', async () => {
  const unit = fc.constantFrom(
    ...'ޙުްކަިއސޝަްރުޢ أإةىيـًٌَّْ٣۴ﷲﻻﷺﱞÉéİßǅΣςK1a/،',
    'e\u0301', '\u00ad', '\u200d', '\u2067', '\ufeff', 'ޘ', 'ޱ', '\t', '𐐀',
  ) // prettier-ignore
  const texts = fc.sample(fc.string({ unit, maxLength: 24 }), { numRuns: 3000, seed: 11 })
  const anything = fc.sample(fc.string({ unit: 'grapheme', maxLength: 24 }), { numRuns: 1000, seed: 12 })
  expect(await foldedOtherwise([...texts, ...anything.filter((text) => !text.includes('\0'))])).toEqual([])
})

test.each([
  ['الْحُكْمُ', 'الحكم'],
  ['الحـــكم', 'الحكم'],
  ['Café', 'cafe'],
  ['މައްސަަލަ', 'މައްސަލަ'],
])('%s stands in a long list as %s', async (written, folded) => {
  const { rows } = await sql<{ folded: string }>`select fold_text(${written}) as folded`.execute(connection.db)
  expect(rows).toEqual([{ folded }])
})

test('a day is found in a long list by every word that is shown of it', async () => {
  const days = Array.from({ length: 366 }, (_, place) =>
    new Date(Date.UTC(2024, 0, 1 + place)).toISOString().slice(0, 10),
  )
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
