import { caseNumberKey } from '#shared/text/caseNumbers/caseNumber.ts'
import type { IsCode } from '#shared/text/caseNumbers/courtCodes.ts'
import type { Delta } from './delta.ts'
import { markCitations } from './markCitations.ts'

/** The case numbers that a text cites, marked or not, each once and in their order, without those of the case itself. */
export function citedNumbers(text: Delta, own: readonly string[], isCode: IsCode): string[] {
  const ownKeys = new Set(own.map((number) => keyOf(number, isCode)))
  const numbers = new Map<string, string>()
  for (const { attributes } of markCitations(text, own, isCode).content) {
    const number = attributes?.case_number
    if (number === undefined) continue
    const key = keyOf(number, isCode)
    if (!ownKeys.has(key) && !numbers.has(key)) numbers.set(key, number)
  }
  return [...numbers.values()]
}

/** The same for all ways of writing a number. */
export const keyOf = (number: string, isCode: IsCode) => caseNumberKey(number, isCode) ?? number.trim()
