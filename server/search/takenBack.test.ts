import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallLibrary, type SmallLibrary } from '../../test/searchIndex.ts'

/** What is deleted or no longer published is gone from everything that a reader is shown, without anybody waiting for it. */

let library: SmallLibrary
beforeAll(async () => {
  library = await openSmallLibrary()
})
afterAll(() => library.close())

const page = { sort: 'relevance', page: 1, page_size: 12, unpublished: false } as const

/** Everything that tells of the cases with a word: how many are listed, counted, divided, and suggested. */
async function tracesOf(word: string) {
  const { index } = library
  const asked = index.searchDivided({ text: word }, page)
  const [{ ids, count, entity }, facets] = await Promise.all([asked.page, asked.facets])
  const alone = await index.countFacets({ text: word }, { unpublished: false })
  const { names, words, cases } = await index.findBeginnings(word.slice(0, -1), { cases: false, phrases: false })
  const divided = [...(facets?.year ?? []), ...(facets?.court ?? []), ...alone.year, ...alone.court]
  return [ids.length, count, divided.length, names.length, words.length, cases.length, entity === null ? 0 : 1]
}

test.each([
  ['deleted', 'ކަޅުދޫކަޅުދޫ', `deleted_at = now()`],
  ['no longer published', 'މާތަރިމާތަރި', `published = false`],
])('a case that is %s is gone from results, counts, facets and suggestions', async (_what, name, change) => {
  const id = await library.addCase({ title: 'ދަރަނި', claimant: name, text: [`${name} ބުންޏެވެ`] })
  const other = await library.addCase({ title: 'ދަރަނި', claimant: `${name} ދެވަނަ` })
  await library.index.caughtUp()
  expect((await tracesOf(name)).slice(0, 3)).toEqual([2, 2, 4])
  expect((await tracesOf(name)).every((number, at) => number > 0 || at === 5)).toBe(true)

  for (const one of [id, other]) await library.client.query(`update case_files set ${change} where id = $1`, [one])
  await expect.poll(() => tracesOf(name), { timeout: 2000, interval: 20 }).toEqual([0, 0, 0, 0, 0, 0, 0])
})
