import { expect, test } from 'vitest'
import { placeCorrections, type StoredCorrection } from './placeCorrections.ts'

const line = 'އެ މުއްދަތުގައި ދަޢުވާލިބޭ ފަރާތް އެތަނުގައި ޖަމާކޮށްފައިވާކަމެއް ނުފެނެއެވެ.'

let id = 0
/** A correction of a word of a line, on page 1. */
function correction(word: string, after: string, of = line, number = 2): StoredCorrection {
  const start = of.indexOf(word)
  id += 1
  return { id, page: 1, line: number, line_text: of, start, end: start + word.length, before: word, after }
}

const page = (...texts: string[]) => [{ number: 1, lines: texts.map((text) => ({ text })) }]
const wordsOf = (texts: string[], corrections: StoredCorrection[]) => {
  const { placed, unplaced } = placeCorrections(page(...texts), corrections)
  return {
    placed: placed.map(({ line: at, start, end, after }) => [at, texts[at]?.slice(start, end), after]),
    unplaced: unplaced.map(({ after }) => after),
  }
}

test('a correction stays on its line while the line is read as before', () => {
  const fixed = correction('ފަރާތް', 'ފަރާތުން')
  expect(wordsOf(['އެއް', 'ދޭއް', line], [fixed])).toEqual({ placed: [[2, 'ފަރާތް', 'ފަރާތުން']], unplaced: [] })
})

test('a correction follows its line when lines are added before it', () => {
  const fixed = correction('ފަރާތް', 'ފަރާތުން')
  expect(wordsOf(['އެއް', 'ދޭއް', 'ތިނެއް', 'ހަތަރެއް', line], [fixed]).placed).toEqual([[4, 'ފަރާތް', 'ފަރާތުން']])
})

test('a correction follows its word when another word of the line is read differently', () => {
  const fixed = correction('ފަރާތް', 'ފަރާތުން')
  const reread = line.replace('މުއްދަތުގައި', 'މުއްދަތުގައިވެސް އެ')
  expect(wordsOf(['އެއް', 'ދޭއް', reread], [fixed])).toEqual({ placed: [[2, 'ފަރާތް', 'ފަރާތުން']], unplaced: [] })
})

test('a correction of a word that is now read differently is listed and not placed', () => {
  const fixed = correction('ފަރާތް', 'ފަރާތުން')
  const reread = line.replace('ފަރާތް', 'ފަރާތެއް')
  expect(wordsOf(['އެއް', 'ދޭއް', reread], [fixed])).toEqual({ placed: [], unplaced: ['ފަރާތުން'] })
})

test('a correction of a word that is now read as it was corrected is placed', () => {
  const fixed = correction('ފަރާތް', 'ފަރާތުން')
  const reread = line.replace('ފަރާތް', 'ފަރާތުން')
  expect(wordsOf(['އެއް', 'ދޭއް', reread], [fixed])).toEqual({ placed: [[2, 'ފަރާތުން', 'ފަރާތުން']], unplaced: [] })
})

test('an accepted word that is now read differently is reviewed again', () => {
  const accepted = correction('ފަރާތް', 'ފަރާތް')
  const reread = line.replace('ފަރާތް', 'ފަރާތެއް')
  expect(wordsOf(['އެއް', 'ދޭއް', reread], [accepted])).toEqual({ placed: [], unplaced: [] })
})

test('a correction of a line that is gone, or of which there are two, is listed and not placed', () => {
  const fixed = correction('ފަރާތް', 'ފަރާތުން')
  expect(wordsOf(['އެއް', 'ދޭއް', 'ޙުކުމް ކުރަން ފެންނަކަމަށް'], [fixed]).unplaced).toEqual(['ފަރާތުން'])
  expect(wordsOf([line, line, 'އެއް'], [fixed]).unplaced).toEqual(['ފަރާތުން'])
})

test('of corrections that overlap the later one counts', () => {
  const one = correction('ފަރާތް', 'ފަރާތުން')
  const both = correction('ދަޢުވާލިބޭ ފަރާތް', 'ދަޢުވާލިބޭފަރާތް')
  expect(wordsOf(['', '', line], [one, both]).placed).toEqual([[2, 'ދަޢުވާލިބޭ ފަރާތް', 'ދަޢުވާލިބޭފަރާތް']])
})
