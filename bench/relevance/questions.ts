import { expressionsAt, expressionsOf } from '#server/search/lexicon/glossary.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'
import type { Query } from './queries.ts'

/** The graded queries of some classes as sentences that ask; the right answers stay the same. */
export const questionClasses = ['a question in Dhivehi', 'a question in English'] as const

const dhivehi = [
  (topic: string) => `${topic} ބެލެނީ ކިހިނެއްތޯ؟`,
  (topic: string) => `ކޯޓުން ${topic} އާމެދު ނިންމަނީ ކޮންގޮތެއް ހެއްޔެވެ؟`,
  (topic: string) => `${topic} އަކީ ކޮންކަހަލަ މައްސަލައެއްތޯ އެނގެން ބޭނުން`,
  (topic: string) => `ކޮންހާލެއްގައިތޯ ${topic} ގެ މައްސަލައެއްގައި ޙުކުމް ކުރަނީ؟`,
]
const english = [
  (topic: string) => `What does the court decide about ${topic}?`,
  (topic: string) => `how can somebody be punished for ${topic}`,
  (topic: string) => `When is there ${topic} in a case?`,
]

const isEnglish = (text: string) => /^[a-z ]+$/i.test(text)

export function asQuestions(queries: readonly Query[]): Query[] {
  const topics = queries.filter((query) => query.type === 'CaseFile' && query.class === 'topic')
  const terms = queries.filter(
    (query) => query.type === 'CaseFile' && query.class === 'cross' && isEnglish(query.query),
  )
  return [
    ...topics.map((query, at) => asked(query, questionClasses[0], dhivehi[at % dhivehi.length])),
    ...terms.map((query, at) => asked(query, questionClasses[1], english[at % english.length])),
  ]
}

const asked = (query: Query, of: string, question = (topic: string) => topic): Query => ({
  ...query,
  class: of,
  query: question(query.query),
})

/** A topic as a sentence that asks, by one of the templates in turn. */
export const askInDhivehi = (topic: string, at: number) => dhivehi[at % dhivehi.length]?.(topic) ?? topic

export const otherWordsClass = 'in other words'

/**
 * The graded queries with an expression of a ring of synonyms, with the ring's last expression instead; the right answers stay
 * the same. It measures that synonyms are found, not how many there are: the rings are those of the search.
 */
export function inOtherWords(queries: readonly Query[]): Query[] {
  return queries.flatMap((query) => {
    const typed = query.query.split(' ')
    for (const at of typed.keys()) {
      const [found] = expressionsAt(typed.slice(at).map((word) => tokenizeWords(word).map((one) => one.word)))
      const other = found && expressionsOf(new Set([found.ring])).at(-1)
      if (!other || other === found) continue
      const replaced = typed.toSpliced(at, found.words.length, other.text).join(' ')
      return [{ ...query, class: otherWordsClass, query: replaced }]
    }
    return []
  })
}
