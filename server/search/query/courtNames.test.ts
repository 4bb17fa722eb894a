import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseQuery } from '#shared/text/query/parse.ts'
import { fullMatches, openSmallLibrary, queryOf, type SmallLibrary } from '#test/searchIndex.ts'

/** Courts and judges are recognized by common names, and not only by those of the library. */

let library: SmallLibrary
let [high, civil]: [number, number] = [0, 0]
const judge = 'ޢަބްދުﷲ ޙަސަން'

beforeAll(async () => {
  library = await openSmallLibrary()
  high = await library.addCase({ court: 'ދިވެހިރާއްޖޭގެ ހައިކޯޓު', judges: [judge], claimant: 'މަރިޔަމް ނަސީމާ' })
  civil = await library.addCase({ court: 'ސިވިލް ކޯޓު', text: ['the court'] })
  await library.addCase({ court: 'ފެމިލީ ކޯޓު', published: false })
  await name('ދިވެހިރާއްޖޭގެ ހައިކޯޓު', 'High Court of the Maldives')
  await name('ސިވިލް ކޯޓު', 'Civil Court')
  await name('ފެމިލީ ކޯޓު', 'Family Court')
})
afterAll(() => library.close())

const name = (court: string, english: string) =>
  library.client.query('update courts set name_en = $2 where name = $1', [court, english])

const paging = { sort: 'relevance', page: 1, page_size: 12, unpublished: false } as const
const ask = async (text: string, unpublished = false) => {
  await library.index.waitForRefresh()
  return fullMatches(await library.index.searchCases(queryOf(text), { ...paging, unpublished }))
}

describe('a court', () => {
  test.each(['High Court', 'high court of the maldives', 'ހައިކޯޓު', 'ދިވެހިރާއްޖޭގެ ހައިކޯޓު', 'ހައިކޯޓުގެ', 'ހައިކޯޓަށް'])(
    'a court is recognized by %s',
    async (text) => {
      expect((await ask(text)).entity).toMatchObject({ kind: 'court', name: 'ދިވެހިރާއްޖޭގެ ހައިކޯޓު', count: 1 })
    },
  )

  test('a court is recognized by an inflected name of several words', async () => {
    expect((await ask('ސިވިލް ކޯޓުގެ')).entity).toMatchObject({ kind: 'court', name: 'ސިވިލް ކޯޓު' })
  })

  test('the cases of a court are found by its complete English name only', async () => {
    expect(await ask('high court')).toMatchObject({ ids: [high] })
    expect(await ask('Civil Court')).toMatchObject({ ids: [civil] })
    for (const text of ['"Civil Court"', '"Civil" -court']) expect((await ask(text)).ids, text).toEqual([])
  })

  test('a court with unpublished cases only is not returned to users who cannot read them', async () => {
    expect((await ask('Family Court')).entity).toBeNull()
    expect((await ask('Family Court')).ids).not.toContain(high)
    expect((await ask('Family Court', true)).entity).toMatchObject({ kind: 'court' })
  })

  test('a court is suggested once for the beginning of its English name', async () => {
    const { names } = await library.index.findCompletions(
      { parsed: parseQuery('civil'), keys: [] },
      { cases: false, phrases: false },
    )
    expect(names.map((one) => one.name)).toEqual(['ސިވިލް ކޯޓު'])
    const { names: both } = await library.index.findCompletions(
      { parsed: parseQuery('high'), keys: [] },
      { cases: false, phrases: false },
    )
    expect(both).toHaveLength(1)
  })
})

describe('a court of an island', () => {
  const island = 'ހދ. ކުޅުދުއްފުށީ މެޖިސްޓްރޭޓު ކޯޓު'
  const [north, south] = ['ރ. މީދޫ މެޖިސްޓްރޭޓު ކޯޓު', 'ސ. މީދޫ މެޖިސްޓްރޭޓު ކޯޓު']
  let [one, inNorth, inSouth]: [number, number, number] = [0, 0, 0]

  beforeAll(async () => {
    one = await library.addCase({ court: island })
    inNorth = await library.addCase({ court: north })
    inSouth = await library.addCase({ court: south })
    await name(island, 'HDh. Kulhudhuffushi Magistrate Court')
    await name(north, 'R. Meedhoo Magistrate Court')
    await name(south, 'S. Meedhoo Magistrate Court')
  })

  test.each([
    'ކުޅުދުއްފުށީ މެޖިސްޓްރޭޓު ކޯޓު',
    'ކުޅުދުއްފުށި ކޯޓު',
    'ކުޅުދުއްފުށީގެ ކޯޓުގައި',
    'ހދ. ކުޅުދުއްފުށި ކޯޓު',
    'Kulhudhuffushi Magistrate Court',
    'kulhudhufushi court',
    'HDh. Kulhudhuffushi court',
  ])('an island court is recognized by a common name: %s', async (text) => {
    expect((await ask(text)).entity).toMatchObject({ kind: 'court', name: island, count: 1 })
  })

  test('the cases of an island court are found by its English name without the atoll', async () => {
    for (const text of ['Kulhudhuffushi Magistrate Court', 'Kulhudhuffushi court'])
      expect((await ask(text)).ids, text).toEqual([one])
  })

  test('two courts with the same short name are not returned as an entity, and the cases of both are found', async () => {
    const { entity, ids } = await ask('Meedhoo Magistrate Court')
    expect([entity, ids.toSorted()]).toEqual([null, [inNorth, inSouth].toSorted()])
    expect((await ask('މީދޫ ކޯޓު')).entity).toBeNull()
    expect((await ask('ސ. މީދޫ ކޯޓު')).entity).toMatchObject({ name: south })
  })

  test('an island court is not recognized by its island alone, another rank, or more than its name', async () => {
    for (const text of ['ކުޅުދުއްފުށި', 'Kulhudhuffushi', 'civil magistrate court', 'ކުޅުދުއްފުށީ ކޯޓުގެ ޙުކުމް', 'ކޯޓު'])
      expect((await ask(text)).entity, text).toBeNull()
  })
})

describe('a judge', () => {
  beforeAll(() => library.addCase({ respondant: 'ނަސީމާ' }))

  test.each([`ފަނޑިޔާރު ${judge}`, `ޤާޟީ ${judge}`, `${judge}ގެ`, 'އަބްދުﷲ ހަސަނަށް', 'Judge Abdulla Hasan'])(
    'a judge is recognized by %s',
    async (text) => {
      expect((await ask(text)).entity).toMatchObject({ kind: 'judge', name: judge, count: 1 })
    },
  )

  test('a judge is not recognized by a part of the name, nor a party by the title of a judge', async () => {
    for (const text of ['ޢަބްދުﷲ', 'ޢަބްދުﷲ ޙަސަންބޭ', 'ނަސީމާގެ']) expect((await ask(text)).entity, text).toBeNull()
    expect((await ask('ފަނޑިޔާރު މަރިޔަމް ނަސީމާ')).entity).toBeNull()
    expect((await ask('މަރިޔަމް ނަސީމާގެ')).entity).toMatchObject({ kind: 'party' })
  })
})

test('a renamed court is not recognized by its old names', async () => {
  await name('ސިވިލް ކޯޓު', 'Court of Contracts')
  expect((await ask('Court of Contracts')).entity).toMatchObject({ name: 'ސިވިލް ކޯޓު' })
  await name('ސިވިލް ކޯޓު', 'Court of Claims')
  expect((await ask('Court of Contracts')).entity).toBeNull()
  await library.client.query(`update courts set name = 'މަދަނީ ކޯޓު' where name = 'ސިވިލް ކޯޓު'`)
  expect((await ask('މަދަނީ ކޯޓު')).entity).toMatchObject({ name: 'މަދަނީ ކޯޓު' })
  expect((await ask('Court of Claims')).entity).toMatchObject({ name: 'މަދަނީ ކޯޓު' })
  expect((await ask('ސިވިލް ކޯޓު')).entity).toBeNull()
})
