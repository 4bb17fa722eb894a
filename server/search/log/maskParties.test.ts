import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { openSmallLibrary, type SmallLibrary } from '#test/searchIndex.ts'
import { maskParties } from './searchLog.ts'

/** What the search log stores of a query with party names, in a library of three cases. */

let library: SmallLibrary
beforeAll(async () => {
  library = await openSmallLibrary()
  await library.addCase({ claimant: 'ޙުސައިން ވިލްދާން', respondant: 'ޒުނައިރާ ޤަބީލާ', text: ['މައްސަލައިގެ ޙުކުމް'] })
  await library.addCase({ claimant: 'ރަޝީދާ ޢުޘްމާން މަނިކު', respondant: 'އަޙްމަދު ފަތުޙީ', text: ['މަނިކު، އަޙްމަދު'] })
  await library.addCase({ claimant: 'ޢަބްދުﷲ ސަޢީދު', respondant: 'ފާޠިމަތު ނަޝީދު', text: ['އަޙްމަދު ނަޝީދު، ސަޢީދު'] })
  await library.index.waitForRefresh()
})
afterAll(() => library.close())

const masked = async (query: string) =>
  maskParties(query, { entity: null, parties: await library.index.findPartyNames(query) })

test.each([
  ['ޙުސައިން ވިލްދާންގެ ޙުކުމް', '[party] ޙުކުމް'],
  ['ޒުނައިރާގެ ޤަބީލާގެ', '[party]'],
  ['ރަޝީދާ ޢުޘްމާން މަނިކުގެ މައްސަލަ', '[party] މައްސަލަ'],
  ['އަޙްމަދު ފަތުޙީއަށް ޙުކުމް', '[party] ޙުކުމް'],
  ['ފާޠިމަތު ނަޝީދާއި މައްސަލަ', '[party] މައްސަލަ'],
  ['ޙުކުމް ޢަބްދުﷲ ސަޢީދަކީ', 'ޙުކުމް [party]'],
])('a party name with any case ending is masked: %s', async (query, left) => {
  expect(await masked(query)).toBe(left)
})

test.each([
  ['ޤަބީލާ ޒުނައިރާ ޙުކުމް', '[party] ޙުކުމް'],
  ['qabeela zunaira', '[party]'],
  ['ނަޝީދު ފާޠިމަތުގެ މައްސަލަ', '[party] މައްސަލަ'],
  ['މަނިކު، ރަޝީދާ', '[party]'],
])('a party name in another word order is masked: %s', async (query, left) => {
  expect(await masked(query)).toBe(left)
})

test.each([
  ['ޒުނައިރާގެ މައްސަލަ', '[party] މައްސަލަ'],
  ['hukum zunaira', 'hukum [party]'],
  ['އަޙްމަދު މައްސަލަ', 'އަޙްމަދު މައްސަލަ'],
  ['އަޙްމަދުގެ މައްސަލަ', 'އަޙްމަދުގެ މައްސަލަ'],
  ['މަނިކު ނަޝީދު', 'މަނިކު ނަޝީދު'],
])('one word of a party name is masked unless texts contain it too: %s', async (query, left) => {
  expect(await masked(query)).toBe(left)
})

test('a party name of two words in Latin letters, or with an apostrophe, is masked', async () => {
  await library.addCase({ claimant: 'ޢަބްދުއްރަޙްމާން ޝުޖާޢު', text: ['ޢަބްދުއްރަޙްމާން', 'ޝުޖާޢު'] })
  await library.index.waitForRefresh()
  for (const name of ['Abdul Rahman Shujau', 'shujau abdu rahman', "Abdul Rahman Shuja'u", 'abdulrahman shujau'])
    expect([name, await masked(`${name} hukum`)]).toEqual([name, '[party] hukum'])
})

test('a query of as many words as a passage is masked as one, also with operators, so that no late name stays', async () => {
  const words = (count: number) => Array<string>(count).fill('ޙުކުމް')
  const { passage_words } = limits.search
  for (const joint of [' ', ' OR ']) {
    for (const count of [passage_words - 2, 100])
      expect(await masked([...words(count), 'ޙުސައިން ވިލްދާން'].join(joint))).toBe('[passage]')
    const few = await masked([...words(passage_words / 2 - 4), 'ޙުސައިން ވިލްދާން'].join(joint))
    expect(few.endsWith(`ޙުކުމް${joint}[party]`), few).toBe(true)
  }
})

test('two adjacent party names are masked separately', async () => {
  expect(await masked('ޙުސައިން ވިލްދާން ޒުނައިރާ ޤަބީލާ')).toBe('[party] [party]')
})

test.each(['ޙުކުމުގެ މައްސަލަ', 'މައްސަލައިގެ ޙުކުމް', 'އިންޒާރު 12/2020', 'unknown words', ''])(
  'what is no name stays as it was typed: %s',
  async (query) => {
    expect(await masked(query)).toBe(query)
  },
)
