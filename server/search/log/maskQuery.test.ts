import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLinear } from '#test/cpuTime.ts'
import { maskPersonal } from './searchLog.ts'

describe('personal data is masked', () => {
  test.each([
    ['aminath.r@example.mv', '[e-mail]'],
    ['ހެކި a.b+c@hukum.test ދަރަނި', 'ހެކި [e-mail] ދަރަނި'],
    ['someone＠example.mv', '[e-mail]'],
    ['A900318', '[id]'],
    ['a 900318', '[id]'],
    ['A-900318', '[id]'],
    ['އައި.ޑީ. ކާޑު A900318، ކުލި', 'އައި.ޑީ. ކާޑު [id]، ކުލި'],
    ['A٩٠٠٣١٨', '[id]'],
    ['A90\u200e0318', '[id]'],
    ['7771234', '[number]'],
    ['777 1234', '[number]'],
    ['777-1234', '[number]'],
    ['+960 777 1234', '[number]'],
    ['00960-333-1234', '[number]'],
    ['+91 (98) 4567-8901', '[number]'],
    ['7730000123456', '[number]'],
  ])('personal data in the query %s is masked', (written, masked) => expect(maskPersonal(written)).toBe(masked))
})

describe('legal terms and case numbers are not masked', () => {
  test.each([
    '2013/HC-A/80',
    '3916-CVC-2024',
    '1124/Cv-C/2021',
    '55/JC-2/94',
    'P7C-A(IU)/2024/01',
    'HC-RNM/2016/27(NR)',
    '2019-05-23',
    'MVR 450,000.00',
    '"އަމިއްލަ ނަފްސު ދިފާޢުކުރުން"',
    'އަޙްމަދު ޝަފީޤު މޫސާ',
    'court:HC w/5 -ހެކި*',
    '4/91 ޤާނޫނު',
  ])('the query %s stays as it is', (query) => expect(maskPersonal(query)).toBe(query))
})

test('masking a masked query changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'A0123456789@+ .-/ހ') }), (query) => {
      const masked = maskPersonal(query)
      expect(maskPersonal(masked)).toBe(masked)
    }),
  )
})

test('an identity card or a number is masked anywhere between words', () => {
  const word = fc.constantFrom('ހެކި', 'kuli', '،', '(', ')', '"', '')
  const digits = fc.integer({ min: 3_000_000, max: 9_999_999 }).map(String)
  fc.assert(
    fc.property(word, digits, word, (before, number, after) => {
      expect(maskPersonal(`${before} ${number} ${after}`)).not.toContain(number)
      expect(maskPersonal(`${before} A${number.slice(1)} ${after}`)).not.toContain(number.slice(1))
    }),
  )
})

test('the time to mask a query grows with its length, also for one long word', () => {
  expect(isLinear(maskPersonal, 'x'.repeat(20_000))).toBe(true)
})
