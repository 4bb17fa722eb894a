import { expect, test } from 'vitest'
import { matchPhrase } from './stemPhrase.ts'

const found = (phrase: string, text: string) =>
  matchPhrase(phrase)(text).map(({ start, end }) => text.slice(start, end))

test('a phrase is found in its inflections, and only where its words follow each other in one paragraph', () => {
  expect(found('ޤާނޫނީ ވަކީލު', 'އެ ޤާނޫނީ ވަކީލުގެ ފަރާތުން')).toEqual(['ޤާނޫނީ ވަކީލުގެ'])
  expect(found('ޤާނޫނީ ވަކީލު', 'ޤާނޫނީ މި ވަކީލު')).toEqual([])
  expect(found('ޤާނޫނީ ވަކީލު', 'ޤާނޫނީ\nވަކީލު')).toEqual([])
})

test('each name of a phrase with several names is found, the longest first', () => {
  expect(found('ވަކީލު، ޤާނޫނީ ވަކީލު', 'ޤާނޫނީ ވަކީލު އަދި ވަކީލު')).toEqual(['ޤާނޫނީ ވަކީލު', 'ވަކީލު'])
})
