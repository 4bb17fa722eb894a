import { expect, test } from 'vitest'
import { toHighlightQuery } from '#shared/text/query/highlightQuery.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
import { findAnswers, findSnippetsIn, type SnippetSource, sourceOf } from './snippets.ts'

const judgment = (lines: readonly string[], footnote = '') =>
  sourceOf({
    content: [{ insert: lines.map((line) => `${line}\n`).join('') }],
    footnotes: footnote === '' ? [] : [{ key: 'a', content: footnote }],
  })
const filler = 'ލިޔުން '.repeat(30).trim()
const passages = (source: SnippetSource, query: string) =>
  findSnippetsIn(source, toHighlightQuery(parseQuery(query))).map(({ paragraph, pieces }) => ({
    paragraph,
    marked: pieces.filter((piece) => piece.marked).map((piece) => piece.text),
  }))

test('each passage has the number of its paragraph, in the order of the text', () => {
  const content = judgment([filler, '', `${filler} އެއްބަސްވުމުގެ ދަށުން`, filler, `${filler} ޙުކުމް ކުރެވުނު`])
  expect(passages(content, 'ހުކުމް އެއްބަސްވުން')).toEqual([
    { paragraph: 2, marked: ['އެއްބަސްވުމުގެ'] },
    { paragraph: 4, marked: ['ޙުކުމް'] },
  ])
})

test('the paragraph with the most terms is preferred to paragraphs with fewer', () => {
  const content = judgment([`${filler} ޙުކުމް`, `${filler} އެއްބަސްވުން`, `${filler} އެއްބަސްވުން ޙުކުމް ދަރަނި`])
  expect(passages(content, 'ހުކުމް އެއްބަސްވުން ދަރަނި').map(({ paragraph }) => paragraph)).toContain(3)
})

test('the words of a proximity query are highlighted only where they are near each other', () => {
  const content = judgment([`${filler} ޙުކުމް`, `${filler} ޙުކުމް އެއްބަސްވުން`, `${filler} އެއްބަސްވުން`])
  const near = { paragraph: 2, marked: ['ޙުކުމް', 'އެއްބަސްވުން'] }
  expect(passages(content, 'ހުކުމް w/2 އެއްބަސްވުން')).toEqual([near])
  expect(passages(content, 'ހުކުމް އެއްބަސްވުން').length).toBeGreaterThan(1)
})

test('a passage of a footnote has the number of the footnote, and follows the paragraphs', () => {
  const content = judgment([filler, '', filler], 'ދަރަނި އަދާކުރުން')
  expect(findSnippetsIn(content, toHighlightQuery(parseQuery('ދަރަނި')))).toMatchObject([
    { paragraph: 3, printed: null, footnote: 1 },
  ])
})

test('a judgment without a match shows its beginning, and one without letters nothing', () => {
  expect(passages(judgment(['ޙުކުމް', filler]), 'ދަރަނި')).toEqual([{ paragraph: 2, marked: [] }])
  expect(passages(judgment(['', ' ']), 'ދަރަނި')).toEqual([])
})

const answers = (sources: readonly SnippetSource[], question: string) =>
  findAnswers(sources, toHighlightQuery(parseQuery(question))).map((found) => found.map(({ paragraph }) => paragraph))

test('a question is answered first by the paragraph of each judgment with the rarer words of its topic', () => {
  const rent = judgment([`${filler} ކުލި ކުލި ކުލި`, `${filler} ކުލި ދައްކަންޖެހޭ ސުންގަޑި`, `މި ކުލި ${filler}`])
  const other = judgment([`${filler} ކުލި`, `${filler} މި އެއީ ކޮން`])
  expect(answers([rent, other], 'މި ކުލި ދެއްކުމުގެ ސުންގަޑި އަކީ ކޮން އެއްޗެއް؟')).toEqual([[2, 1, 3], [1]])
})

test('a heading with the topic is not preferred to the paragraph that says more of it', () => {
  const content = judgment(['ކުލި', `ކުލި ${'ލިޔުން '.repeat(15)}ކުލި ކުލި`, filler.repeat(5)])
  expect(answers([content], 'ކުލި ނުދެއްކުމަކީ ކޮންކަހަލަ ކަމެއް؟')[0]?.[0]).toBe(2)
})

test('a judgment without a word of the question shows its beginning', () => {
  expect(answers([judgment(['ޙުކުމް', filler]), judgment([])], 'ކުލި ދެއްކުން ކޮބާ؟')).toEqual([[2], []])
})
