import type { Grades } from './queries.ts'

/** The lowest grade of a relevant answer. */
const relevantGrade = 2
const depth = 10

export type Measures = { mrr: number; hit: number; recall: number; ndcg: number; unanswered: number }

/** The measures of README.md for one query: the names of the answers, best first, and their grades. */
export function measureAnswers(answers: readonly string[], grades: Grades): Measures {
  const gains = answers.slice(0, depth).map((name) => grades.get(name) ?? 0)
  const first = gains.findIndex((grade) => grade >= relevantGrade)
  const all = [...grades.values()].filter((grade) => grade >= relevantGrade).length
  const best = [...grades.values()].sort((one, other) => other - one).slice(0, depth)
  return {
    mrr: first < 0 ? 0 : 1 / (first + 1),
    hit: first === 0 ? 1 : 0,
    recall: gains.filter((grade) => grade >= relevantGrade).length / Math.min(depth, all),
    ndcg: discounted(gains) / discounted(best),
    unanswered: answers.length === 0 ? 1 : 0,
  }
}

const discounted = (grades: readonly number[]) =>
  grades.reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0)

/** The mean of each measure, and the sum of `unanswered`. */
export function average(all: readonly Measures[]): Measures {
  const sum = (of: keyof Measures) => all.reduce((total, one) => total + one[of], 0)
  const mean = (of: keyof Measures) => (all.length === 0 ? 0 : sum(of) / all.length)
  return {
    mrr: mean('mrr'),
    hit: mean('hit'),
    recall: mean('recall'),
    ndcg: mean('ndcg'),
    unanswered: sum('unanswered'),
  }
}
