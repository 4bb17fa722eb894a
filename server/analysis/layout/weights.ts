/**
 * Weights of two logistic regressions over the fixtures marked as seen and damaged copies of them, those of words over the
 * demo library too (`npm run bench -- confidence --fit` prints new ones); docs/notes/0098-lines-from-glyphs.md shows how they
 * hold on the unseen fixtures.
 */
export const wordWeights: readonly number[] = [
  0.453, -0.587, -13.115, -1.454, -11.12, 1.136, 0, -15.09, 3.893, 0.387, 2.478, 0.281, -0.22, 0.082, 0.457, 6.903,
  -1.3, -0.198,
]

export const lineWeights: readonly number[] = [0.054, -0.005, 0.921, -0.306]
