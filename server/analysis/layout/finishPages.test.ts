import { expect, test } from 'vitest'
import { buildLine, buildPage } from '#test/analysisPages.ts'
import { finishPages } from './finishPages.ts'

test('small type at the end of a file of one page is its foot, also above the number of the page', () => {
  const page = buildPage(1, ['ސިވިލް ކޯޓު', 'ޙުކުމް އިއްވުނީއެވެ', 'މިއީ އާންމު ލިޔުމެކެވެ'])
  const foot = { ...buildLine('ސިވިލް ކޯޓު، މާލެ', 3), box: { x: 200, y: 765, width: 170, height: 10 } }
  const number = { ...buildLine('1 / 1', 4), box: { x: 290, y: 790, width: 16, height: 10 } }
  const [finished] = finishPages([{ ...page, lines: [...page.lines, foot, number] }])
  expect(finished?.lines.map(({ role }) => role)).toStrictEqual(['body', 'body', 'body', 'footer', 'page-number'])
})

test('a paragraph whose line is broken after an opening bracket has no space there', () => {
  const page = buildPage(1, ['މެއިލް (', 'info@example.mv) އަށެވެ'])
  const lines = page.lines.map((line, index) => ({ ...line, starts_paragraph: index === 0 }))
  expect(finishPages([{ ...page, lines }])[0]?.text).toBe('މެއިލް (info@example.mv) އަށެވެ')
})

test('a foot is found also when its two sides are one line on one page and two on another', () => {
  const feet = [['1 / 2', 'ސިވިލް ކޯޓު، މާލެ'], ['2 / 2 ސިވިލް ކޯޓު، މާލެ']] // prettier-ignore
  const pages = feet.map((texts, index) => {
    const page = buildPage(index + 1, [`ޙުކުމް ${'ހށ'.charAt(index)}`, 'އިއްވުނީއެވެ'])
    const foot = texts.map((text, at) => ({
      ...buildLine(text, 3),
      box: { x: 400 - at * 200, y: 790, width: 60, height: 10 },
    }))
    return { ...page, lines: [...page.lines, ...foot] }
  })
  const roles = finishPages(pages).map(({ lines }) => lines.slice(2).map(({ role }) => role))
  expect(roles).toStrictEqual([['page-number', 'footer'], ['footer']])
})

test('a running head is found also when the text at its height differs from page to page', () => {
  const pages = ['އެއް ބާބު', 'ދެ ފަޞްލު', 'ތިން ނުކުތާ'].map((varying, index) => {
    const page = buildPage(index + 1, [`ޙުކުމް ${'ހށނ'.charAt(index)}`, 'އިއްވުނީއެވެ'])
    const head = ['ސިވިލް ކޯޓު', varying].map((text, at) => ({
      ...buildLine(text, 3),
      box: { x: 400 - at * 200, y: 30, width: 60, height: 10 },
    }))
    return { ...page, lines: [...head, ...page.lines] }
  })
  const roles = finishPages(pages).map(({ lines }) => lines.slice(0, 2).map(({ role }) => role))
  expect(roles).toStrictEqual(pages.map(() => ['header', 'body']))
})
