import type { Row } from '#bench/report/figures.ts'
import { facetsOf, type Measured, oursOf } from './report.ts'
import type { Throughput } from './throughput.ts'
import { type Spread, spreadOf } from './timings.ts'

type Results = {
  measured: readonly Measured[]
  /** The slowest of the most frequent words and of the hostile queries, in milliseconds. */
  words: number
  hostile: number
  suggested: Spread
  /** From the commit of a case to its first match. */
  published: Spread
  throughput: { ours: Throughput; postgres: Throughput | null } | null
  opensearch: Spread | undefined
}

/** The results of one library size for the report. */
export function rowsOf({ measured, words, hostile, suggested, published, throughput, opensearch }: Results): Row[] {
  const ours = oursOf(measured)
  const peer = measured.flatMap((one) => one.theirs?.ms ?? [])
  const theirs = peer.length > 0 ? spreadOf(peer) : undefined
  const facets = facetsOf(measured)
  const rows: Row[] = [
    ms('median', ours.p50, theirs?.p50, 'PostgreSQL'),
    ms('p95', ours.p95, theirs?.p95, 'PostgreSQL'),
    ms('slowest of the frequent words', words),
    ms('slowest hostile query', hostile),
    ms('suggestions, p95', suggested.p95),
    ms('from commit to first match, slowest', published.worst),
  ]
  if (facets) rows.push(ms('facets alone, p95', facets.p95))
  if (opensearch) {
    rows.push(ms('median, on OpenSearch instead', ours.p50, opensearch.p50, 'OpenSearch'))
    rows.push(ms('p95, on OpenSearch instead', ours.p95, opensearch.p95, 'OpenSearch'))
  }
  if (throughput)
    rows.push({
      what: 'responses to sixteen clients',
      unit: '1/s',
      ours: throughput.ours.per_second,
      other: throughput.postgres?.per_second ?? null,
      other_name: throughput.postgres ? 'PostgreSQL' : null,
    })
  return rows
}

const ms = (what: string, ours: number, other?: number, name = ''): Row => ({
  what,
  unit: 'ms',
  ours,
  other: other ?? null,
  other_name: other === undefined ? null : name,
})
