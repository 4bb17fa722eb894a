import { afterAll, beforeAll, expect, test } from 'vitest'
import { fullMatches, openSmallLibrary, queryOf, type SmallLibrary } from '#test/searchIndex.ts'

/** Compounds that are written as one word or as two. */

let library: SmallLibrary
let [one, two, apart, court, hidden]: [number, number, number, number, number] = [0, 0, 0, 0, 0]

beforeAll(async () => {
  library = await openSmallLibrary()
  one = await library.addCase({ text: ['ޤާނޫނުއަސާސީގެ 51 ވަނަ މާއްދާ'] })
  two = await library.addCase({ text: ['ޤާނޫނު އަސާސީގެ 51 ވަނަ މާއްދާ'] })
  apart = await library.addCase({ text: ['އަސާސީ ޙައްޤެއް', 'އެހެން ޤާނޫނެއް'] })
  court = await library.addCase({ court: 'ދިވެހިރާއްޖޭގެ ހައިކޯޓު', text: ['ހައިކޯޓުން ކުރި ޙުކުމް'] })
  hidden = await library.addCase({ text: ['ރަހުނުމުދާ'], published: false })
})
afterAll(() => library.close())

const paging = { sort: 'relevance', page: 1, page_size: 12, unpublished: false } as const
const ask = async (text: string, unpublished = false) => {
  await library.index.waitForRefresh()
  return fullMatches(await library.index.searchCases(queryOf(text), { ...paging, unpublished }))
}

test('two adjacent words are found and highlighted where they are written as one', async () => {
  const { ids, marks } = await ask('ޤާނޫނު އަސާސީ')
  expect(ids.toSorted()).toEqual([one, two, apart].toSorted())
  expect(marks).toContain('ގާނޫނުއަސާސީ')
  expect((await ask('ޤާނޫނު އަސާސީގެ މާއްދާ')).ids.toSorted()).toEqual([one, two].toSorted())
  expect(await ask('ހައި ކޯޓު')).toMatchObject({ ids: [court] })
})

test('words with operators or in quotes are not joined', async () => {
  for (const text of ['ޤާނޫނު AND އަސާސީ', 'އަސާސީ ޤާނޫނު', 'ޤާނޫނު، އަސާސީ'])
    expect((await ask(text)).ids.toSorted(), text).toEqual([two, apart].toSorted())
  expect((await ask('"ޤާނޫނު އަސާސީގެ"')).ids).toEqual([two])
  expect((await ask('ޤާނޫނު w/2 އަސާސީ')).ids).toEqual([two])
  expect((await ask('މާއްދާ -(ޤާނޫނު އަސާސީ)')).ids).toEqual([one])
})

test('words are not joined to a word of unpublished cases for users who cannot read them', async () => {
  expect(await ask('ރަހުނު މުދާ')).toMatchObject({ ids: [], marks: [] })
  expect((await ask('ރަހުނު މުދާ', true)).ids).toEqual([hidden])
})
