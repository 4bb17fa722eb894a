import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallLibrary, queryOf, type SmallLibrary } from '#test/searchIndex.ts'

/** English words that Dhivehi writes by their sound. */

let library: SmallLibrary
let ids: Record<'butler' | 'parcel' | 'plot' | 'crossing' | 'traffic' | 'statement', number>
beforeAll(async () => {
  library = await openSmallLibrary()
  ids = {
    butler: await library.addCase({ title: 'ބަޓްލަރެއް ވަކިކުރުން' }),
    parcel: await library.addCase({ title: 'ޕާރުސަލެއްގެ ތެރޭގައި އޮތް އެއްޗެއް' }),
    plot: await library.addCase({ title: 'ގޯތީގެ މައްސަލަ' }),
    crossing: await library.addCase({ title: 'ޒީބްރާ ކްރޮސިންގެއްގައި ހިނގި ޙާދިޘާ' }),
    traffic: await library.addCase({ title: 'ޓްރެފިކް ގަވާއިދު' }),
    statement: await library.addCase({ title: 'ބަޔާން ނެގުން' }),
  }
  // A word of more than a tenth of the cases is not rare.
  for (let at = 0; at < 12; at += 1) await library.addCase({ title: 'އެހެން ކަމެއް' })
})
afterAll(() => library.close())

const ask = async (text: string) => {
  await library.index.waitForRefresh()
  return library.index.searchCases(queryOf(text), { sort: 'relevance', page: 1, page_size: 12, unpublished: false })
}

test('an English word that no list has is searched as the word that sounds alike, which is reported', async () => {
  expect(await ask('butler')).toMatchObject({ ids: [ids.butler], understood: 'ބަޓްލަރެއް' })
})

test('an English term of the glossary also finds the cases with the word that sounds alike', async () => {
  expect(new Set((await ask('parcel')).ids)).toEqual(new Set([ids.parcel, ids.plot]))
})

test('an English term of two words also finds the cases with both words that sound alike', async () => {
  expect(new Set((await ask('zebra crossing')).ids)).toEqual(new Set([ids.crossing, ids.traffic]))
})

test('an English word of a longer query also finds the cases with the word that sounds alike', async () => {
  expect((await ask('parcel inside')).ids[0]).toBe(ids.parcel)
})

test('an English word is not searched as a native word that sounds alike', async () => {
  expect((await ask('burn')).ids).not.toContain(ids.statement)
})

test('a quoted English word is not searched as a word that sounds alike', async () => {
  expect((await ask('"parcel"')).ids).toEqual([])
})
