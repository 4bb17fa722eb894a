import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSmallLibrary, queryOf, type SmallLibrary } from '#test/searchIndex.ts'

/** How names, other languages, and passages are interpreted as whole queries. */

let library: SmallLibrary
beforeAll(async () => {
  library = await openSmallLibrary()
})
afterAll(() => library.close())

const paging = { sort: 'relevance', page: 1, page_size: 12, unpublished: false } as const
const ask = async (text: string, unpublished = false) => {
  await library.index.waitForRefresh()
  return library.index.searchCases(queryOf(text), { ...paging, unpublished })
}

describe('a name as a whole', () => {
  beforeAll(async () => {
    await library.addCase({ court: 'ހައިކޯޓު', judges: ['ޢަބްދުﷲ ޙަސަން'], claimant: 'މަރިޔަމް ނަސީމާ' })
    await library.addCase({ court: 'ހައިކޯޓު', judges: ['ޢަބްދުﷲ ޙަސަން'], claimant: 'މަރިޔަމް ނަސީމާ', published: false })
    await library.addCase({ title: 'ހައިކޯޓުގެ ބަޔާން', claimant: 'ސިއްރު ފަރާތް', published: false })
  })

  test('the name of a court or a judge as the whole query returns the entity and finds its cases', async () => {
    expect((await ask('ހައިކޯޓު')).entity).toMatchObject({ kind: 'court', name: 'ހައިކޯޓު', count: 1 })
    expect((await ask('އަބުދުﷲ ހަސަން')).entity).toMatchObject({ kind: 'judge', name: 'ޢަބްދުﷲ ޙަސަން' })
  })

  test('the name of a party returns the entity in either script', async () => {
    for (const name of ['މަރިޔަމް ނަސީމާ', 'mariyam naseema'])
      expect((await ask(name)).entity).toEqual({ kind: 'party', id: null, name: 'މަރިޔަމް ނަސީމާ', count: 1 })
  })

  test('a name in unpublished cases only is not returned to users who cannot read them', async () => {
    expect((await ask('ސިއްރު ފަރާތް')).entity).toBeNull()
    expect((await ask('ސިއްރު ފަރާތް', true)).entity).toMatchObject({ kind: 'party', count: 1 })
  })

  test('the entity of a party counts the cases that its filter finds', async () => {
    for (const [claimant, respondant] of [
      ['ޝިފާޒު ވަޙީދު', ''],
      ['ޝިފާޒު ވަޙީދު ރަޝީދު', ''],
      ['ޝިފާޒު ނަޖީބު', 'ނަޢީމު ވަޙީދު'],
    ] as const)
      await library.addCase({ claimant, respondant })
    const { entity } = await ask('ޝިފާޒު ވަޙީދު')
    expect(entity).toMatchObject({ kind: 'party', name: 'ޝިފާޒު ވަޙީދު' })
    expect((await library.ids({ parties: ['ޝިފާޒު ވަޙީދު'] })).length).toBe(entity?.count)
  })

  test('a party is shown by its name as it was corrected', async () => {
    const id = await library.addCase({ claimant: 'ނާއިޒް ކަމާލް' })
    expect((await ask('ނާއިޒް ކަމާލް')).entity).toMatchObject({ kind: 'party', name: 'ނާއިޒް ކަމާލް' })
    await library.client.query(`update case_files set claimant = 'ނާޢިޒް ކަމާލް' where id = $1`, [id])
    expect((await ask('ނާއިޒް ކަމާލް')).entity).toMatchObject({ kind: 'party', name: 'ނާޢިޒް ކަމާލް', count: 1 })
  })

  test('a party of a published case keeps its spelling when an unpublished case has another one', async () => {
    await library.addCase({ claimant: 'ޝާއިރު ޢަބްދުލްޤާދިރު' })
    expect((await ask('ޝާއިރު އަބްދުލްގާދިރު')).entity).toMatchObject({ name: 'ޝާއިރު ޢަބްދުލްޤާދިރު' })
    const id = await library.addCase({ claimant: 'ޝާއިރު ޢަބްދުލްގާދިރު', published: false })
    expect((await ask('ޝާއިރު އަބްދުލްގާދިރު')).entity).toMatchObject({ name: 'ޝާއިރު ޢަބްދުލްޤާދިރު', count: 1 })
    await library.client.query('update case_files set published = true where id = $1', [id])
    expect((await ask('ޝާއިރު އަބްދުލްގާދިރު')).entity).toMatchObject({ name: 'ޝާއިރު ޢަބްދުލްގާދިރު', count: 2 })
  })

  test('a renamed judge is found by the new name only', async () => {
    await library.client.query(`update judges set name = 'ޙުސައިން ޝަރީފު'`)
    expect((await ask('ޙުސައިން ޝަރީފު')).entity).toMatchObject({ kind: 'judge' })
    expect((await ask('ޢަބްދުﷲ ޙަސަން')).entity).toBeNull()
  })
})

describe('Dhivehi in Latin letters', () => {
  test('a word in Latin letters is searched as the library words with its sound', async () => {
    const id = await library.addCase({ text: ['މި މައްސަލައަކީ ޣަޞްބުކުރުމުގެ މައްސަލައެއް', 'މުސާރަ ދިނުން'] })
    const { ids, understood, marks } = await ask('musaara')
    expect([ids, understood, marks]).toEqual([[id], 'މުސާރަ', ['މުސާރަ']])
  })

  test('a word of unpublished cases only is no transliteration', async () => {
    await library.addCase({ text: ['ޚަޒާނާގެ'], published: false })
    expect((await ask('khazaanaage')).understood).toBeNull()
    expect((await ask('khazaanaage', true)).understood).toBe('ޚަޒާނާގެ')
  })
})

describe('a phrase in another language', () => {
  let id: number
  beforeAll(async () => {
    id = await library.addCase({ text: ['ދަރީންގެ ޙަޟާނަތު ލިބެންޖެހޭ ފަރާތް'], number: '5/FC-C/2019' })
    await library.addPhrase({ dhivehi: 'ޙަޟާނަތު', english: 'custody', arabic: 'الحضانة', usedIn: '5/FC-C/2019' })
    await library.addPhrase({ dhivehi: 'ސިއްރު އިބާރާތް', english: 'unheard phrasing', published: false })
  })

  test.each(['custody', 'Custody', 'الحضانة', 'حضانة', 'الحضانه'])(
    'the phrase name %s finds the Dhivehi cases',
    async (text) => {
      expect(await ask(text)).toMatchObject({ ids: [id], understood: 'ޙަޟާނަތު' })
    },
  )

  test('an unpublished phrase is not expanded', async () => {
    expect(await ask('unheard phrasing')).toMatchObject({ ids: [], understood: null })
  })
})

describe('a passage', () => {
  const words = 'ދަޢުވާކުރާ ފަރާތުން އެދިފައިވަނީ އެއްބަސްވުމުގެ ދަށުން ދައްކަންޖެހޭ ފައިސާ އަދާކޮށްދިނުމަށް ކަމަށާއި އެކަން ކޯޓަށް ޘާބިތުކޮށްދީފައިވާ ކަމަށް ބެލެވޭ'
  const passage = Array.from({ length: 3 }, (_, round) => `${words} ބަޔާން${round}`).join(' ')

  test('a passage ranks its own case before cases with parts of it', async () => {
    const parts = await library.addCase({ text: [words], closed_date: '2024-01-01' })
    const whole = await library.addCase({ text: [passage], closed_date: '2001-01-01' })
    const { ids } = await ask(`${passage} އިތުރު ބަހެއް`)
    expect(ids[0]).toBe(whole)
    expect(ids).toContain(parts)
  })

  test('a passage with brackets, quotes and hyphens finds the case that it was copied from', async () => {
    const text = `${passage} 4 (ހަތަރެއް) އަހަރު ނުވަތަ (ފަހެއް) އަހަރު ނޫން "ޙައްޤު" (ނޫން ކ) -ދައުވާލިބޭ ފަރާތް`
    const id = await library.addCase({ text: [text] })
    expect(await ask(text)).toMatchObject({ ids: expect.arrayContaining([id]), relaxed: null })
  })
})
