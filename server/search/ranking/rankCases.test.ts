import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { frequencyShares, leastFrequency, shareOfFrequency } from '#server/search/postings/scoringSignals.ts'
import { openSmallLibrary, type SmallLibrary } from '#test/searchIndex.ts'

/** The order of results by relevance. */

let library: SmallLibrary
beforeAll(async () => {
  library = await openSmallLibrary()
})
afterAll(() => library.close())

const filler = 'ލިޔުން ކިޔުން ހެދުން ގޮތް ކަންކަން މީހުން ތަންތަން ދުވަސް'.split(' ')
const paragraph = (words: string, length = 60) =>
  `${Array.from({ length }, (_, at) => filler[at % filler.length]).join(' ')} ${words}`

test('function words weigh nothing next to other words', async () => {
  const older = await library.addCase({ title: 'މި އެ', text: [paragraph('ބަނދަރު')], closed_date: '2010-01-01' })
  const newer = await library.addCase({ text: [paragraph('ބަނދަރު މި އެ')], closed_date: '2024-01-01' })
  expect(await library.ids('މި އެ ބަނދަރު')).toEqual([newer, older])
  expect(await library.ids('މި އެ')).toEqual([older, newer])
})

describe('a word', () => {
  test('a word as typed ranks before its inflections', async () => {
    const inflected = await library.addCase({ text: [paragraph('އެއްބަސްވުމުގެ')], closed_date: '2024-01-01' })
    const exact = await library.addCase({ text: [paragraph('އެއްބަސްވުން')], closed_date: '2010-01-01' })
    expect(await library.ids('އެއްބަސްވުން')).toEqual([exact, inflected])
  })

  test('a word as typed with dots ranks before its other spellings', async () => {
    const [text, other] = [
      await library.addCase({
        text: [paragraph('ޝަރުޠު')],
        closed_date: '2001-01-01',
        court: 'ދަށު ކޯޓު',
        level: 'magistrate',
      }),
      await library.addCase({ text: [paragraph('ޝަރުތު')], closed_date: '2024-01-01', court: 'މަތީ ކޯޓު', level: 'supreme' }),
    ]
    expect(await library.ids('ޝަރުޠު')).toEqual([text, other])
    expect(await library.ids('ޝަރުތު')).toEqual([other, text])
  })

  test('a word as typed without dots ranks before its other spellings if all else is equal', async () => {
    const plain = await library.addCase({ text: [paragraph('ޒައުފަރާން')] })
    const dotted = await library.addCase({ text: [paragraph('ޒަޢުފަރާން')] })
    expect(await library.ids('ޒައުފަރާން')).toEqual([plain, dotted])
    expect(await library.ids('ޒަޢުފަރާން')).toEqual([dotted, plain])
  })

  test('a title ranks before keywords, and keywords before the text', async () => {
    const [text, keywords, title] = [
      await library.addCase({ text: [paragraph('ދަރަނި')] }),
      await library.addCase({ keywords: 'ދަރަނި', text: [paragraph('')] }),
      await library.addCase({ title: 'ދަރަނި', text: [paragraph('')] }),
    ]
    expect(await library.ids('ދަރަނި')).toEqual([title, keywords, text])
  })

  test('a higher term frequency for the length of the text ranks first', async () => {
    const once = await library.addCase({ text: [paragraph('މުސާރަ', 200)] })
    const often = await library.addCase({ text: Array.from({ length: 8 }, () => paragraph('މުސާރަ', 20)) })
    expect(await library.ids('މުސާރަ')).toEqual([often, once])
  })
})

describe('several words', () => {
  test('adjacent words rank before the same words apart', async () => {
    const apart = await library.addCase({ text: [paragraph('ނަފަޤާ'), paragraph('ކުޑަކުދިން')], closed_date: '2024-01-01' })
    const near = await library.addCase({ text: [paragraph('ކުޑަކުދިންގެ ނަފަޤާ')], closed_date: '2010-01-01' })
    const together = await library.addCase({ text: [paragraph('ކުޑަކުދިން ނަފަޤާ')], closed_date: '2009-01-01' })
    expect(await library.ids('ކުޑަކުދިން ނަފަޤާ')).toEqual([together, near, apart])
  })

  test('a relaxed query ranks by idf: cases with the rarer word first', async () => {
    for (let number = 0; number < 5; number += 1) await library.addCase({ text: [paragraph('ކުއްޔަށް')] })
    const rare = await library.addCase({ text: [paragraph('ޢިމާރާތް')] })
    const found = await library.ids('ކުއްޔަށް ޢިމާރާތް')
    expect(found).toHaveLength(6)
    expect(found[0]).toBe(rare)
  })
})

test('the case with the number ranks before cases that cite it', async () => {
  const own = await library.addCase({ number: '77/Cv-C/2015', closed_date: '2015-06-01' })
  const cites = await library.addCase({
    title: '77/Cv-C/2015',
    text: [paragraph('77/Cv-C/2015')],
    closed_date: '2024-01-01',
  })
  expect(await library.ids('2015/Cv-C/77')).toEqual([own, cites])
})

test('of equal scores the higher court ranks first, then the newer case', async () => {
  const old = await library.addCase({ text: [paragraph('ޖޫރިމަނާ')], closed_date: '2001-01-01' })
  const young = await library.addCase({ text: [paragraph('ޖޫރިމަނާ')], closed_date: '2021-01-01' })
  const supreme = await library.addCase({
    text: [paragraph('ޖޫރިމަނާ')],
    closed_date: '2001-01-02',
    court: 'ސުޕްރީމް ކޯޓު',
    level: 'supreme',
  })
  expect(await library.ids('ޖޫރިމަނާ')).toEqual([supreme, young, old])
})

test('neither court nor age outweighs the text match', async () => {
  const about = await library.addCase({ title: 'ވަރި', text: [paragraph('ވަރި ވަރި')], closed_date: '1996-01-01' })
  const mentions = await library.addCase({
    text: [paragraph('ވަރި')],
    closed_date: '2024-01-01',
    court: 'ސުޕްރީމް ކޯޓު',
    level: 'supreme',
  })
  expect(await library.ids('ވަރި')).toEqual([about, mentions])
})

test('the lowest frequency of a share has it, and the one below has not', () => {
  fc.assert(
    fc.property(fc.constantFrom(...frequencyShares), fc.nat({ max: 200_000 }), (share, length) => {
      const least = leastFrequency(share, length)
      expect(shareOfFrequency(least, length)).toBeGreaterThanOrEqual(share)
      expect(shareOfFrequency(least - 1, length)).toBeLessThan(share)
    }),
  )
})
