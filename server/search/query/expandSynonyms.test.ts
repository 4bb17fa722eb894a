import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Paging } from '#server/search/types.ts'
import { openSmallLibrary, queryOf, type SmallLibrary } from '#test/searchIndex.ts'

/** Synonyms: an expression is also searched as the others of its ring, behind the cases with the typed words. */

let library: SmallLibrary
let lawyer = 0
let advocate = 0
let emptied = 0
let evicted = 0

beforeAll(async () => {
  library = await openSmallLibrary()
  lawyer = await library.addCase({ text: ['ވަކީލުގެ ޖަވާބު'], closed_date: '2010-01-01' })
  advocate = await library.addCase({ text: ['މުޙާމީންގެ ޖަވާބު', 'ޤާނޫނީ ލިޔުން'], closed_date: '2020-01-01' })
  emptied = await library.addCase({ text: ['ގެ ހުސްކުރުމުގެ އެންގުން'], closed_date: '2011-01-01' })
  evicted = await library.addCase({ text: ['އޭނާ ގެއިން ނެރުނު'], closed_date: '2012-01-01' })
  await library.addCase({ text: ['ގެއެއްގެ ދޮރު', 'ފައިސާ ނެރުނު'], closed_date: '2013-01-01' })
  await library.addCase({ text: ['ޓެންޑަރު'], published: false })
  for (let one = 0; one < 13; one += 1) await library.addCase({ text: ['އިސްތިއުނާފު'], closed_date: `20${10 + one}-01-01` })
  await library.addCase({ text: ['އެޕީލް ކުރި'], closed_date: '2024-01-01' })
})
afterAll(() => library.close())

const ask = async (text: string, paging: Partial<Paging> = {}) => {
  await library.index.waitForRefresh()
  return library.index.searchCases(queryOf(text), {
    sort: 'relevance',
    page: 1,
    page_size: 12,
    unpublished: false,
    ...paging,
  })
}

test('cases with a synonym in any inflection follow those with the typed word, in every order, and the answer says so', async () => {
  for (const sort of ['relevance', 'newest', 'oldest'] as const)
    expect(await ask('ވަކީލު', { sort }), sort).toMatchObject({
      ids: [lawyer, advocate],
      count: 2,
      fullCount: 1,
      understood: 'މުޙާމީ',
      relaxed: [],
    })
})

test('a word that no case has finds its synonyms, and is not corrected', async () => {
  expect(await ask('ލޯޔަރުގެ ޖަވާބު')).toMatchObject({
    fullCount: 0,
    relaxed: [],
    suggestion: null,
    ids: expect.arrayContaining([lawyer, advocate]) as number[],
  })
})

test('two words stand for two others in any inflection, and only next to each other', async () => {
  const { ids, understood, fullCount } = await ask('ގެ ހުސްކުރުން')
  expect([ids.slice(0, 2), fullCount, understood]).toEqual([[emptied, evicted], 1, 'ގެއިން ނެރުން'])
})

test('of an expression of several words the rarest is highlighted', async () => {
  await library.addCase({ text: ['ޤާނޫނީ ވަކީލު'], closed_date: '2010-02-02' })
  expect((await ask('މުޙާމީ')).marks).toEqual(['ވަކީލު', 'ވަކީލު'])
})

test('two words stand for one, and one for two', async () => {
  const cheated = await library.addCase({ text: ['ދޮގު ލިޔުމެއް'] })
  expect((await ask('ފޯޖުކުރުން')).ids).toEqual([cheated])
  const forged = await library.addCase({ text: ['ފޯޖުކުރި'] })
  // Cases with one of the two typed words come last.
  expect((await ask('ދޮގު ލިޔުން')).ids.slice(0, 2)).toEqual([cheated, forged])
})

test('synonyms follow a full page of full matches too', async () => {
  const { count, fullCount, understood } = await ask('އިސްތިއުނާފު')
  expect([count, fullCount, understood]).toEqual([14, 13, 'އެޕީލް'])
})

test('a query with quotes, a star, AND, NOT or proximity has no synonyms', async () => {
  for (const text of ['"ވަކީލު"', 'ވަކީލު*', 'ވަކީލު AND ޖަވާބު', 'ވަކީލު -ލިޔުން', 'ޖަވާބު -ވަކީލު', 'ވަކީލު w/2 ޖަވާބު']) {
    const { count, fullCount, understood } = await ask(text)
    expect([count, understood], text).toEqual([fullCount, null])
  }
})

test('a synonym that only unpublished cases have is searched for users who can read these', async () => {
  await library.addCase({ text: ['ބީލަން'] })
  expect(await ask('ބީލަން')).toMatchObject({ count: 1, understood: null })
  expect(await ask('ބީލަން', { unpublished: true })).toMatchObject({ count: 2, understood: 'ޓެންޑަރު' })
})

test('a filter narrows the cases with synonyms, and facets count them', async () => {
  const query = { ...queryOf('ވަކީލު'), years: [2020] }
  expect(
    await library.index.searchCases(query, { sort: 'relevance', page: 1, page_size: 12, unpublished: false }),
  ).toMatchObject({ ids: [advocate], count: 1, fullCount: 0 })
  const { year } = await library.index.countFacets(queryOf('ވަކީލު'), { unpublished: false })
  expect(year.map(([value]) => value).toSorted()).toEqual([2010, 2020])
})
