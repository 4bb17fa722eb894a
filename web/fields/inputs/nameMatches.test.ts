import { expect, test } from 'vitest'
import { nameFilterWith, nameMatches } from './nameMatches.ts'

test('a name matches its words in any order, with or without dotted letters', () => {
  expect(nameMatches('ޤާޟީ އަޙްމަދު ޢަލީ', 'އަހްމަދު')).toBe(true)
  expect(nameMatches('ސިވިލް ކޯޓު', 'ކޯޓު ސިވިލް')).toBe(true)
  expect(nameMatches('ސިވިލް ކޯޓު', 'ކްރިމިނަލް')).toBe(false)
  expect(nameMatches('Civil Court', 'CIVIL')).toBe(true)
  expect(nameMatches('Civil Court', '')).toBe(true)
})

test('a name matches in every spelling, and phonetically in Latin letters', () => {
  expect(nameMatches('ސިވިލް ކޯޓު', 'ކޯޓް')).toBe(true)
  expect(nameMatches('މެންބަރުންގެ މަޖިލިސް', 'މެމްބަރު')).toBe(true)
  expect(nameMatches('ސ. ހިތަދޫ މެޖިސްޓްރޭޓު ކޯޓު', 'hithadh')).toBe(true)
  expect(nameMatches('މުޙައްމަދު ރަޝީދު', 'mohamed rasheed')).toBe(true)
  expect(nameMatches('މުޙައްމަދު ރަޝީދު', 'hassan')).toBe(false)
  expect(nameMatches('Civil Court', 'kot')).toBe(false)
})

test('an option is also found by its English name', () => {
  const options = [
    { value: '1', label: 'ކްރިމިނަލް ކޯޓު' },
    { value: '2', label: 'މަދަނީ' },
  ]
  const filter = nameFilterWith(
    new Map([
      ['1', 'Criminal Court'],
      ['2', 'civil'],
    ]),
  )
  expect(filter({ options, search: 'court crim', limit: 10 })).toEqual([options[0]])
  expect(filter({ options, search: 'Civil', limit: 10 })).toEqual([options[1]])
})
