import { numberOf } from '#shared/text/language/caseSuffixes.ts'
import { mayBeTransliterated } from '#shared/text/language/script.ts'
import { isNamedDay, namesOfMonth, parseDay, parseNamedDay } from './parseDay.ts'
import type { NumberNode, PhraseNode } from './tree.ts'

/**
 * The runs of words that match a case number, or a phrase: the typed one first, then 2014/9 for the statute 9/2014, and the other
 * ways to write the day 17/5/2021.
 */
export function wordRunsOf(leaf: PhraseNode | NumberNode): string[][] {
  if (leaf.kind === 'number') return leaf.forms
  const { words, quoted } = leaf
  if (!quoted && isNamedDay(words.join(' '))) return withTyped(words, formsOfNamedDay(words))
  const numbers = quoted ? [] : words.flatMap((word) => numberOf(word) ?? [])
  if (numbers.length < words.length) return [words]
  const forms = isStatute(numbers) ? formsOfStatute(numbers) : formsOfDay(numbers)
  return withTyped(words, forms)
}

/** Without duplicates. */
const withTyped = (words: string[], forms: readonly string[][]) => [
  ...new Map([words, ...forms].map((run) => [run.join(' '), run])).values(),
]

const isStatute = (numbers: readonly string[]) =>
  numbers.length === 2 && numbers.some((one) => /^(19|20)\d\d$/.test(one)) && numbers.every((one) => one.length <= 4)

const formsOfStatute = (numbers: string[]) =>
  [numbers, numbers.map(withoutZero)].flatMap((form) => [form, form.toReversed()])

const withoutZero = (digits: string) => digits.replace(/^0+(?=\d)/, '')

/** A day in digits and with the name of its month, with and without each zero; in English also with the month first. */
function formsOfDay(numbers: readonly string[]): string[][] {
  const [year, month, date] = (numbers.length === 3 && parseDay(numbers.join('/'), 'from')?.split('-')) || []
  if (year === undefined || month === undefined || date === undefined) return []
  const dates = [withoutZero(date), date]
  const months = [withoutZero(month), month]
  const inDigits = dates.flatMap((one) => months.map((other) => [one, other]))
  const named = dates.flatMap((one) => namesOfMonth(Number(month)).map((name) => [one, name] as const))
  const inEnglish = named.filter(([, name]) => mayBeTransliterated(name))
  return [
    ...inDigits.flatMap((day) => [
      [...day, year],
      [year, ...day.toReversed()],
    ]),
    ...named.map((day) => [...day, year]),
    ...inEnglish.map((day) => [...day.toReversed(), year]),
  ]
}

/** A day or a month that was typed with the name of the month. */
function formsOfNamedDay(words: readonly string[]): string[][] {
  const [year = '', month = '', date = ''] = parseNamedDay(words)?.split('-') ?? []
  return words.length === 2 ? namesOfMonth(Number(month)).map((name) => [name, year]) : formsOfDay([date, month, year])
}
