import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFili } from '#shared/text/fold.ts'
import { isCourtCode } from '#shared/text/courtCodes.ts'
import { buildMarker } from './marker.ts'

const markedIn = (text: string, q: string, marks: readonly string[] = []) =>
  buildMarker(
    q,
    marks,
    isCourtCode,
  )(text)
    .filter(({ marked }) => marked)
    .map((piece) => piece.text)

test('a name or a title is marked in every spelling and inflection', () => {
  expect(markedIn('ޝަރުޢީ ޙުކުމުގެ ބަޔާން', 'ހުކުމް')).toEqual(['ޙުކުމުގެ'])
  expect(markedIn('Burden of proof in courts', 'court BURDEN')).toEqual(['Burden', 'courts'])
  expect(markedIn('عبء الإثبات', 'الاثبات')).toEqual(['الإثبات'])
})

test('what was read into a query is marked, and what it leaves out is not', () => {
  expect(markedIn('ޙުކުމް އަދި ޤާޟީ', 'hukum', ['ހުކުމް'])).toEqual(['ޙުކުމް'])
  expect(markedIn('ޙުކުމް އަދި ޤާޟީ', 'ޙުކުމް NOT ޤާޟީ')).toEqual(['ޙުކުމް'])
  expect(markedIn('ޙުކުމް އަދި ޤާޟީ', '')).toEqual([])
})

test('words in quotes are marked side by side, as they are written', () => {
  expect(markedIn('ޝަރުޢީ ޙުކުމް، ޙުކުމް', '"ޝަރުޢީ ޙުކުމް"')).toEqual(['ޝަރުޢީ ޙުކުމް'])
  expect(markedIn('ޝަރުޢީ ހުކުމް', '"ޝަރުޢީ ޙުކުމް"')).toEqual([])
})

test('no letter is lost, and none is parted from its vowel', () => {
  const letters = fc.string({ unit: fc.constantFrom('ހ', 'ު', 'ކ', 'މ', 'ް', ' ', 'a', 'b'), maxLength: 30 })
  fc.assert(
    fc.property(letters, letters, (text, q) => {
      const pieces = buildMarker(q, [], isCourtCode)(text)
      expect(pieces.map((piece) => piece.text).join('')).toBe(text)
      for (const [index, piece] of pieces.entries())
        if (index > 0 && isFili(piece.text.charCodeAt(0))) expect(pieces[index - 1]?.text).toMatch(/[ a-b]$/)
    }),
  )
})
