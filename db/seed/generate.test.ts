import { expect, test } from 'vitest'
import { caseNumberKey } from '#shared/text/caseNumber.ts'
import { generateCase, mostCases } from './generate.ts'

const keyAt = (index: number) => caseNumberKey(generateCase(index, () => '').case_numbers[0]?.number ?? '')

test('every case file that can be made has a number that can be read, the last one too, and of its own', () => {
  const keys = [0, 989_999, 990_000, mostCases - 1].map(keyAt)
  expect(keys).not.toContain(undefined)
  expect(new Set(keys).size).toBe(keys.length)
})
