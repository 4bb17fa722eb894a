import { createHash } from 'node:crypto'
import type { Page } from '#server/analysis/types.ts'
import { buildJudgments } from './judgments.ts'
import type { Truth } from './source.ts'
import { toPages } from './pages.ts'
import type { SetName } from './styles.ts'

/** Shares of letters with an error. */
export const rates = [0, 0.005, 0.015, 0.03] as const

export type Sample = { name: string; rate: number; pages: Page[]; truth: Truth }

/** Each judgment of a set at each rate of noise. */
export const buildSet = (set: SetName): Sample[] =>
  buildJudgments(set).flatMap((judgment, index) =>
    rates.map((rate, at) => ({
      name: judgment.name,
      rate,
      truth: judgment.truth,
      pages: toPages(judgment, rate, index * 100 + at),
    })),
  )

/** A hash of texts and truth, to see that a set is the one that was frozen. */
export const hashOf = (samples: readonly Sample[]) =>
  createHash('sha256')
    .update(
      JSON.stringify(
        samples.map(({ pages, truth }) => [pages.map(({ lines }) => lines.map(({ text }) => text)), truth]),
      ),
    )
    .digest('hex')
