import { expect, test } from 'vitest'
import { carryOver } from './carryOver.ts'

/** Carries the text between ⟦ and ⟧ over to another text; returns its state and its text there. */
function carry(marked: string, after: string) {
  const before = marked.replace(/[⟦⟧]/g, '')
  const [carried] = carryOver(before, after, [{ start: marked.indexOf('⟦'), end: marked.indexOf('⟧') - 1 }])
  if (!carried || carried.state === 'lost') return [carried?.state]
  return [carried.state, after.slice(carried.range.start, carried.range.end)]
}

const opening = 'މި މައްސަލައިގައި ދަޢުވާކުރާ ފަރާތުން ހުށަހެޅި ލިޔުންތަކަށް ބެލިއިރު'
const closing = 'ދަޢުވާލިބޭ ފަރާތުން އެކަން ދޮގުކޮށްފައެއް ނެތެވެ. އެހެންކަމުން މި ޙުކުމް ކުރީއެވެ.'

test('a note whose text is unchanged keeps its place when text before it grows', () => {
  const before = `${opening} ⟦ކުލި ދައްކަންޖެހޭ⟧ ކަމެއް. ${closing}`
  const after = `އައު ޖުމްލައެއް.\n${opening} ކުލި ދައްކަންޖެހޭ ކަމެއް. ${closing}`
  expect(carry(before, after)).toEqual(['placed', 'ކުލި ދައްކަންޖެހޭ'])
})

test('a note in which a word was replaced is moved, with the new word', () => {
  const before = `${opening} ⟦ކުލި މުޅިން ދައްކަންޖެހޭ⟧ ކަމެއް. ${closing}`
  const after = `${opening} ކުލި ފުރިހަމައަށް ދައްކަންޖެހޭ ކަމެއް. ${closing}`
  expect(carry(before, after)).toEqual(['moved', 'ކުލި ފުރިހަމައަށް ދައްކަންޖެހޭ'])
})

test('a note whose last word was replaced is moved, with the word in its place', () => {
  const before = `${opening} ⟦ކުލި މުޅިން ދެއްކި⟧ ކަމެއް. ${closing}`
  const after = `${opening} ކުލި މުޅިން ނުދެއްކި ކަމެއް. ${closing}`
  expect(carry(before, after)).toEqual(['moved', 'ކުލި މުޅިން ނުދެއްކި'])
})

test('a note of which one vowel sign was corrected is moved', () => {
  expect(carry(`${opening} ⟦ކުލި ދެއްކި⟧ ކަމެއް. ${closing}`, `${opening} ކުލި ދެއްކީ ކަމެއް. ${closing}`)[0]).toBe('moved')
})

test('a note whose text was deleted is lost, also when its words occur in another place', () => {
  const before = `${opening}.\n⟦ކުލި ދައްކަންޖެހޭ⟧ ކަމެއް ނޫނެވެ.\n${closing}`
  const after = `${opening}.\n${closing}\nއެހެން މައްސަލައެއްގައި ކުލި ދައްކަންޖެހޭ ގޮތްވިއެވެ.`
  expect(carry(before, after)).toEqual(['lost'])
})

test('a note of a paragraph that is now in another place is lost', () => {
  const paragraph = '⟦ކުލި ދައްކަންޖެހޭ⟧ ކަމެއް ނޫނެވެ.'
  const before = `${paragraph}\n${opening}\n${closing}`
  const after = `${opening}\n${closing}\n${paragraph.replace(/[⟦⟧]/g, '')}`
  expect(carry(before, after)).toEqual(['lost'])
})

test('of two equal words, of which one was deleted, a note on either is not placed', () => {
  expect(carry(`${opening} ⟦ކުލި⟧ ކުލި ${closing}`, `${opening} ކުލި ${closing}`)[0]).not.toBe('placed')
  expect(carry(`${opening} ކުލި ⟦ކުލި⟧ ${closing}`, `${opening} ކުލި ${closing}`)[0]).not.toBe('placed')
})

test('a note in a paragraph that was written twice is moved', () => {
  const after = `${opening}\n${opening}\n${closing}`
  expect(carry(`${opening.replace('ފަރާތުން', '⟦ފަރާތުން⟧')}\n${closing}`, after)).toEqual(['moved', 'ފަރާތުން'])
})

test('an insertion at the ends of a note leaves it as it is', () => {
  const before = `${opening} ⟦ކުލި ދެއްކި⟧ ކަމެއް. ${closing}`
  const after = `${opening} އެންމެފަހުން ކުލި ދެއްކި އެއްވެސް ކަމެއް. ${closing}`
  expect(carry(before, after)).toEqual(['placed', 'ކުލި ދެއްކި'])
})

test('a text that was deleted and written again in later versions has its note where it was', () => {
  const marked = `${opening} ⟦ކުލި ދެއްކި⟧ ކަމެއް. ${closing}`
  expect(carry(marked, marked.replace(/[⟦⟧]/g, ''))).toEqual(['placed', 'ކުލި ދެއްކި'])
})
