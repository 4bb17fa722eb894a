import { expect, test } from 'vitest'
import { buildPage } from '#test/analysisPages.ts'
import { deltaOf } from './delta.ts'
import type { LineRole, Page } from './types.ts'

/** A page whose lines have the roles that are given by their indexes. */
function pageOf(number: number, texts: readonly string[], roles: Record<number, LineRole>): Page {
  const page = buildPage(number, texts)
  return { ...page, lines: page.lines.map((line, index) => ({ ...line, role: roles[index] ?? line.role })) }
}

/** A page whose first line goes on with the paragraph of the page before. */
const continued = ({ lines: [first, ...rest], ...page }: Page): Page => ({
  ...page,
  lines: first ? [{ ...first, starts_paragraph: false }, ...rest] : [],
})

/** The text with `[key]` for a footnote and `|` for the beginning of a page. */
const written = (pages: readonly Page[]) =>
  deltaOf(pages)
    .content.map(({ insert }) => {
      if (typeof insert === 'string') return insert
      return 'footnote' in insert ? `[${insert.footnote}]` : '|'
    })
    .join('')

test('a footnote without a marker stands at the end of its page when the paragraph goes on over the page', () => {
  const pages = [pageOf(1, ['އެއް', '1 ނޯޓް'], { 1: 'footnote' }), continued(buildPage(2, ['ދޭއް']))]
  expect(written(pages)).toBe('އެއް[p1n1] |ދޭއް\n')
})

test('a footnote without a marker stands in the last cell of a page that has only a table', () => {
  const page = pageOf(1, ['އެއް', 'ދޭއް', '1 ނޯޓް'], { 0: 'table', 1: 'table', 2: 'footnote' })
  expect(written([page])).toBe('އެއް\nދޭއް[p1n1]\n')
})

test('a footnote whose marker would be in the number of a paragraph stands at the end of its page', () => {
  const page = pageOf(1, ['1. އެއް ދޭއް', '1 ނޯޓް'], { 1: 'footnote' })
  const [numbered] = page.lines
  // The number is small and raised as a marker is.
  for (const word of numbered?.words.slice(0, 1) ?? []) Object.assign(word, { end: 1, box: { ...word.box, height: 5 } })
  expect(written([page])).toBe('އެއް ދޭއް[p1n1]\n')
})

test('a footnote whose marker stands in a running head is not lost', () => {
  const page = pageOf(1, ['ކޯޓު¹', 'އެއް', '1 ނޯޓް'], { 0: 'header', 2: 'footnote' })
  expect(written([page])).toBe('އެއް[p1n1]\n')
})

test('the footnotes of a page without other text stand at the end of the page before', () => {
  const pages = [buildPage(1, ['އެއް']), pageOf(2, ['1 ނޯޓް'], { 0: 'footnote' })]
  expect(written(pages)).toBe('އެއް[p2n1]\n')
})
