import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codePoint } from '#test/codePoint.ts'
import { phoneticKey } from './phonetic.ts'

const data = join(import.meta.dirname, '../../../db/seed/data')
const rows = (file: string, between: string) =>
  readFileSync(join(data, file), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(between))

const islands = rows('islands40.tsv', '\t').map(([, thaana = '', latin = '']) => ({ thaana, latin }))
const names = rows('names.tsv', '\t').map(([, thaana = '', latin = '']) => ({ thaana, latin }))

const apart = (pairs: { thaana: string; latin: string }[], key: (word: string) => string) =>
  pairs.filter(({ thaana, latin }) => key(thaana) !== key(latin)).map(({ thaana, latin }) => `${thaana} ${latin}`)

test('islands and names have the same phonetic key in Thaana and in Latin letters', () => {
  expect(islands.length + names.length).toBeGreaterThanOrEqual(100)
  expect(apart([...islands, ...names], phoneticKey)).toEqual([])
})

test('at least 90 % of the court islands have the same phonetic key in both scripts', () => {
  const courts = rows('courts.csv', ',').flatMap(([thaana = '', latin = '']) => {
    const [dv, en] = [/^\S+\. (.*) މެޖިސްޓްރޭޓު/.exec(thaana)?.[1], /^\S+\. (.*) Magistrate/.exec(latin)?.[1]]
    return dv && en ? [{ thaana: dv, latin: en }] : []
  })
  expect(courts.length).toBeGreaterThan(150)
  expect(apart(courts, phoneticKey).length / courts.length).toBeLessThan(0.1)
})

test.each([
  ['ޙުކުމް', 'hukum'],
  ['ކޯޓު', 'kotu'],
  ['ކޯޓު', 'koatu'],
  ['ޤާނޫނު', 'qaanoonu'],
  ['ޤާނޫނު', 'ganoon'],
  ['ޝަރީޢަތް', "sharee'ath"],
  ['ފަރާތް', 'faraaiy'],
  ['މައްސަލަ', 'massala'],
  ['އަޝްރަފް', 'Ashraf'],
])('the phonetic keys of %s and %s are equal', (thaana, latin) => {
  expect(phoneticKey(thaana)).toBe(phoneticKey(latin))
})

test('different words have different phonetic keys', () => {
  const words = ['kuli', 'kula', 'kulhi', 'gulhi', 'goathi', 'koatu', 'hukum', 'hakuru', 'vakeelu', 'vaki']
  expect(new Set(words.map(phoneticKey)).size).toBe(words.length - 1)
  expect(phoneticKey('kuli')).toBe(phoneticKey('kulhi'))
})

test('the phonetic key of any text contains only plain letters', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: codePoint }), fc.string({ unit: fc.constantFrom(...'ހށންުިﷲޢaehsdoy') })),
      (text) => {
        expect(phoneticKey(text)).toMatch(/^[a-zSC]*$/)
      },
    ),
    { numRuns: 2000 },
  )
})
