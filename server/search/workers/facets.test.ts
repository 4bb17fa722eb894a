import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CaseQuery } from '#server/search/types.ts'
import { openSmallLibrary, queryOf, type SmallLibrary } from '#test/searchIndex.ts'

/** An index that counts facets with the page for at most two matches. */

describe.each([1, 2])('with threads: %d', (threads) => {
  let library: SmallLibrary
  beforeAll(async () => {
    library = await openSmallLibrary({ facetsAtOnce: 2, threads })
    for (const closed_date of ['2018-02-02', '2019-02-02', '2019-03-03'])
      await library.addCase({ title: 'ދަރަނި', closed_date })
    await library.addCase({ title: 'މުރާބަހާ', closed_date: '2021-01-01' })
    await library.index.waitForRefresh()
  })
  afterAll(() => library.close())

  const page = { sort: 'relevance', page: 1, page_size: 12, unpublished: false } as const
  const searchWithFacets = async (query: CaseQuery) => {
    const { page: found, facets } = library.index.searchWithFacets(query, page)
    return { ...(await found), facets: await facets }
  }

  test('a page of few matches has facets', async () => {
    const { count, facets } = await searchWithFacets(queryOf('މުރާބަހާ'))
    expect([count, facets?.year]).toEqual([1, [[2021, 1]]])
  })

  test('a page of many matches has no facets, which a separate request returns', async () => {
    const { count, ids, facets } = await searchWithFacets(queryOf('ދަރަނި'))
    expect([count, ids.length, facets]).toEqual([3, 3, null])
    const { year } = await library.index.countFacets(queryOf('ދަރަނި'), { unpublished: false })
    expect(year).toEqual([
      [2019, 2],
      [2018, 1],
    ])
  })

  test('facet counts are limited by the matches without facet filters', async () => {
    const { count, facets } = await searchWithFacets(queryOf('ދަރަނި', { years: [2018] }))
    expect([count, facets]).toEqual([1, null])
  })

  test('cached matches are dropped when a case is unpublished', async () => {
    const before = await searchWithFacets(queryOf('ދަރަނި'))
    await library.client.query(`update case_files set published = false where closed_date = '2018-02-02'`)
    await library.index.waitForRefresh()
    const after = await searchWithFacets(queryOf('ދަރަނި'))
    expect([before.count, after.count, after.ids.length]).toEqual([3, 2, 2])
    expect(after.facets?.year).toEqual([[2019, 2]])
  })
})
