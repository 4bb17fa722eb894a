import { numberOf } from '#shared/text/language/caseSuffixes.ts'
import { namesOfMonth, parseDay } from './parseDay.ts'
import type { NumberNode, PhraseNode } from './tree.ts'

/**
 * The runs of words that match a case number, or a phrase: the typed one first, then 2014/9 for the statute 9/2014, and the other
 * ways to write the day 17/5/2021.
 */
export function wordRunsOf(leaf: PhraseNode | NumberNode): string[][] {
  if (leaf.kind === 'number') return leaf.forms
  const { words, quoted } = leaf
  const numbers = quoted ? [] : words.flatMap((word) => numberOf(word) ?? [])
  if (numbers.length < words.length) return [words]
  const forms = isStatute(numbers) ? [numbers, numbers.toReversed()] : formsOfDay(numbers)
  return [...new Map([words, ...forms].map((run) => [run.join(' '), run])).values()]
}

const isStatute = (numbers: readonly string[]) =>
  numbers.length === 2 && numbers.some((one) => /^(19|20)\d\d$/.test(one)) && numbers.every((one) => one.length <= 4)

/** A day in digits and with the name of its month, with and without zeros. */
function formsOfDay(numbers: readonly string[]): string[][] {
  const [year, month, date] = (numbers.length === 3 && parseDay(numbers.join('/'), 'from')?.split('-')) || []
  if (year === undefined || month === undefined || date === undefined) return []
  const [plainMonth, plainDate] = [month, date].map((digits) => digits.replace(/^0/, '')) as [string, string]
  const inDigits = [[plainDate, plainMonth], [date, month]].flatMap(([one = '', other = '']) => [[one, other, year], [year, other, one]]) // prettier-ignore
  const names = namesOfMonth(Number(month))
  return [...inDigits, ...[plainDate, date].flatMap((one) => names.map((name) => [one, name, year]))]
}
