import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText } from '#shared/text/language/fold.ts'
import { codePoint } from '#test/codePoint.ts'
import { toHighlightQuery } from './highlightQuery.ts'
import { parseQuery } from './parse.ts'

const terms = (text: string) => toHighlightQuery(parseQuery(text)).terms.map(({ words }) => words.join(' '))

test('each word of a query is a term, and a quoted phrase is one term', () => {
  expect(terms('ޙުކުމް "ދަޢުވާ ލިބޭ ފަރާތް" ކޯޓު')).toEqual([foldText('ޙުކުމް'), foldText('ދަޢުވާ ލިބޭ ފަރާތް'), 'ކޯޓު'])
})

test('a case number is one term for each form in which texts cite it', () => {
  const whole = ['2013 hc a 80', '80 hc a 2013', 'hc a 2013 80', '2013 hca 80', '80 hca 2013', 'hca 2013 80']
  expect(terms('2013/HC-A/80')).toEqual(whole)
  expect(new Set(terms('2013/HCA/080'))).toEqual(new Set(['2013 hca 080', ...whole]))
  expect(terms('HC-A No. 80 of 2013')).toEqual(['hc a 80 2013', ...whole])
  expect(terms('55/JC-2/94')).toContain('55 jc 2 1994')
  expect(terms('80/HC-A')).toEqual(['80 hc a', 'hc a 80', '80 hca', 'hca 80'])
  expect(terms('CVC/877')).toEqual(['cvc 877', '877 cvc', 'cv c 877', '877 cv c'])
  expect(terms('court-80')).toEqual(['court 80'])
})

test('a case number is one term for each hyphen that its court may write in the code', () => {
  expect(terms('2019/TATCAG/12')).toEqual(expect.arrayContaining(['2019 tat cag 12', '2019 tat ca g 12']))
  expect(terms('12/CVCHD/2019')).toEqual(expect.arrayContaining(['12 cv chd 2019', '12 cv c hd 2019']))
  expect(terms('P7CAIU/2024/1')).toEqual(expect.arrayContaining(['p7c aiu 2024 1', 'p7c a iu 2024 1']))
})

test('a case number whose serial has a letter is one term for each way to divide them', () => {
  expect(terms('12A/Cv-C/2019')).toEqual(
    expect.arrayContaining(['12a cv c 2019', '2019 cv c 12a', '2019 cv c 12 a', 'cv c 2019 12a']),
  )
  expect(terms('HC-RNM/2016/27(NR)')).toEqual(
    expect.arrayContaining(['2016 hc rnm 27 nr', '27 nr hc rnm 2016', '2016 hc rnm 27nr']),
  )
})

test('a statute is one term for each order of its number and year', () => {
  expect(terms('9/2014')).toEqual(['9 2014', '2014 9'])
  expect(terms('2014/9ގެ')).toEqual(['2014 9ގެ', '2014 9', '9 2014'])
  expect(terms('09/2014')).toEqual(['09 2014', '2014 09', '9 2014', '2014 9'])
  for (const chunk of ['10.30', '1,500', 'a/2014', '"9/2014"', '12345/2014'])
    expect(terms(chunk), chunk).toHaveLength(1)
})

test('a card highlights the first words and numbers of a query in all of their forms', () => {
  const onCard = (text: string) => toHighlightQuery(parseQuery(text), 3)
  const days = onCard('3/4/2021 އަދި 5/4/2021 ވައްކަން')
  expect(days.terms.map(({ words }) => words.join(' '))).toEqual(
    expect.arrayContaining(['3 4 2021', '2021 04 03', '5 4 2021', '2021 04 05', foldText('ވައްކަން')]),
  )
  expect(onCard('2021-04-03 w/9 5/4/2021').near).toHaveLength(1)
  expect(onCard('aa bb aa cc dd').terms.map(({ words }) => words[0])).toEqual(['aa', 'bb', 'cc'])
  expect(onCard('aa bb cc dd w/5 aa').near).toEqual([])
})

test('a day is one term for each form, with and without each zero', () => {
  const forms = terms('3/4/2021')
  for (const form of ['3 4 2021', '03 04 2021', '3 04 2021', '03 4 2021', '2021 04 03', '2021 4 3', '2021 04 3'])
    expect(forms).toContain(form)
  for (const form of ['3 april 2021', '03 april 2021', 'april 3 2021', 'april 03 2021']) expect(forms).toContain(form)
  expect(terms('17/11/2021').filter((form) => /^[\d ]+$/.test(form))).toEqual(['17 11 2021', '2021 11 17'])
})

test('an unclosed quote ends at the end of the query', () => {
  expect(terms('“ނަފްރަތު ކުރުން')).toEqual([foldText('ނަފްރަތު ކުރުން')])
})

test.each(['', ' ', '"', '""""', '" "', '* ( ) : ^ - + " \'', '\u202e\u200f\u2067', '،؛؟', '«»“”', '!!!', '_'])(
  'the query “%s” has no terms',
  (text) => {
    expect(terms(text)).toEqual([])
  },
)

test('a repeated word is one term', () => {
  expect(terms('ޙުކުމް ހުކުމް "ޙުކުމް"')).toHaveLength(1)
})

test('a query of 10,000 letters is parsed into terms', () => {
  expect(terms('ކަ '.repeat(3334))).toEqual(['ކަ'])
  expect(terms('ކ'.repeat(10_000))).toEqual(['ކ'.repeat(10_000)])
})

test('the terms of any query are folded words', () => {
  const texts = fc.oneof(
    fc.string({ unit: codePoint, maxLength: 80 }),
    fc.string({ unit: fc.constantFrom(...Array.from('"\'*():^-+{}\\ANDORNOT ކަުﷲ\u202e\0')), maxLength: 60 }),
  )
  fc.assert(
    fc.property(texts, (text) => {
      for (const { words } of toHighlightQuery(parseQuery(text)).terms) {
        expect(words.length).toBeGreaterThan(0)
        for (const word of words) expect(word).toMatch(/^[\p{L}\p{M}\p{N}]+$/u)
      }
    }),
    { numRuns: 1000 },
  )
})
