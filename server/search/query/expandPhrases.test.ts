import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fullMatches, openSmallLibrary, queryOf, type SmallLibrary } from '#test/searchIndex.ts'

/** Query expansion: English, Arabic, and Dhivehi in Latin letters, also as a part of a query. */

let library: SmallLibrary
let ids: Record<'theft' | 'murder' | 'both' | 'proof' | 'rent', number>
beforeAll(async () => {
  library = await openSmallLibrary()
  ids = {
    theft: await library.addCase({ text: ['ވައްކަން ކުރުން'], keywords: 'ކުލިވެރި ކުލިވެރިން' }),
    murder: await library.addCase({ text: ['މީހަކު މެރުން'] }),
    both: await library.addCase({ text: ['ވައްކަން އަދި މީހަކު މެރުން', 'ހެކި ދިނުން'] }),
    proof: await library.addCase({ text: ['ޘާބިތުކޮށްދިނުމުގެ ޒިންމާ', 'އޮފް'] }),
    rent: await library.addCase({ text: ['ޙުކުމް', 'މައްސަލަ'], number: '5/FC-C/2019' }),
  }
  await library.addPhrase({ dhivehi: 'ވައްކަން', english: 'theft; larceny', arabic: 'سرقة', usedIn: '5/FC-C/2019' })
  await library.addPhrase({ dhivehi: 'މީހަކު މެރުން', english: 'murder', arabic: 'قتل' })
  await library.addPhrase({ dhivehi: 'ޘާބިތުކޮށްދިނުމުގެ ޒިންމާ', english: 'burden of proof' })
  await library.addPhrase({ dhivehi: 'ހެކި', english: 'evidence; proof' })
})
afterAll(() => library.close())

const paging = { sort: 'relevance', page: 1, page_size: 12, unpublished: false } as const
const askAll = async (text: string) => {
  await library.index.waitForRefresh()
  return library.index.searchCases(queryOf(text), paging)
}
const ask = async (text: string) => fullMatches(await askAll(text))
const found = async (text: string) => new Set((await ask(text)).ids)
const of = (...names: (keyof typeof ids)[]) => new Set(names.map((name) => ids[name]))

describe('a phrase in another language', () => {
  test.each([
    ['theft from:2000', ['theft', 'both', 'rent']],
    ['"theft" from:2000', ['theft', 'both', 'rent']],
    ['قتل from:2000', ['murder', 'both']],
    ['theft OR murder', ['theft', 'both', 'rent', 'murder']],
    ['theft OR ޙުކުމް', ['theft', 'both', 'rent']],
    ['theft AND evidence', ['both']],
    ['theft evidence', ['both']],
    ['theft -murder', ['theft', 'rent']],
    ['theft -(murder OR ޙުކުމް)', ['theft']],
    ['ޒިންމާ burden of proof', ['proof']],
  ] as const)('a phrase in another language finds the Dhivehi cases in the query %s', async (text, names) => {
    expect(await found(text)).toEqual(of(...names))
  })

  test('every expanded phrase is reported with its meaning', async () => {
    expect(await ask('theft OR murder')).toMatchObject({ understood: 'ވައްކަން، މީހަކު މެރުން' })
    expect(await ask('theft evidence')).toMatchObject({ understood: 'ވައްކަން، ހެކި' })
  })

  test('an excluded phrase also excludes its meaning, which is not reported', async () => {
    expect(await ask('މެރުން -theft')).toMatchObject({ ids: [ids.murder], understood: null, marks: [] })
    expect(await ask('-theft')).toMatchObject({ understood: null, marks: [] })
  })

  test('the longest phrase name in the query is expanded', async () => {
    expect((await ask('burden of proof from:2000')).understood).toBe('ޘާބިތުކޮށްދިނުމުގެ ޒިންމާ')
  })

  test('words that an operator or a filter separates are no phrase name', async () => {
    expect((await ask('burden of AND proof')).understood).not.toContain('ޘާބިތުކޮށްދިނުމުގެ')
    expect((await ask('burden of from:2000 proof')).understood).not.toContain('ޘާބިތުކޮށްދިނުމުގެ')
  })
})

describe('a small English word', () => {
  test('a small English word is not transliterated in an English phrase', async () => {
    expect((await ask('burden of proof')).understood).toBe('ޘާބިތުކޮށްދިނުމުގެ ޒިންމާ')
    expect((await ask('burden of proof')).marks).not.toContain('އޮފް')
  })

  test('a small English word is transliterated with other words unreported, and reported alone', async () => {
    expect(await ask('zinmaa of')).toMatchObject({ ids: [ids.proof], understood: 'ޒިންމާ' })
    expect(await ask('of')).toMatchObject({ ids: [ids.proof], understood: 'އޮފް' })
  })
})

describe('Dhivehi in Latin letters', () => {
  test('an excluded word in Latin letters excludes what it would find', async () => {
    expect(await found('massala')).toEqual(of('rent'))
    expect(await found('-hukum massala')).toEqual(of())
    expect(await found('-hukum')).toEqual(of('theft', 'murder', 'both', 'proof'))
    expect(await ask('-hukum theft')).toMatchObject({ understood: 'ވައްކަން', marks: ['ވައްކަން'] })
  })

  test('a prefix in Latin letters matches by its phonetic key', async () => {
    expect(await ask('kuliv*')).toMatchObject({ ids: [ids.theft] })
    expect(await found('kuliv* OR hukum')).toEqual(of('theft', 'rent'))
    expect(await found('meeha* -vakka*')).toEqual(of('murder'))
  })
})

describe('a name that is one word in Dhivehi', () => {
  const names = { rahman: 'ޢަބްދުއްރަޙްމާން ޢަލީ', raheem: 'ޢަބްދުއްރަޙީމް', azeez: 'ޢަބްދުލްޢަޒީޒު ޙަސަން' }
  const cases = new Map<string, number>()
  beforeAll(async () => {
    for (const [name, claimant] of Object.entries(names)) cases.set(name, await library.addCase({ claimant }))
    await library.addCase({ claimant: 'ޢަލީ ޙަސަން' })
  })
  const ofName = (name: string) => [cases.get(name)]

  test.each([
    ['Abdul Rahman', 'rahman'],
    ['abdulrahman', 'rahman'],
    ['Abdul-Rahman Ali', 'rahman'],
    ['Ali Abdur Rahman', 'rahman'],
    ['Abdul Raheem from:2000', 'raheem'],
    ['abd al-Azeez Hassan', 'azeez'],
    ['abdu azeez', 'azeez'],
    ['Abdul Azeez -hukum', 'azeez'],
  ])('a name of one Dhivehi word is found by %s', async (text, name) => {
    expect((await ask(text)).ids).toEqual(ofName(name))
  })

  test('a name of one Dhivehi word works as a filter, and is reported', async () => {
    expect(await library.ids({ parties: ['Abdul Azeez'] })).toEqual(ofName('azeez'))
    expect((await ask('Abdul Rahman Ali')).entity).toMatchObject({ kind: 'party', name: names.rahman })
  })
})

describe('a word in Latin letters with a sign for a letter of Arabic', () => {
  let [claim, book]: [number, number] = [0, 0]
  beforeAll(async () => {
    claim = await library.addCase({ text: ['ޝަރީޢާއާ އެއްގޮތަށް'], claimant: 'މަސްޢޫދު ފަހުމީ' })
    book = await library.addCase({ text: ['އިޖްމާޢު'] })
  })

  test.each(["Shari'ah", 'shari’ah', "Mas'ood Fahmy", "Mas'ood's"])(
    'a word with an apostrophe is one word: %s',
    async (text) => {
      expect((await askAll(text)).ids).toEqual([claim])
    },
  )

  test('a name with an apostrophe works as a filter, and is exact in quotes', async () => {
    expect(await library.ids({ parties: ["Mas'ood"] })).toEqual([claim])
    expect((await ask('"Shari\'ah"')).ids).toEqual([])
    expect((await ask("ijmaa'")).ids).toEqual([book])
  })
})

describe('an English word that no phrase of the library names', () => {
  const texts = { knife: 'ވަޅިއަކުން', land: 'ބިމުގެ', mosque: 'މިސްކިތުގައި', work: 'މަސައްކަތުގެ', america: 'އެމެރިކާއަށް', shame: 'ލަދު ކަންތައް' }
  const cases = new Map<string, number>()
  beforeAll(async () => {
    for (const [name, text] of Object.entries(texts)) cases.set(name, await library.addCase({ text: [text] }))
    cases.set('hilmy', await library.addCase({ claimant: 'އަފްޟަލް ޙިލްމީ' }))
    cases.set('shukry', await library.addCase({ claimant: 'ޝުކްރީ' }))
    cases.set('robert', await library.addCase({ respondant: 'ރޮބަރޓް' }))
  })
  const idsOf = (...names: string[]) => names.flatMap((name) => cases.get(name) ?? [])

  test('an English word is searched as the glossary calls it, and reported', async () => {
    expect(await ask('knife')).toMatchObject({ ids: idsOf('knife'), understood: 'ވަޅި' })
  })

  test.each(['with a knife', 'the knives', 'Knives in the'])(
    'function words and inflections are not searched: %s',
    async (text) => {
      expect(await ask(text)).toMatchObject({ ids: idsOf('knife'), understood: 'ވަޅި' })
    },
  )

  test('an English word is not read as the Dhivehi word that it sounds like, nor corrected to a name', async () => {
    expect((await ask('land')).ids).toEqual(idsOf('land'))
    expect((await ask('can')).understood).toBeNull()
    const robbery = await ask('robbery')
    expect(robbery).toMatchObject({ understood: 'ފޭރުން، ވައްކަން', suggestion: null })
    expect(robbery.ids).not.toContain(cases.get('robert'))
  })

  test.each([
    ['miskiy', 'mosque'],
    ['masakkaih', 'work'],
    ['amerika', 'america'],
    ['hilmy', 'hilmy'],
    ['afdhal', 'hilmy'],
    ['shukry', 'shukry'],
  ])('a usual Latin spelling finds its word: %s', async (text, name) => {
    expect((await ask(text)).ids).toEqual(idsOf(name))
  })
})

describe('an English word of several senses', () => {
  const holding: number[] = []
  let held = 0
  let often = 0
  beforeAll(async () => {
    held = await library.addCase({ title: 'ޑްރަގް ގެންގުޅުން', text: ['މައްސަލަ'], closed_date: '2001-01-01' })
    often = await library.addCase({ text: ['ބޭނުންކުރުން ބޭނުންކުރުން ބޭނުންކުރުން'], closed_date: '2002-01-01' })
    for (let one = 0; one < 14; one += 1)
      holding.push(
        await library.addCase({
          title: 'މިލްކުވެރިކަން',
          text: ['މިލްކު މިލްކުވެރިކަން'],
          closed_date: `20${10 + one}-01-01`,
        }),
      )
  })

  test('the first ten have a case of each sense that is in a title, or else often in a text, though another sense fills them', async () => {
    const { ids, count, understood } = await ask('possession')
    expect(count).toBe(16)
    expect(ids.slice(0, 10)).toEqual(expect.arrayContaining([held, often, holding.at(-1)]))
    expect(holding).toContain(ids[0])
    expect(understood).toContain('ގެންގުޅުން')
  })

  test('the lead of a sense is a case of the filter', async () => {
    const query = { ...queryOf('possession'), years: [2001, 2012] }
    const { ids } = await library.index.searchCases(query, paging)
    expect(new Set(ids)).toEqual(new Set([held, holding[2]]))
  })

  test('quotes, NOT and a second term leave the further senses out', async () => {
    for (const text of ['"possession"', '-possession ޙުކުމް', 'possession evidence'])
      expect((await ask(text)).understood ?? '', text).not.toContain('ގެންގުޅުން')
    expect(await found('މައްސަލަ -possession')).toContain(held)
  })
})

describe('a further sense that stands in many texts', () => {
  let library: SmallLibrary
  let [titled, owned] = [0, 0]
  beforeAll(async () => {
    library = await openSmallLibrary()
    for (let one = 0; one < 12; one += 1) await library.addCase({ text: ['ތަކެތި އަދި އަމާނާތް'] })
    titled = await library.addCase({ title: 'ގޭގެ ތަކެތި', text: ['މައްސަލަ'] })
    owned = await library.addCase({ text: ['މިލްކުވެރިކަން'] })
    await library.index.waitForRefresh()
  })
  afterAll(() => library.close())
  const ask = (text: string) => library.index.searchCases(queryOf(text), paging)

  test('a frequent further sense matches in a title, not in a text; the count, the page and the facets agree', async () => {
    const { ids, count, fullCount } = await ask('possession')
    expect(new Set(ids)).toEqual(new Set([owned, titled]))
    expect([count, fullCount]).toEqual([2, 2])
    const { year } = await library.index.countFacets(queryOf('possession'), { unpublished: false })
    expect(year).toEqual([[2020, 2]])
  })

  test('a frequent further sense matches in a text when nothing else matches', async () => {
    expect((await ask('trust')).count).toBe(12)
  })

  test('an expression of a further sense is highlighted as a whole, a usual one word by word', async () => {
    const { marks } = await ask('possession')
    expect(marks).toContain('އަތުގައި އޮތުން')
    expect(marks).not.toContain('އަތުގައި')
    expect((await ask('lease agreement')).marks).toEqual(['ކުލީގެ', 'އެއްބަސްވުން'])
  })
})

test('a word typed with the Thaana keyboard off is read by its keys', async () => {
  expect((await ask('mawqsala')).ids).toContain(ids.rent)
  expect(await ask('mawqsala')).toMatchObject({ understood: 'މައްސަލަ' })
  expect(await ask('Hukumq')).toMatchObject({ ids: [ids.rent], understood: 'ޙުކުމް' })
  expect(await ask('theft mawqsala')).toMatchObject({ ids: [ids.rent] })
})

test('a Latin word with a doubled q is read by its sound, because its keys would type two vowel signs on a letter', async () => {
  const rights = await library.addCase({ text: ['ކުއްޖާ ބެލުމުގެ ޙައްޤު'] })
  await library.addCase({ text: ['ހަ އަހަރު'] })
  for (const typed of ['haqqu', 'haqq'])
    expect(await ask(typed), typed).toMatchObject({ ids: [rights], understood: 'ޙައްޤު' })
})
