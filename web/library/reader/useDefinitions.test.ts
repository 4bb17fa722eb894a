import { expect, test } from 'vitest'
import { buildDefinitionFinder } from './useDefinitions.ts'

const definitions = ['އެއްބަސްވުން', 'ވިޔަފާރީގެ އެއްބަސްވުން', 'ޙުކުމް', 'ރަށް'].map((dhivehi_phrase, index) => ({
  reference: String(index),
  dhivehi_phrase,
}))
const find = buildDefinitionFinder(definitions)
const foundIn = (text: string) => find(text).map(({ start, end }) => text.slice(start, end))

test('a phrase is found in other spellings and inflections, at its first place only', () => {
  expect(foundIn('މި ހުކުމުގައި އެއްބަސްވުމުގެ އަދި އެއްބަސްވުން')).toEqual(['ހުކުމުގައި', 'އެއްބަސްވުމުގެ'])
})

test('of two phrases at one place the longer one is found', () => {
  expect(foundIn('ވިޔަފާރީގެ އެއްބަސްވުމެއް')).toEqual(['ވިޔަފާރީގެ އެއްބަސްވުމެއް'])
})

test('a phrase is not found over the end of a paragraph', () => {
  expect(foundIn('ވިޔަފާރީގެ\nއެއްބަސްވުން')).toEqual(['އެއްބަސްވުން'])
})

test('a phrase of fewer than three letters is not found', () => {
  expect(foundIn('ރަށް')).toEqual([])
})
