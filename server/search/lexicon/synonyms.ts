import { synonymRings } from '#shared/text/glossary/synonymRings.ts'
import { formsOf } from '#shared/text/language/analyze.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'

/** An expression of a ring of synonyms, and its folded words. */
export type Expression = { text: string; words: readonly string[]; ring: number }

const expressions = synonymRings
  .trim()
  .split('\n')
  .flatMap((line, ring) =>
    line.split(', ').map((text): Expression => ({ text, words: tokenizeWords(text).map(({ word }) => word), ring })),
  )

const bestForm = (word: string) => formsOf(word)[0] ?? word

/** The expressions by the best form of their first word. */
const byFirstForm = Map.groupBy(expressions, ({ words: [first = ''] }) => bestForm(first))

/** In words. */
export const longestExpression = Math.max(...expressions.map(({ words }) => words.length))

/** The expressions that a sequence of words begins with, in any inflection; each position has one or several readings. */
export function expressionsAt(typed: readonly (readonly string[])[]): Expression[] {
  const forms = typed.map((words) => new Set(words.flatMap((word) => formsOf(word))))
  return [...(forms[0] ?? [])]
    .flatMap((form) => byFirstForm.get(form) ?? [])
    .filter(({ words }) => words.every((word, at) => forms[at]?.has(bestForm(word))))
}

/** All expressions of some rings. */
export const expressionsOf = (rings: ReadonlySet<number>): Expression[] =>
  expressions.filter(({ ring }) => rings.has(ring))

/** Whether a folded word is an expression: it is spelled correctly, though no case may have it. */
export const isExpression = (word: string) => expressionsAt([[word]]).length > 0
