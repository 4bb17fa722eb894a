import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSmallLibrary, type SmallLibrary } from '#test/searchIndex.ts'

/** Words match in every spelling and inflection, names in every spelling, and quoted words exactly. */

let library: SmallLibrary
const cases: Record<string, number> = {}
beforeAll(async () => {
  library = await openSmallLibrary()
  for (const word of ['ޙުކުމެއް', 'ޙުކުމަކީ', 'ކޯޓުގެ', 'މީހުންނަށް'])
    cases[word] = await library.addCase({ text: [`މި ލިޔުމުގައި ${word} އެވެ.`] })
  cases['naming'] = await library.addCase({ claimant: 'އިބްރާހީމް ޙުސައިން', respondant: 'ޢަލީ މުޙައްމަދު|Ocean Trade Pvt Ltd' })
  cases['plain'] = await library.addCase({ title: 'ދަރަނި އަދާކުރުން', text: ['ހުއްޖަތް'] })
  cases['citing'] = await library.addCase({ text: ['މި މައްސަލައަކީ 2013/HC-A/80ގެ ޙުކުމެވެ.'] })
  cases['citing in the other order'] = await library.addCase({ text: ['80/HC-A/2013 އަދި 12.5.2020ގައި'] })
  cases['joined'] = await library.addCase({ text: ['42ވަނަ މާއްދާއާއި މާއްދާ 5ގެ'] })
  cases['dotted'] = await library.addCase({ title: 'ދަރަނި', text: ['ޙުއްޖަތް'] })
})
afterAll(() => library.close())

const found = async (text: string) => new Set(await library.ids(text))
const named = (...names: string[]) => new Set(names.map((name) => cases[name]))

describe('a word', () => {
  test.each([
    ['ޙުކުމް', ['ޙުކުމެއް', 'ޙުކުމަކީ']],
    ['ހުކުމުގެ', ['ޙުކުމެއް', 'ޙުކުމަކީ']],
    ['ކޯޓް', ['ކޯޓުގެ']],
    ['މީހުން', ['މީހުންނަށް']],
  ])('the word %s is found in its inflections and spellings', async (word, wanted) => {
    const ids = await found(word)
    for (const name of wanted) expect(ids, name).toContain(cases[name])
  })

  test('a quoted word matches its exact spelling only', async () => {
    expect(await found('"ޙުކުމް ނިންމުން"')).toEqual(new Set())
    expect(await found('"ޙުއްޖަތް"')).toEqual(named('dotted'))
    expect(await found('"ހުއްޖަތް"')).toEqual(named('plain'))
    expect(await found('ހުއްޖަތް')).toEqual(named('plain', 'dotted'))
  })
})

test.each(['الشريعة', 'شريعة', 'حكم w/3 قضائي', 'الحكم w/1 القضائي', 'قضاء* w/9 شريعة'])(
  'Arabic words are found with and without the article and the letters before it by %s',
  async (text) => {
    const id = await library.addCase({ text: ['صدر الحكم القضائي والشريعة وللقضاء'] })
    expect(await found(text)).toContain(id)
  },
)

describe('a name', () => {
  test.each(['އިބްރާހީމް ޙުސައިން', 'އިބުރާހީމް ހުސައިން', 'އިބްރާހީމް ޙުސައިންގެ', 'މުހައްމަދު', 'ocean trade'])(
    'a name is found by %s',
    async (text) => {
      expect(await found(text)).toEqual(named('naming'))
    },
  )

  test.each(['Ibrahim', 'Mohamed', 'Ali Mohamed', 'Hussain'])(
    'a name is found by its phonetic key: %s',
    async (text) => {
      expect(await found(text)).toEqual(named('naming'))
    },
  )

  test('a name is never stemmed', async () => {
    const id = await library.addCase({ claimant: 'ޢަލީގެ' })
    expect(await library.ids('ޢަލީ')).not.toContain(id)
  })
})

describe('a number', () => {
  test.each(['2013/HC-A/80', 'ޤަޟިއްޔާ ނަންބަރު: 2013/HC-A/80', 'No. 80/HC-A/2013', '2013/HC-A/80އަށް'])(
    'the cases that cite a number in either order are found by %s',
    async (text) => {
      expect(await found(text)).toEqual(named('citing', 'citing in the other order'))
    },
  )

  test.each(['2013/HCA/80', 'HC-A No. 80 of 2013', 'HCA80/2013', '2013/HC-A/080', 'HCA/80', '80/HC-A'])(
    'the cases that cite a number are found by its other form %s',
    async (text) => {
      expect(await found(text)).toEqual(named('citing', 'citing in the other order'))
    },
  )

  test('the cases that cite a number in one word are found by its form with a hyphen', async () => {
    const id = await library.addCase({ text: ['ޙުކުމް 2015/HCB/7 އަދި 94/JC-2/55'] })
    expect(await library.ids('7/HC-B/2015')).toEqual([id])
    expect(await library.ids('55/JC2/1994')).toEqual([id])
  })

  test('a statute is found in either order of its number and year', async () => {
    const law = await library.addCase({ text: ['ޤާނޫނު ނަންބަރު 9/2014ގެ ދަށުން'] })
    const other = await library.addCase({ text: ['ޤާނޫނު ނަންބަރު 2014/9 ގެ ދަށުން'] })
    for (const text of ['ޤާނޫނު AND 9/2014', 'ޤާނޫނު AND 2014/9', 'ޤާނޫނު AND 2014/9ގެ', 'ނަންބަރު w/2 9/2014'])
      expect(await found(text), text).toEqual(new Set([law, other]))
    expect(await found('"2014/9"')).toEqual(new Set([other]))
  })

  test('a day in digits is found however a text writes it', async () => {
    const days = ['17/5/2021', '17.05.2021', '2021-05-17', '17 މެއި 2021ގައި', '17 މޭ 2021', '17 May 2021'] // prettier-ignore
    const ids = []
    for (const day of days) ids.push(await library.addCase({ text: [`${day} އެވެ.`] }))
    await library.addCase({ text: ['18/5/2021 އަދި 17/6/2021'] })
    const typed = ['17/5/2021', '17.05.2021', '2021-05-17', '17 May 2021', '17th may 2021', 'May 17, 2021']
    for (const text of typed) expect(await found(text), text).toEqual(new Set(ids))
    expect(await found('May 2021')).toEqual(new Set(ids.slice(3)))
    // Each of its words, but not the day.
    await library.addCase({ text: ['2021 ގެ މޭ މަހު 17 މީހުން އެވެ.'] })
    for (const text of ['17 މޭ 2021', '17 މޭ 2021ގައި', '2021 މޭ 17', 'މޭ 17، 2021', 'އެވެ AND 17 މެއި 2021'])
      expect(await found(text), text).toEqual(new Set(ids))
    expect(await found('އެވެ -"17 May 2021" May 2021')).toEqual(new Set(ids.slice(3, 5)))
  })

  test.each(['42 AND ވަނަ AND މާއްދާ', '42ވަނަ AND މާއްދާ', 'މާއްދާ AND 5', 'މާއްދާ w/1 5', 'މާއްދާ AND 5އަށް', '"42 ވަނަ"'])(
    'a number joined to the next word is found by %s',
    async (text) => {
      expect(await found(text)).toEqual(named('joined'))
    },
  )

  test('a number of several parts is found with a case suffix', async () => {
    expect(await found('12.5.2020')).toEqual(named('citing in the other order'))
  })
})
