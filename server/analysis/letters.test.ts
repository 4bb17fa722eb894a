import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#test/api.ts'
import { readLetters } from './letters.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

test('the letters that people gave to glyphs are read, an empty one among them, without those that were taken back', async () => {
  await sql`insert into glyph_letters (outline, text) values ('0123456789abcdef', 'ން'), ('fedcba9876543210', ''), ('00000000000000ff', null)`.execute(
    api.db,
  )
  expect(await readLetters(api.db)).toEqual(
    new Map([
      ['0123456789abcdef', 'ން'],
      ['fedcba9876543210', ''],
    ]),
  )
})

test('an outline that is no hash is refused by the database', async () => {
  const add = sql`insert into glyph_letters (outline, text) values ('x', 'ނ')`.execute(api.db)
  await expect(add).rejects.toThrow(/outline_check/)
})
