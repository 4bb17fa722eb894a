import { expect, test } from 'vitest'
import { cssString, pageStyle } from './usePrintedPages.ts'

test('no title ends the string of a running head', () => {
  expect(cssString('a " \\ \n b')).toBe('"a \\22  \\5c  \\a  b"')
})

test('the running head of right-to-left text starts at the right', () => {
  const pages = { before: 'page ', pagesFirst: false, between: ' of ', after: '' }
  const style = pageStyle({ direction: 'rtl', head: { start: 'court', end: '1/A/2020' }, pages, foot: 'product' })
  expect(style).toMatch(/@top-right \{[^}]*content: "court";/)
  expect(style).toMatch(/@top-left \{[^}]*content: "1\/A\/2020";/)
  expect(style).toMatch(/@bottom-right \{[^}]*content: "page " counter\(page\) " of " counter\(pages\) "";/)
})
