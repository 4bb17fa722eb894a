import { numberOf } from '#shared/text/language/caseSuffixes.ts'
import type { NumberNode, PhraseNode } from './tree.ts'

/** The runs of words that match a case number, or a phrase: the typed one first, then 2014/9 for the statute 9/2014. */
export function wordRunsOf(leaf: PhraseNode | NumberNode): string[][] {
  if (leaf.kind === 'number') return leaf.forms
  const { words, quoted } = leaf
  const numbers = quoted ? [] : words.flatMap((word) => numberOf(word) ?? [])
  if (numbers.length < words.length) return [words]
  const forms = isStatute(numbers) ? [numbers, numbers.toReversed()] : []
  return [...new Map([words, ...forms].map((run) => [run.join(' '), run])).values()]
}

const isStatute = (numbers: readonly string[]) =>
  numbers.length === 2 && numbers.some((one) => /^(19|20)\d\d$/.test(one)) && numbers.every((one) => one.length <= 4)
