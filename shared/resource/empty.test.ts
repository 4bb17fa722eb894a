import { expect, test } from 'vitest'
import { isBlankHtml, isEmpty } from './empty.ts'

test('a text of spaces and invisible characters is empty', () => {
  for (const text of ['', ' \t\n', '\u200f\u200f', '\u200b', ' \u2060\ufeff ', '\u00ad', '\u3164'])
    expect(isEmpty(text)).toBe(true)
})

test('a text with a visible character is not empty', () => {
  for (const text of ['ކޯޓު', '\u200fa', '0', '-']) expect(isEmpty(text)).toBe(false)
})

test('null, undefined and an empty list are empty; false and 0 are not', () => {
  for (const value of [null, undefined, []]) expect(isEmpty(value)).toBe(true)
  for (const value of [false, 0, [1], {}]) expect(isEmpty(value)).toBe(false)
})

test('a judgment text is empty without a visible letter, a footnote, or a picture', () => {
  const textOf = (...content: object[]) => ({ content, footnotes: [], annotations: [] })
  for (const text of [textOf(), textOf({ insert: ' \n' }, { insert: { page_break: 2 } })])
    expect(isEmpty(text)).toBe(true)
  for (const insert of ['a\n', { footnote: 'a' }, { picture: { file: 1, alt: '' } }])
    expect(isEmpty(textOf({ insert }))).toBe(false)
})

test('rich text is blank without a visible letter and a picture, whatever is inside of its tags', () => {
  for (const html of ['', '<p></p>', '<P>&NBSP;</P>', '<b title="a">\u200b</b>']) expect(isBlankHtml(html)).toBe(true)
  for (const html of ['<p>a</p>', '<IMG src="a">', '<b <img src="a">', '<', '>']) expect(isBlankHtml(html)).toBe(false)
})
