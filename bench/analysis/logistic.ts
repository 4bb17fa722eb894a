/** Logistic regression by Newton's method with a small ridge. */
export function fitLogistic(cases: readonly { features: readonly number[]; right: boolean }[]): number[] {
  const size = cases[0]?.features.length ?? 0
  let weights = new Array<number>(size).fill(0)
  for (let round = 0; round < 25; round += 1) {
    const gradient = weights.map((weight) => -0.5 * weight)
    const hessian = weights.map((_, row) => weights.map((__, column): number => (row === column ? 0.5 : 0)))
    for (const { features, right } of cases) {
      const sum = features.reduce((total, value, index) => total + value * (weights[index] ?? 0), 0)
      const expected = 1 / (1 + Math.exp(-sum))
      const spread = expected * (1 - expected)
      features.forEach((value, row) => {
        gradient[row] = (gradient[row] ?? 0) + ((right ? 1 : 0) - expected) * value
        const line = hessian[row] ?? []
        features.forEach((other, column) => (line[column] = (line[column] ?? 0) + spread * value * other))
      })
    }
    const step = solve(hessian, gradient)
    weights = weights.map((weight, index) => weight + (step[index] ?? 0))
    if (Math.max(...step.map(Math.abs)) < 1e-5) break
  }
  return weights
}

/** Gaussian elimination; the matrix is positive definite. */
function solve(matrix: number[][], values: readonly number[]): number[] {
  const rows = matrix.map((row, index) => [...row, values[index] ?? 0])
  rows.forEach((row, pivot) => {
    const scale = row[pivot] || 1
    for (let column = pivot; column < row.length; column += 1) row[column] = (row[column] ?? 0) / scale
    rows.forEach((other, index) => {
      const factor = other[pivot] ?? 0
      if (index === pivot || factor === 0) return
      for (let column = pivot; column < row.length; column += 1)
        other[column] = (other[column] ?? 0) - factor * (row[column] ?? 0)
    })
  })
  return rows.map((row) => row.at(-1) ?? 0)
}
