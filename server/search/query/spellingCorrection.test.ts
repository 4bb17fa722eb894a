import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { editDistance } from '#server/search/lexicon/editDistance.ts'
import type { CaseQuery } from '#server/search/types.ts'
import { isCodeAmong } from '#shared/text/caseNumbers/courtCodes.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
import { openSmallLibrary, queryOf, type SmallLibrary } from '#test/searchIndex.ts'

/** Spelling correction of words that no case has. */

let library: SmallLibrary
beforeAll(async () => {
  library = await openSmallLibrary()
  for (const text of ['އެއްބަސްވުން އުވާލުން', 'އެއްބަސްވުން ހެދުން', 'މުސާރަ ދިނުން', 'ކުންފުންޏެއްގެ ޙިއްޞާ'])
    for (let copy = 0; copy < 3; copy += 1) await library.addCase({ text: [text] })
  await library.addCase({ text: ['ޚަޒާނާގެ'], published: false })
})
afterAll(() => library.close())

const search = async (query: CaseQuery, unpublished = false) => {
  await library.index.waitForRefresh()
  return library.index.searchCases(query, { sort: 'relevance', page: 1, page_size: 12, unpublished })
}

const suggestion = async (text: string, unpublished = false) => (await search(queryOf(text), unpublished)).suggestion

test.each([
  ['އެއްބަސްވޯން', 'އެއްބަސްވުން'],
  ['އެއްބަސްވުން އުވާލުންސ', 'އެއްބަސްވުން އުވާލުން'],
  ['މުސާރޯ', 'މުސާރަ'],
  ['"މުސާރަ" ދިނޯން', '"މުސާރަ" ދިނުން'],
  ['މުސާރޯޯ', 'މުސާރަ'],
  ['މުސާރޯަ ދިނުންް', 'މުސާރަ ދިނުންް'],
])('the correction of %s is %s', async (typed, meant) => {
  expect(await suggestion(typed)).toBe(meant)
})

test.each([
  ['one missing', 'އެއްބަވުން'],
  ['the first missing', 'އްބަސްވުން'],
  ['the last missing', 'އެއްބަސްވު'],
  ['one more', 'އެއްބަސްމަވުން'],
  ['one more at the end', 'އެއްބަސްވުންމަ'],
  ['another', 'އެއްބަލްވުން'],
  ['another at the beginning', 'ކެއްބަސްވުން'],
  ['two neighbors swapped', 'އެއްސަބްވުން'],
])('a word with consonants of which %s is corrected', async (_, typed) => {
  expect(await suggestion(typed)).toBe('އެއްބަސްވުން')
})

test('words that are found, or that resemble none, have no correction', async () => {
  for (const typed of ['އެއްބަސްވުން', 'މުސާރަ ދިނުން', 'ޒަޒަޒަޒަޒަ', 'qqqq']) expect(await suggestion(typed)).toBeNull()
})

test('a correction that finds nothing under the filters and days of the query is not suggested', async () => {
  const under = async (filters: CaseQuery) => (await search(queryOf('މުސާރޯ', filters))).suggestion
  const { rows } = await library.client.query<{ id: string }>('select min(id) as id from courts')
  const court = Number(rows[0]?.id)
  for (const filters of [{ courts: [court] }, { closed_from: '2020-01-01' }])
    expect(await under(filters), JSON.stringify(filters)).toBe('މުސާރަ')
  for (const filters of [{ courts: [court + 99] }, { closed_from: '2021-01-01' }, { claimant: 'އަޙްމަދު' }])
    expect(await under(filters), JSON.stringify(filters)).toBeNull()
})

test('a correction keeps a case number with a court code of the library', async () => {
  await library.addCase({ number: '12/Zw-X/2024', text: ['މުސާރަ ދިނުން'] })
  const { suggestion } = await search({ parsed: parseQuery('2024-zwx-12 މުސާރޯ', isCodeAmong(['zwx'])) })
  expect(suggestion).toBe('2024-zwx-12 މުސާރަ')
})

describe('two words that were typed as one', () => {
  beforeAll(async () => {
    await library.addCase({ court: 'ދިވެހިރާއްޖޭގެ ސުޕްރީމް ކޯޓު', text: ['ސިވިލް ކޯޓުން', 'ޙަޤީޤަތް ބަޔާންކުރުމުގެ މުއްދަތު'] })
  })

  test.each([
    ['ސުޕްރީމްކޯޓު', 'ސުޕްރީމް ކޯޓު'],
    ['ސިވިލްކޯޓުގެ މުއްދަތު', 'ސިވިލް ކޯޓުގެ މުއްދަތު'],
    ['ހަގީގަތްބަޔާންކުރުން', 'ޙަޤީޤަތް ބަޔާންކުރުން'],
  ])('the joined words %s are corrected to %s', async (typed, meant) => {
    expect(await suggestion(typed)).toBe(meant)
  })

  test('joined words are not corrected to words that are never adjacent', async () => {
    expect(await suggestion('މުސާރައުވާލުން')).toBeNull()
  })

  test('joined words that are never adjacent are offered as two words', async () => {
    expect((await search(queryOf('މުސާރައުވާލުން'))).split).toBe('މުސާރަ އުވާލުން')
    expect((await search(queryOf('މުސާރައުވާލުން from:2000'))).split).toBe('މުސާރަ އުވާލުން from:2000')
  })

  test('of two ways to divide joined words the one with the more frequent words is offered', async () => {
    await library.addCase({ text: ['ކުންބުރު'] })
    await library.addCase({ text: ['ރުދުވަސް'] })
    for (const text of ['ކުންބު', 'ރުރުދުވަސް']) for (const _ of [1, 2, 3]) await library.addCase({ text: [text] })
    expect((await search(queryOf('ކުންބުރުރުދުވަސް'))).split).toBe('ކުންބު ރުރުދުވަސް')
  })

  test('no two words are offered for a word whose search finds a case, or one of whose parts no case has', async () => {
    for (const typed of ['މުސާރަ', 'ސިވިލްކޯޓުގެ', 'މުސާރައުވާޒަޒަ', 'މުސާރައުވާލުން ކުންފުންޏެއްގެ'])
      expect((await search(queryOf(typed))).split).toBeNull()
  })

  test('two words are offered only when a case that the user may find has them under the filters', async () => {
    await library.addCase({ text: ['ޒަމާނީކަން'], published: false })
    const joined = queryOf('މުސާރަޒަމާނީކަން')
    expect((await search(joined)).split).toBeNull()
    expect((await search(joined, true)).split).toBe('މުސާރަ ޒަމާނީކަން')
    expect((await search(queryOf('މުސާރައުވާލުން', { closed_from: '2021-01-01' }))).split).toBeNull()
  })
})

describe('a word in Latin letters', () => {
  beforeAll(async () => {
    for (const text of ['ޢުމަރު އޮމާން', 'މަގު މިން ލިބޭނެ'])
      for (let copy = 0; copy < 3; copy += 1) await library.addCase({ text: [text] })
    await library.addCase({ text: ['ރަހުނު', 'ޘާބިތުކޮށްދިނުމުގެ ޒިންމާ'] })
    await library.addPhrase({ dhivehi: 'ރަހުނު', english: 'mortgage; pledge' })
    await library.addPhrase({ dhivehi: 'ޘާބިތުކޮށްދިނުމުގެ ޒިންމާ', english: 'burden of proof' })
  })

  test.each([
    ['mortgege', 'mortgage'],
    ['mortgege from:2000', 'mortgage from:2000'],
    ['burdan of proof', 'burden of proof'],
    ['Omar', 'ޢުމަރު'],
    ['musaarro', 'މުސާރަ'],
  ])('the word %s in Latin letters is corrected to %s', async (typed, meant) => {
    expect(await suggestion(typed)).toBe(meant)
  })

  test.each(['man', 'licence', 'proof'])('the word %s resembles none and has no correction', async (typed) => {
    expect(await suggestion(typed)).toBeNull()
  })
})

test('a word of unpublished cases only is no correction for users who cannot read them', async () => {
  expect(await suggestion('ހަޒޯނާގެ')).toBeNull()
  expect(await suggestion('ހަޒޯނާގެ', true)).toBe('ޚަޒާނާގެ')
})

test('a word of unpublished cases only does not rule out the correction of users who cannot read them', async () => {
  for (let copy = 0; copy < 9; copy += 1) await library.addCase({ text: ['ދަތުރުފަތުރު'], published: false })
  await library.addCase({ text: ['ދަތުރުކަތުރު'] })
  expect(await suggestion('ދަތުރުފަތިރު')).toBe('ދަތުރުކަތުރު')
  expect(await suggestion('ދަތުރުފަތިރު', true)).toBe('ދަތުރުފަތުރު')
})

test('a correction is shown in a spelling that a visible case has', async () => {
  for (let copy = 0; copy < 3; copy += 1) await library.addCase({ text: ['ޤަރުޒުދާރު'], published: false })
  await library.addCase({ text: ['ގަރުޒުދާރު'] })
  expect(await suggestion('ގަރުޒުދާރަ')).toBe('ގަރުޒުދާރު')
  expect(await suggestion('ގަރުޒުދާރަ', true)).toBe('ޤަރުޒުދާރު')
})

test('a word in Latin letters finds, and is corrected to, the visible word among many that only unpublished cases have', async () => {
  const vowels = [['ަ', 'ާ'], ['ި', 'ީ'], ['ަ', 'ާ']] as const // prettier-ignore
  const [[a, aa], [i, ii], [u, uu]] = vowels
  const beginnings = [a, aa].flatMap((one) =>
    [i, ii].flatMap((two) => [u, uu].map((three) => `ބ${one}ޑ${two}ރ${three}ޓ`)),
  )
  const [seen = '', ...hidden] = beginnings.flatMap((beginning) => [`${beginning}ނ`, `${beginning}ޏ`])
  for (let copy = 0; copy < 3; copy += 1) await library.addCase({ text: hidden, published: false })
  for (let copy = 0; copy < 2; copy += 1) await library.addCase({ text: [seen] })
  expect(await library.ids('badiratn')).toHaveLength(2)
  expect(await suggestion('badiratm')).toBe(seen)
})

describe('the distance of two words', () => {
  test.each([
    ['މުސާރަ', 'މުސާރަ', 0],
    ['މުސާރަ', 'މުސާރު', 0.5],
    ['މުސާރަ', 'މުސާރ', 0.5],
    ['court', 'cuort', 0.75],
    ['މުސާރަ', 'މުސަރަ', 0.25],
    ['މުސާރަ', 'މުރާސަ', 0.75],
    ['މުސާރަ', 'މުދާރަ', 0.75],
    ['މުސާރަ', 'މުއްސާރަ', 1],
    ['މުސާރަ', 'މުމުސާރަ', 1],
    ['މުސާރަ', 'މުސސާރަ', 0.5],
    ['މުސާރަ', 'ސާރަ', 1],
    ['court', 'courts', 1],
    ['court', 'qualification', Infinity],
    ['', '', 0],
  ])('the edit distance of %s and %s is %f in both directions', (one, other, wanted) => {
    expect([editDistance(one, other, 2), editDistance(other, one, 2)]).toEqual([wanted, wanted])
  })
})
