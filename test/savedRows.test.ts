import { afterAll, beforeAll, expect, test } from 'vitest'
import { resources } from '#shared/resources/index.ts'
import { type Api, type Caller, openApi } from './api.ts'
import { newWord } from '#test/e2e/apiUser.ts'
import { buildUser, password } from './factories.ts'
import { allPermissions, rowOf } from './signedInApi.ts'

/** The answer of a save can be the record that was read for its history: nothing may have changed it since. */

let api: Api
let staff: Caller

beforeAll(async () => {
  api = await openApi({ demoLibrary: true })
  staff = await api.as(await buildUser(api.databaseUrl, { can: allPermissions }), password)
})
afterAll(() => api.close())

/** A text that the list shows and the form saves, where it is not the name. */
const savedTexts: Record<string, string> = { caseFiles: 'title', phrases: 'english_phrase' }
const requiredFilters: Record<string, object> = { caseFiles: { Court: 1 }, users: { Active: true } }
/** Permissions are not saved, and the library has no analyses. */
const others = new Set<string>(['permissions', 'analysis'])

test.each(resources.map(({ name }) => name).filter((name) => !others.has(name)))(
  'the answer of a save is the row that the list shows: %s',
  async (resource) => {
    const list = async () => {
      const { body } = await staff(`${resource}/get`, requiredFilters[resource] ?? {})
      return body['data'] as { id: number; version: number }[]
    }
    const [row] = await list()
    const text = savedTexts[resource] ?? 'name'
    // A save that changes nothing is read again.
    const changed = `Saved ${newWord()}`
    const saved = await staff(`${resource}/update`, { id: row?.id, version: row?.version, [text]: changed })
    expect(saved, JSON.stringify(saved.body)).toMatchObject({ status: 200 })
    expect(rowOf(saved.body)).toMatchObject({ [text]: changed })
    expect((await list()).find(({ id }) => id === row?.id)).toEqual(rowOf(saved.body))
  },
)
