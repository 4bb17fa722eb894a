import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallLibrary, type SmallLibrary } from '#test/searchIndex.ts'

/** Party filters match a name in its spellings, and in Latin letters by its phonetic key. */

let library: SmallLibrary
let wanted: number
beforeAll(async () => {
  library = await openSmallLibrary()
  wanted = await library.addCase({ claimant: 'އަޙްމަދު ރަޝީދު', respondant: 'ޢާއިޝަތު ޢަލީ' })
  await library.addCase({ claimant: 'އިބްރާހީމް ސަޢީދު', respondant: 'ފާޠިމަތު ނަޝީދު', judges: ['އަޙްމަދު ރަޝީދު'] })
})
afterAll(() => library.close())

test.each(['އަޙްމަދު', 'އަހްމަދު', 'އަހުމަދު', 'ރަޝީދު', 'Ahmed', 'ahmadhu rasheedhu', '"Ahmed Rasheed"', '"އަހުމަދު ރަޝީދު"'])(
  'a claimant is found by %s, and by no other part of the case',
  async (claimant) => {
    expect(await library.ids({ claimant })).toEqual([wanted])
    expect(await library.ids({ respondant: claimant })).toEqual([])
  },
)

test.each(['ޢާއިޝަތު', 'އާއިޝަތު', 'Aishath', 'aishath Ali'])('a respondant is found by %s', async (respondant) => {
  expect(await library.ids({ respondant })).toEqual([wanted])
})

test.each(['Ahmed Rasheed', 'އަހުމަދު', 'Aishath Ali'])('a party filter finds %s, and no judge', async (party) => {
  expect(await library.ids({ parties: [party] })).toEqual([wanted])
})

test.each([
  ['ޤަބީލު', ['ޤަބީލު', 'ޤަބީލުގެ', 'ގަބީލްއާއި'], ['ޤަބީލާ', 'ޤަބީލާގެ']],
  ['ނަޝީދާ', ['ނަޝީދާ', 'ނަޝީދާގެ', 'ނަޝީދާއަށް'], ['ނަޝީދު']],
])('the name %s is found with its case endings, and never by the stem of another name', async (name, own, others) => {
  const id = await library.addCase({ claimant: name })
  for (const query of own) expect([query, await library.ids(query)]).toEqual([query, expect.arrayContaining([id])])
  for (const query of others)
    expect([query, await library.ids(query)]).toEqual([query, expect.not.arrayContaining([id])])
  expect(await library.ids(`${own[0]} w/5 ${own[0]}`)).toEqual([id])
})

test('quoted words of a name are adjacent, in any spelling', async () => {
  expect(await library.ids({ claimant: '"Rasheed Ahmed"' })).toEqual([])
})
