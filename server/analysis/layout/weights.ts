/**
 * Weights of two logistic regressions, as `npm run bench -- confidence --fit` prints them from the fixtures marked as seen,
 * the demo library, and damaged copies of both; docs/notes/0098-lines-from-glyphs.md shows how they hold on the unseen ones.
 */
export const wordWeights: readonly number[] = [
  0.453, -0.587, -13.115, -1.454, -11.12, 1.136, 0, -15.09, 3.893, 0.387, 2.478, 0.281, -0.22, 0.082, 0.457, 6.903,
  -1.3, -0.198,
]

export const lineWeights: readonly number[] = [0.054, -0.005, 0.921, -0.306]
