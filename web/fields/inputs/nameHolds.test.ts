import { expect, test } from 'vitest'
import { nameHolds } from './nameHolds.ts'

test('a name is found by its words in any order, with or without dots', () => {
  expect(nameHolds('ޤާޟީ އަޙްމަދު ޢަލީ', 'އަހްމަދު')).toBe(true)
  expect(nameHolds('ސިވިލް ކޯޓު', 'ކޯޓު ސިވިލް')).toBe(true)
  expect(nameHolds('ސިވިލް ކޯޓު', 'ކްރިމިނަލް')).toBe(false)
  expect(nameHolds('Civil Court', 'CIVIL')).toBe(true)
  expect(nameHolds('Civil Court', '')).toBe(true)
})

test('a name is found in every spelling, and by its sound in Latin letters', () => {
  expect(nameHolds('ސިވިލް ކޯޓު', 'ކޯޓް')).toBe(true)
  expect(nameHolds('މެންބަރުންގެ މަޖިލިސް', 'މެމްބަރު')).toBe(true)
  expect(nameHolds('ސ. ހިތަދޫ މެޖިސްޓްރޭޓު ކޯޓު', 'hithadh')).toBe(true)
  expect(nameHolds('މުޙައްމަދު ރަޝީދު', 'mohamed rasheed')).toBe(true)
  expect(nameHolds('މުޙައްމަދު ރަޝީދު', 'hassan')).toBe(false)
  expect(nameHolds('Civil Court', 'kot')).toBe(false)
})
