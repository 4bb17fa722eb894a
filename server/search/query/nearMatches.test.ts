import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CaseQuery, Paging } from '#server/search/types.ts'
import { openSmallLibrary, queryOf, type SmallLibrary } from '#test/searchIndex.ts'

/** Soft matching: near matches follow while few cases match all of a query. */

let library: SmallLibrary
let company = 0
let share = 0
let both = 0
const page_size = 5

beforeAll(async () => {
  library = await openSmallLibrary()
  both = await library.addCase({ text: ['ކުންފުނީގެ ޙިއްޞާ ވިއްކުން'], closed_date: '2010-01-01' })
  company = await library.addCase({ text: ['ކުންފުނި'], closed_date: '2020-01-01' })
  share = await library.addCase({ text: ['ޙިއްޞާ'], closed_date: '2021-01-01' })
  for (let one = 0; one < 14; one += 1)
    await library.addCase({ text: ['ކުއްޔަށް ދިން ގޯތި'], closed_date: `20${10 + one}-01-01` })
  await library.addCase({ text: ['މިސްރާބު'], published: false })
})
afterAll(() => library.close())

const ask = async (query: string | CaseQuery, paging: Partial<Paging> = {}) => {
  await library.index.waitForRefresh()
  const all = { sort: 'relevance', page: 1, page_size, unpublished: false, ...paging } as const
  return library.index.searchCases(typeof query === 'string' ? queryOf(query) : query, all)
}

describe('few cases match all of a query', () => {
  test('cases with the rarer of its words follow those with all, in every order', async () => {
    for (const sort of ['relevance', 'newest', 'oldest'] as const) {
      const { ids, count, fullCount, relaxed } = await ask('ކުންފުނި ޙިއްޞާ', { sort })
      expect([ids[0], count, fullCount, relaxed], sort).toEqual([both, 3, 1, []])
      expect(ids.slice(1), sort).toEqual(sort === 'oldest' ? [company, share] : [share, company])
    }
  })

  test('the pages together hold each match once, the full ones first', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => ask('ކުންފުނި ޙިއްޞާ', { page, page_size: 1 })))
    expect(pages.flatMap(({ ids }) => ids)).toEqual([both, share, company])
  })

  test('a filter narrows full and near matches, and neither adds nor removes near matches', async () => {
    const of = (year: number) => ask({ ...queryOf('ކުންފުނި ޙިއްޞާ'), years: [year] })
    expect(await of(2010)).toMatchObject({ ids: [both], count: 1, fullCount: 1 })
    expect(await of(2020)).toMatchObject({ ids: [company], count: 1, fullCount: 0 })
    const facets = await library.index.countFacets(queryOf('ކުންފުނި ޙިއްޞާ'), { unpublished: false })
    expect(facets.year.map(([year]) => year).toSorted()).toEqual([2010, 2020, 2021])
  })
})

test('no near match follows a page of full matches', async () => {
  expect(await ask('ކުއްޔަށް ގޯތި')).toMatchObject({ count: 14, fullCount: 14, relaxed: null })
})

test('an unknown word matches its nearest spellings, also when every word of the query is mistyped', async () => {
  expect(await ask('ކުންފުރި')).toMatchObject({ fullCount: 0, relaxed: [{ word: 'ކުންފުރި' }] })
  const { ids, relaxed } = await ask('ކުންފުރި ޙިއްޞާގ ވިއްކިން')
  expect(ids[0]).toBe(both)
  expect(relaxed?.map(({ as }) => as.length > 0)).toContain(true)
})

test('a question finds the cases of its topic, not those with its function words', async () => {
  const asked = await library.addCase({ text: ['ކިހިނެއްތޯ އެނގެން'] })
  for (const text of ['ކުންފުނީގެ ޙިއްޞާ ވިއްކަނީ ކިހިނެއްތޯ؟', 'ޙިއްޞާ ވިއްކުން އަކީ ކޮންކަހަލަ ކަމެއްތޯ އެނގެން ބޭނުން']) {
    const { ids } = await ask(text)
    expect(ids[0], text).toBe(both)
    expect(ids, text).not.toContain(asked)
  }
})

test('an English term of several words that no case has is searched word by word, and the words are reported', async () => {
  const check = await library.addCase({ text: ['ޗެކެއްގެ އަގު'] })
  for (const text of ['bounced cheque', 'dishonoured cheque Hulhumale'])
    expect(await ask(text), text).toMatchObject({
      ids: [check],
      fullCount: 0,
      understood: expect.stringContaining('ޗެކް'),
    })
})

test('a wrong or missing first letter is corrected', async () => {
  for (const word of ['ގުންފުނި', 'ންފުނި']) expect((await ask(word)).ids, word).toContain(company)
})

describe('a word that a slip made another word of', () => {
  beforeAll(async () => {
    await library.addCase({ text: ['މުބާރާތުގެ ކުޅި'] })
    await library.addCase({ text: ['މުއްދަތު ހަމަވުން'] })
    await library.addCase({ text: ['ކުލި ހަމަވުން'], published: false })
  })

  test('a known word is also searched as the similar word that stands next to its neighbor', async () => {
    const rent = await library.addCase({ text: ['ކުލި ދައްކަން އެންގުން'] })
    const { ids, relaxed } = await ask('ކުޅި ދައްކަން')
    expect([ids[0], relaxed]).toEqual([rent, [{ word: 'ކުޅި', as: ['ކުލި'] }]])
  })

  test('a known word is not searched as a similar word of unpublished cases for a user who cannot read them', async () => {
    expect((await ask('ކުޅި ހަމަވުން')).relaxed).toEqual([])
    expect((await ask('ކުޅި ހަމަވުން', { unpublished: true })).relaxed).toEqual([{ word: 'ކުޅި', as: ['ކުލި'] }])
  })
})

test('of several cases with corrected words the one with the words next to each other is first', async () => {
  const apart = await library.addCase({ text: ['ޒަޚަމްވި މީހާ', 'އެކްސިޑެންޓު ބަލާ މީހުން'], closed_date: '2024-01-01' })
  const together = await library.addCase({ text: ['ޒަޚަމްވި އެކްސިޑެންޓު'], closed_date: '2001-01-01' })
  expect((await ask('ޒަޚަމްވީނ އެކްސިޑެންޓުޅ')).ids.slice(0, 2)).toEqual([together, apart])
})

test('a number is never corrected', async () => {
  await library.addCase({ text: ['20 31 ލާރި'] })
  for (const text of ['2031', '2031 ކުންފުނި']) expect((await ask(text)).relaxed ?? [], text).toEqual([])
  expect(await ask('2031')).toMatchObject({ count: 0, suggestion: null })
})

test('a query with AND, quotes, NOT, proximity or a star is never relaxed', async () => {
  const inBrackets = ['ކުންފުނި ("ޙިއްޞާ" OR ގޯތި)', 'ކުންފުނި (ޙިއްޞާ OR -ގޯތި)', 'kunfuni* ޙިއްޞާ']
  for (const text of ['ކުންފުނި AND ޙިއްޞާ', '"ކުންފުނި" ޙިއްޞާ', 'ކުންފުނި -ވިއްކުން', 'ކުންފުނި ޙިއްޞާ*', 'ކުންފުނި w/3 ޙިއްޞާ', ...inBrackets]) {
    const { count, fullCount, relaxed } = await ask(text)
    expect([count, relaxed], text).toEqual([fullCount, null])
  }
})

test('a word of unpublished cases corrects nothing for a user who cannot read them', async () => {
  expect(await ask('މިސްރާބް')).toMatchObject({ count: 0, relaxed: null })
  expect(await ask('މިސްރާބް', { unpublished: true })).toMatchObject({ count: 1 })
})
