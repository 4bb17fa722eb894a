/** A value with the probability that it says, and whether it is right. */
export type Case = { confidence: number; right: boolean }

/** In percent. */
export type Decile = { count: number; confidence: number; right: number }

/** Ten parts of the same size, from the least sure. */
export function decilesOf(cases: readonly Case[]): Decile[] {
  const sorted = cases.toSorted((one, other) => one.confidence - other.confidence)
  return Array.from({ length: 10 }, (_, decile) => {
    const part = sorted.slice((sorted.length * decile) / 10, (sorted.length * (decile + 1)) / 10)
    return {
      count: part.length,
      confidence: 100 * mean(part.map(({ confidence }) => confidence)),
      right: 100 * mean(part.map(({ right }) => (right ? 1 : 0))),
    }
  })
}

/** The largest difference between what a decile says and what it is. */
export const worstOf = (deciles: readonly Decile[]): number =>
  Math.max(...deciles.map(({ confidence, right }) => Math.abs(right - confidence)))

/** Spearman's rank correlation; ties have their mean rank. */
export function rankCorrelation(pairs: readonly (readonly [number, number])[]): number {
  const one = ranksOf(pairs.map(([first]) => first))
  const other = ranksOf(pairs.map(([, second]) => second))
  const [meanOne, meanOther] = [mean(one), mean(other)]
  const covariance = mean(one.map((rank, index) => (rank - meanOne) * ((other[index] ?? 0) - meanOther)))
  return covariance / (spreadOf(one, meanOne) * spreadOf(other, meanOther) || 1)
}

function ranksOf(values: readonly number[]): number[] {
  const sorted = values.toSorted((one, other) => one - other)
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2)
}

const spreadOf = (values: readonly number[], middle: number) =>
  Math.sqrt(mean(values.map((value) => (value - middle) ** 2)))

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / (values.length || 1)
