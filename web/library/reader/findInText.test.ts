import { expect, test } from 'vitest'
import { isCodeAmong } from '#shared/text/courtCodes.ts'
import { bestOf, findInText, findSearched, firstIn } from './findInText.ts'

const find = (text: string, query: string) => findInText(text, query).map(({ start, end }) => text.slice(start, end))

test('a word is found in its other spellings and with its endings', () => {
  expect(find('ޙުކުމް، ހުކުމުގެ އަދި ކޯޓު', 'ހުކުމ')).toEqual(['ޙުކުމް', 'ހުކުމުގެ'])
  expect(find('ސިވިލް ކޯޓުގެ ކޯޓަށް', 'ކޯޓު')).toEqual(['ކޯޓުގެ', 'ކޯޓަށް'])
})

test('a word is found in every inflection, and its beginning while it is typed', () => {
  expect(find('ކައިވެންޏެއް، ކައިވެނި، ކާވެނީގެ', 'ކައިވެނި')).toEqual(['ކައިވެންޏެއް', 'ކައިވެނި', 'ކާވެނީގެ'])
  expect(find('މެންބަރުންގެ މަޖިލިސް', 'މެމްބަރު')).toEqual(['މެންބަރުންގެ'])
  expect(find('އިސްތިއުނާފުކުރި', 'އިސްތި')).toEqual(['އިސްތިއުނާފުކުރި'])
})

test('what is marked never ends between a letter and its vowel', () => {
  const text = 'މައްސަލަ މައްސަލައިގެ'
  for (const { end } of findInText(text, 'މައްސަލ')) expect(text.slice(end)).not.toMatch(/^\p{M}/u)
})

test('words in quotes are found side by side and as they are', () => {
  expect(find('ސިވިލް ކޯޓު ސިވިލް ކޯޓުގެ', '"ސިވިލް ކޯޓު"')).toEqual(['ސިވިލް ކޯޓު'])
})

test('the number of a case is one thing to find', () => {
  expect(find('މިއީ 2013/HC-A/80 އާއި 2013/HC-A/81 އެވެ', '2013/hc-a/80')).toEqual(['2013/HC-A/80'])
})

test('the number of a court that only this library has is one thing too, in both orders', () => {
  const text = 'މިއީ 13/QZT/2024، 2024/QZT/13 އަދި 13 ވަނަ ދުވަހު'
  const marked = (isCode: ReturnType<typeof isCodeAmong>) => {
    const cut = ({ start, end }: { start: number; end: number }) => text.slice(start, end)
    return [
      findInText(text, '13 qzt 2024', isCode),
      findSearched(text, { query: '13 qzt 2024', marks: [] }, isCode),
    ].map((found) => found.map(cut))
  }
  const both = ['13/QZT/2024', '2024/QZT/13']
  expect(marked(isCodeAmong(['qzt']))).toEqual([both, both])
  expect(marked(isCodeAmong([]))[1]).toEqual(['13', 'QZT', '2024', '2024', 'QZT', '13', '13'])
})

test('of two terms that begin at the same word the longer one is marked', () => {
  expect(find('ސިވިލް ކޯޓުގެ ޙުކުމް', 'ސިވިލް "ސިވިލް ކޯޓުގެ"')).toEqual(['ސިވިލް ކޯޓުގެ'])
})

test('a query that asks for nothing finds nothing', () => {
  expect(find('ކޯޓު', '  ')).toEqual([])
  expect(find('ކޯޓު', '"')).toEqual([])
  expect(find('', 'ކޯޓު')).toEqual([])
})

test('what was searched is marked as on its card: whole words, and every reading of what was typed in Latin letters', () => {
  const text = 'ޙުކުމް، ހުކުމުގެ، ހުކުރު އަދި hukum'
  const marked = (query: string, marks: string[]) =>
    findSearched(text, { query, marks }).map(({ start, end }) => text.slice(start, end))
  expect(marked('hukum', ['ހުކުމް', 'ހުކުރު'])).toEqual(['ޙުކުމް', 'ހުކުމުގެ', 'ހުކުރު', 'hukum'])
  expect(marked('ހުކު', [])).toEqual([])
  expect(find(text, 'ހުކު')).toEqual(['ޙުކުމް', 'ހުކުމުގެ', 'ހުކުރު'])
})

test('the best place is where the most of the words stand together', () => {
  const text = `ކުލި ${'އެކަން '.repeat(100)} ކުލި އެއްބަސްވުން`
  const found = findInText(text, 'ކުލި އެއްބަސްވުން')
  expect(found).toHaveLength(3)
  expect(bestOf(found)).toBe(1)
})

test('where nothing stands together the best place is the first', () => {
  expect(
    bestOf([
      { start: 0, end: 3, term: 0 },
      { start: 9, end: 12, term: 0 },
    ]),
  ).toBe(0)
  expect(bestOf([])).toBe(0)
})

test('of the places inside one paragraph the first is looked at', () => {
  const found = [0, 10, 20, 30].map((start) => ({ start, end: start + 5, term: 0 }))
  expect(firstIn(found, { start: 8, end: 40 })).toBe(1)
  expect(firstIn(found, { start: 32, end: 40 })).toBe(-1)
})
