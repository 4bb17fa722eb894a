import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '../../test/api.ts'
import { readLetters, storeLetter } from './letters.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

test('the last answer about a glyph is its letter in all files', async () => {
  const { rows } = await sql<{ id: number }>`
    insert into users (name, email, password_hash) values ('Reviewer', 'reviewer@hukum.test', '') returning id`.execute(
    api.db,
  )
  const decided_by_id = rows[0]?.id ?? 0
  await storeLetter(api.db, { outline: '0123456789abcdef', text: 'ނ', decided_by_id })
  await storeLetter(api.db, { outline: '0123456789abcdef', text: 'ން', decided_by_id })
  await storeLetter(api.db, { outline: 'fedcba9876543210', text: '', decided_by_id })
  expect(await readLetters(api.db)).toEqual(
    new Map([
      ['0123456789abcdef', 'ން'],
      ['fedcba9876543210', ''],
    ]),
  )
})

test('an outline that is no hash is refused by the database', async () => {
  await expect(storeLetter(api.db, { outline: 'x', text: 'ނ', decided_by_id: 1 })).rejects.toThrow(/outline_check/)
})
