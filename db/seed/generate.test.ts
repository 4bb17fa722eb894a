import { expect, test } from 'vitest'
import { caseNumberKey } from '#shared/text/caseNumbers/caseNumber.ts'
import { generateCase, maxCases } from './generate.ts'

const keyAt = (index: number) => caseNumberKey(generateCase(index, () => '').case_numbers[0]?.number ?? '')

test('every generated case file, including the last one, has a unique valid case number', () => {
  const keys = [0, 989_999, 990_000, maxCases - 1].map(keyAt)
  expect(keys).not.toContain(undefined)
  expect(new Set(keys).size).toBe(keys.length)
})
