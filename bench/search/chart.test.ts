import { expect, test } from 'vitest'
import { drawGrowth } from './chart.ts'
import type { Figures } from './figures.ts'

const spread = (p50: number) => ({ p50, p95: p50 * 3, worst: p50 * 5 })
const figures: Figures[] = [
  {
    cases: 10_000,
    ours: spread(4),
    facets: null,
    postgres: spread(30),
    worst_word: 90,
    hostile: 120,
    suggested: spread(3),
    published: spread(3),
    throughput: null,
  },
  {
    cases: 100_000,
    ours: spread(12),
    facets: null,
    postgres: spread(300),
    worst_word: 90,
    hostile: 120,
    suggested: spread(3),
    published: spread(3),
    throughput: null,
  },
  {
    cases: 1_000_000,
    ours: spread(35),
    facets: spread(110),
    postgres: null,
    worst_word: 90,
    hostile: 120,
    suggested: spread(3),
    published: spread(3),
    throughput: null,
  },
]

test('the chart labels every line with its last value and every size', () => {
  const svg = drawGrowth(figures)
  for (const text of [
    'Hukum, median: 35 ms',
    'Hukum, p95: 105 ms',
    'facets alone, p95: 330 ms',
    'PostgreSQL, p95: 900 ms at 100,000',
  ])
    expect(svg).toContain(`>${text}<`)
  for (const size of ['10,000', '100,000', '1,000,000']) expect(svg).toContain(`>${size}</text>`)
  expect(svg).not.toContain('NaN')
})

test('the labels of the chart do not overlap', () => {
  const same = figures.map((one) => ({ ...one, ours: { p50: 20, p95: 20, worst: 20 } }))
  const places = [...drawGrowth(same).matchAll(/y="([\d.]+)">(?:Hukum|PostgreSQL|facets)/g)].map(([, y]) => Number(y))
  const sorted = places.sort((one, other) => one - other)
  expect(sorted.length).toBe(5)
  for (const [at, y] of sorted.slice(1).entries()) expect(y - (sorted[at] ?? 0)).toBeGreaterThanOrEqual(16)
})
