import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFili } from '#shared/text/language/fold.ts'
import { isCourtCode } from '#shared/text/caseNumbers/courtCodes.ts'
import { createHighlighter } from './highlighter.ts'

const highlightedIn = (text: string, q: string, marks: readonly string[] = []) =>
  createHighlighter(
    q,
    marks,
    isCourtCode,
  )(text)
    .filter(({ marked }) => marked)
    .map((piece) => piece.text)

test('a name or a title is highlighted in every spelling and inflection', () => {
  expect(highlightedIn('ޝަރުޢީ ޙުކުމުގެ ބަޔާން', 'ހުކުމް')).toEqual(['ޙުކުމުގެ'])
  expect(highlightedIn('Burden of proof in courts', 'court BURDEN')).toEqual(['Burden', 'courts'])
  expect(highlightedIn('عبء الإثبات', 'الاثبات')).toEqual(['الإثبات'])
})

test('words added by the server are highlighted, excluded words are not', () => {
  expect(highlightedIn('ޙުކުމް އަދި ޤާޟީ', 'hukum', ['ހުކުމް'])).toEqual(['ޙުކުމް'])
  expect(highlightedIn('ޙުކުމް އަދި ޤާޟީ', 'ޙުކުމް NOT ޤާޟީ')).toEqual(['ޙުކުމް'])
  expect(highlightedIn('ޙުކުމް އަދި ޤާޟީ', '')).toEqual([])
})

test('an expression added by the server is highlighted only as a whole, in any inflection', () => {
  const marks = ['އަތުގައި އޮތުން']
  expect(highlightedIn('އަތުގައި އޮތުމުގެ މައްސަލަ', 'possession', marks)).toEqual(['އަތުގައި އޮތުމުގެ'])
  expect(highlightedIn('އޭނާގެ އަތުގައި ވަޅިއެއް', 'possession', marks)).toEqual([])
})

test('a quoted phrase highlights adjacent words in their exact form', () => {
  expect(highlightedIn('ޝަރުޢީ ޙުކުމް، ޙުކުމް', '"ޝަރުޢީ ޙުކުމް"')).toEqual(['ޝަރުޢީ ޙުކުމް'])
  expect(highlightedIn('ޝަރުޢީ ހުކުމް', '"ޝަރުޢީ ޙުކުމް"')).toEqual([])
})

test('highlighting loses no letter and separates none from its vowel sign', () => {
  const textArbitrary = fc.string({ unit: fc.constantFrom('ހ', 'ު', 'ކ', 'މ', 'ް', ' ', 'a', 'b'), maxLength: 30 })
  fc.assert(
    fc.property(textArbitrary, textArbitrary, (text, q) => {
      const pieces = createHighlighter(q, [], isCourtCode)(text)
      expect(pieces.map((piece) => piece.text).join('')).toBe(text)
      for (const [index, piece] of pieces.entries())
        if (index > 0 && isFili(piece.text.charCodeAt(0))) expect(pieces[index - 1]?.text).toMatch(/[ a-b]$/)
    }),
  )
})
