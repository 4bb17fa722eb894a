import { englishWords } from '#shared/text/glossary/englishWords.ts'
import { furtherMeaningsOfTerm, glossary, meaningsOfTerm } from '#shared/text/glossary/glossary.ts'
import { synonymRings } from '#shared/text/glossary/synonymRings.ts'
import { formsOf, nameOf } from '#shared/text/language/analyze.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'
import { mayBeTransliterated } from '#shared/text/language/script.ts'
import type { PhraseMeaning } from './phraseNames.ts'

/** The words of Dhivehi for a term, the most usual first. A library's own phrases come before the glossary. */
export const glossaryMeanings = (name: string): PhraseMeaning[] => meaningsOfTerm(name).map(asMeaning)

/** What else a term may stand for. */
export const furtherMeanings = (name: string): PhraseMeaning[] =>
  furtherMeaningsOfTerm(name).map((dhivehi) => ({ ...asMeaning(dhivehi), isFurther: true }))

const asMeaning = (dhivehi: string) => ({ dhivehi, keys: [] })

/** Arabic and Dhivehi words that English writes as they sound: they are also read as Dhivehi. */
const borrowed = new Set(
  (
    'sharia shariah shariat hadd hudud qisas diya diyah diyat tazir tazeer taazir zakat zakah hajj umrah umra quran koran surah hadith sunnah ' +
    'ramadan ramazan eid iftar waqf mahr mehr mahar nikah talaq khul khula faskh idda iddah iddat nafaqa nafaqah hadana rujoo ruju faraid wali ' +
    'kafala riba fiqh ijtihad ijma qiyas maslaha fatwa mufti imam sheikh qadi kazi halal haram hijab niqab islam islamic muslim ' +
    'dhoni majlis dhivehi rufiyaa laari male visa resort bank form gas sim'
  ).split(' '),
)

const namesOfGlossary = [...glossary].filter(([name]) => mayBeTransliterated(name.replaceAll(' ', '')))
const wordsOfGlossary = [...new Set(namesOfGlossary.flatMap(([name]) => name.split(' ')))].filter(mayBeTransliterated)
const english = new Set(
  [...wordsOfGlossary, ...englishWords.split(' ')].filter((word) => word.length > 2 && !borrowed.has(word)),
)

/** Whether a folded word is English: such a word is not read as Dhivehi in Latin letters. */
export const isEnglish = (word: string) => !borrowed.has(word) && (english.has(word) || meaningsOfTerm(word).length > 0)

const wordsByFirst = Map.groupBy(wordsOfGlossary, (word) => word.charAt(0))

/** The English words of the glossary with this first letter, to correct a word by. */
export const glossaryWords = (first: string): readonly string[] => wordsByFirst.get(first) ?? []

/** The names of one or two words of the terms with a meaning, by its normalized name. Made when the first is asked for. */
function readNamesByMeaning() {
  const short = namesOfGlossary.filter(([name]) => name.split(' ').length <= 2)
  const byDhivehi = Map.groupBy(
    short.flatMap(([term, meanings]) => meanings.map((dhivehi) => ({ term, dhivehi }))),
    ({ dhivehi }) => dhivehi,
  )
  const named = new Map<string, string[]>()
  for (const [dhivehi, terms] of byDhivehi) {
    const name = nameOf(dhivehi)
    named.set(name, [...(named.get(name) ?? []), ...terms.map(({ term }) => term)])
  }
  return named
}
let namesByMeaning: ReturnType<typeof readNamesByMeaning> | undefined

/** What the words of a Dhivehi name are called in English, to find it by. */
export function englishOfName(name: string): string {
  namesByMeaning ??= readNamesByMeaning()
  const parts = [name, ...name.split(' ')].map((part) => namesByMeaning?.get(nameOf(part)) ?? [])
  return [...new Set(parts.flat())].join(' ')
}

/** An expression of a ring of synonyms, and its folded words. */
export type Expression = { text: string; words: readonly string[]; ring: number }

const bestForm = (word: string) => formsOf(word)[0] ?? word

/** The rings of synonyms: their expressions, also by the best form of the first word, and the length of the longest in words. */
function readExpressions() {
  const all = synonymRings
    .trim()
    .split('\n')
    .flatMap((line, ring) =>
      line.split(', ').map((text): Expression => ({ text, words: tokenizeWords(text).map(({ word }) => word), ring })),
    )
  return {
    all,
    byFirstForm: Map.groupBy(all, ({ words: [first = ''] }) => bestForm(first)),
    longest: Math.max(...all.map(({ words }) => words.length)),
  }
}
let read: ReturnType<typeof readExpressions> | undefined

/** Made when the first is asked for: only threads that search need them. */
const expressions = () => (read ??= readExpressions())

/** In words. */
export const longestExpression = () => expressions().longest

/** The expressions that a sequence of words begins with, in any inflection; each position has one or several readings. */
export function expressionsAt(typed: readonly (readonly string[])[]): Expression[] {
  const forms = typed.map((words) => new Set(words.flatMap((word) => formsOf(word))))
  return [...(forms[0] ?? [])]
    .flatMap((form) => expressions().byFirstForm.get(form) ?? [])
    .filter(({ words }) => words.every((word, at) => forms[at]?.has(bestForm(word))))
}

/** All expressions of some rings. */
export const expressionsOf = (rings: ReadonlySet<number>): Expression[] =>
  expressions().all.filter(({ ring }) => rings.has(ring))

/** Whether a folded word is an expression: it is spelled correctly, though no case may have it. */
export const isExpression = (word: string) => expressionsAt([[word]]).length > 0
