import { average, type Measures } from './measures.ts'
import { classes, type Query } from './queries.ts'

/** The measures of one engine for every query of a set, in order. */
type Column = { engine: string; measured: readonly Measures[] }

/** A Markdown table of the measures by query class, one column for each engine: MRR@10 / Hit@1 / recall@10 / nDCG@10. */
export function drawTable(
  queries: readonly Query[],
  columns: readonly Column[],
  rowClasses: readonly string[] = classes,
): string {
  const rows = [...rowClasses, 'all'].map((of) => {
    const places = queries.flatMap((query, place) => (of === 'all' || query.class === of ? [place] : []))
    return [of, String(places.length), ...columns.map(({ measured }) => cell(some(measured, places)))]
  })
  const without = ['without an answer', '', ...columns.map(({ measured }) => String(average(measured).unanswered))]
  const heads = ['class', 'queries', ...columns.map(({ engine }) => engine)]
  return [heads, heads.map(() => '---'), ...rows, without].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

const some = (measured: readonly Measures[], places: readonly number[]) =>
  places.flatMap((place) => measured[place] ?? [])

function cell(measured: readonly Measures[]) {
  const { mrr, hit, recall, ndcg } = average(measured)
  return [mrr, hit, recall, ndcg].map((value) => value.toFixed(2)).join(' / ')
}
