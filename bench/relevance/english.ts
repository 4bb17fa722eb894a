import type { Judged } from './library.ts'
import { type Grades, type Query, rowsOf, tokens } from './queries.ts'

/**
 * English words of law and what the library calls them: `english.<set>.tsv`. Nothing is tuned on `later`,
 * `another` and `fourth`; `read` is the other half of what the hand of `later` wrote, and is tuned on.
 */
export const englishSets = ['tuning', 'fresh', 'read', 'everyday', 'later', 'another', 'fourth'] as const
export const englishClass = 'an English term'

type EnglishTerms = { queries: Query[]; grades: Map<string, Grades> }

/**
 * The English words as queries. Each is graded by the expressions that are expected: 3 in title or keywords, 2 twice or more in
 * the text, 1 once. An expression begins where a word does, and its last word may go on.
 */
export function englishTerms({ cases }: Judged, set: (typeof englishSets)[number]): EnglishTerms {
  const read = cases.map(({ name, title, keywords, text }) => ({
    name,
    top: begun(`${title} ، ${keywords}`),
    text: begun(text),
  }))
  const queries: Query[] = []
  const grades = new Map<string, Grades>()
  for (const [query = '', rule = ''] of rowsOf(`english.${set}.tsv`)) {
    const expected = rule.split(' | ').map(begun)
    const count = (text: string) => expected.reduce((sum, one) => sum + text.split(one).length - 1, 0)
    const graded = read.map((one) => [one.name, count(one.top) > 0 ? 3 : Math.min(2, count(one.text))] as const)
    queries.push({ id: query, class: englishClass, type: 'CaseFile', query, rule })
    grades.set(query, new Map(graded.filter(([, grade]) => grade > 0)))
  }
  return { queries, grades }
}

const begun = (text: string) => ` ${tokens(text).join(' ')}`
