import { describe, expect, test } from 'vitest'
import { keyboardRows, letterAfter, thaanaForKey, typedInThaana } from './keyboard.ts'

const thaana = Array.from('ހށނރބޅކއވމފދތލގޏސޑޒޓޔޕޖޗޘޙޚޛޜޝޞޟޠޡޢޣޤޥަާިީުޫެޭޮޯް')
const keys = Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ')

describe('the phonetic Thaana keyboard', () => {
  test('the phonetic keyboard types every Thaana letter and vowel sign with one key', () => {
    const typed = keys.map((key) => thaanaForKey(key) ?? '')
    for (const letter of thaana) expect(typed.filter((one) => one === letter)).toEqual([letter])
    expect(typed.filter((one) => !thaana.includes(one)).sort()).toEqual(['×', '÷', 'ﷲ'])
  })

  test.each([
    ['hukum', 'ހުކުމ'],
    ['Hukumq', 'ޙުކުމް'],
    ['kOTu', 'ކޯޓު'],
    ['fanqDiyAru', 'ފަންޑިޔާރު'],
    ['waWulA, kihA?', 'އަޢުލާ، ކިހާ؟'],
    ['(kOTu) [1]', ')ކޯޓު( ]1['],
    ['2013-HC-80', '2013-ޙޝ-80'],
  ])('the phonetic keyboard converts %s to %s', (latin, expected) => {
    expect(typedInThaana(latin)).toBe(expected)
  })

  test('the phonetic keyboard leaves characters without a Thaana key unchanged', () => {
    for (const key of ['1', '٣', '.', '"', '-', ' ', 'ކ', 'é', 'Enter', 'constructor', ''])
      expect(thaanaForKey(key)).toBeUndefined()
  })

  test('the phonetic keyboard keeps Latin letters in a case number and the comma in an amount', () => {
    for (const before of ['2013/', '80/HC-', 'ކޯޓު 1124/', '"2013/HC-']) expect(letterAfter(before, 'A')).toBeUndefined()
    expect(letterAfter('10', ',')).toBeUndefined()
    expect(letterAfter('2013/HC-A/80 ', 'k')).toBe('ކ')
    expect(letterAfter('80', 'h')).toBe('ހ')
    expect(letterAfter('ކޯޓު', ',')).toBe('،')
  })
})

test('the on-screen keyboard contains every letter of the layout', () => {
  const shown = keyboardRows.flat().flatMap(({ plain, shifted }) => [plain, shifted])
  for (const letter of [...thaana, 'ﷲ', '،', '؛', '؟']) expect(shown).toContain(letter)
  expect(keyboardRows.map((row) => row.length)).toEqual([10, 10, 10])
})
