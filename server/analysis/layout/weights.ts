/**
 * Weights of two logistic regressions, fitted by `npm run bench -- calibration` on the fixtures marked as seen and on
 * damaged copies of them; decision 0098 shows how they hold on the unseen ones.
 */
export const wordWeights: readonly number[] = [
  0.482, -1.328, -5.272, -2.547, -9.983, 1.58, 0, -9.193, 1.968, 0.252, 4.631,
]

export const lineWeights: readonly number[] = [-1.767, 1.021, -0.061, 1.174]
