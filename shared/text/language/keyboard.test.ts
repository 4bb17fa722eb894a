import { describe, expect, test } from 'vitest'
import { keyboardRows, letterAfter, thaanaOf, typedInThaana } from './keyboard.ts'

const thaana = Array.from('ހށނރބޅކއވމފދތލގޏސޑޒޓޔޕޖޗޘޙޚޛޜޝޞޟޠޡޢޣޤޥަާިީުޫެޭޮޯް')
const keys = Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ')

describe('the phonetic keyboard', () => {
  test('writes every letter and every vowel sign of Thaana, each by one key', () => {
    const written = keys.map((key) => thaanaOf(key) ?? '')
    for (const letter of thaana) expect(written.filter((one) => one === letter)).toEqual([letter])
    expect(written.filter((one) => !thaana.includes(one)).sort()).toEqual(['×', '÷', 'ﷲ'])
  })

  test.each([
    ['hukum', 'ހުކުމ'],
    ['Hukumq', 'ޙުކުމް'],
    ['kOTu', 'ކޯޓު'],
    ['fanqDiyAru', 'ފަންޑިޔާރު'],
    ['waWulA, kihA?', 'އަޢުލާ، ކިހާ؟'],
    ['(kOTu) [1]', ')ކޯޓު( ]1['],
    ['2013-HC-80', '2013-ޙޝ-80'],
  ])('turns %s into %s', (latin, expected) => {
    expect(typedInThaana(latin)).toBe(expected)
  })

  test('leaves alone what no key of Thaana writes', () => {
    for (const key of ['1', '٣', '.', '"', '-', ' ', 'ކ', 'é', 'Enter', 'constructor', ''])
      expect(thaanaOf(key)).toBeUndefined()
  })

  test('leaves a case number its Latin letters and an amount its comma', () => {
    for (const before of ['2013/', '80/HC-', 'ކޯޓު 1124/', '"2013/HC-']) expect(letterAfter(before, 'A')).toBeUndefined()
    expect(letterAfter('10', ',')).toBeUndefined()
    expect(letterAfter('2013/HC-A/80 ', 'k')).toBe('ކ')
    expect(letterAfter('80', 'h')).toBe('ހ')
    expect(letterAfter('ކޯޓު', ',')).toBe('،')
  })
})

test('the picture of the keyboard holds every letter of the layout', () => {
  const shown = keyboardRows.flat().flatMap(({ plain, shifted }) => [plain, shifted])
  for (const letter of [...thaana, 'ﷲ', '،', '؛', '؟']) expect(shown).toContain(letter)
  expect(keyboardRows.map((row) => row.length)).toEqual([10, 10, 10])
})
