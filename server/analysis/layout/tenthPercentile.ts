/** The confidence of a page: a tenth of its lines are less sure. A page without lines has nothing that is wrong. */
export function tenthPercentile(lines: readonly { confidence: number }[]): number {
  const sorted = lines.map(({ confidence }) => confidence).sort((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) / 10)] ?? 1
}
