import { parseArgs } from 'node:util'
import { findFields } from '#server/analysis/fields/findFields.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lists } from './analysis/fields/lists.ts'
import { compare, type Outcome } from './analysis/fields/score.ts'
import { buildSet, hashOf, rates, type Sample } from './analysis/fields/set.ts'

/**
 * Fields: precision and recall of `findFields` over frozen judgments with noise, half of them in arrangements that were
 * never looked at while its rules were written (analysis/fields/README.md), and its confidence beside the share that is
 * right. `--misses` lists what is wrong in the seen half, `--calibrate` prints the table of calibration.ts from it.
 */
const { values } = parseArgs({ options: { misses: { type: 'boolean', default: false }, seen: { type: 'boolean', default: false }, calibrate: { type: 'boolean', default: false } } }) // prettier-ignore

type Measured = Outcome & { sample: Sample }

const sets = values.seen ? (['seen'] as const) : (['seen', 'unseen'] as const)
for (const set of sets) {
  const samples = buildSet(set)
  checkFrozen(set, samples)
  const measured = samples.flatMap((sample) =>
    compare(findFields(sample.pages, lists), sample.truth).map((outcome) => ({ ...outcome, sample })),
  )
  report(set, measured)
  if (set === 'seen' && values.misses) listMisses(measured)
}

function checkFrozen(set: 'seen' | 'unseen', samples: readonly Sample[]) {
  const frozen: unknown = JSON.parse(readFileSync(join(import.meta.dirname, 'analysis/fields/frozen.json'), 'utf8'))
  const isFrozen = typeof frozen === 'object' && frozen !== null && Object.entries(frozen).some(([name, hash]) => name === set && hash === hashOf(samples)) // prettier-ignore
  console.log(
    `\n${set}: ${samples.length / rates.length} judgments at ${rates.length} rates of noise${isFrozen ? '' : ' — NOT the frozen set'}`,
  )
}

function report(set: string, measured: readonly Measured[]) {
  const rows = [...Map.groupBy(measured, ({ field }) => field)].map(([field, outcomes]) => ({
    field,
    ...total(outcomes),
    ...Object.fromEntries(
      rates.map((rate) => [
        `recall ${rate * 100} %`,
        total(outcomes.filter(({ sample }) => sample.rate === rate)).recall,
      ]),
    ),
  }))
  console.log(set)
  console.table(rows)
}

function total(outcomes: readonly Outcome[]) {
  const wanted = outcomes.reduce((sum, one) => sum + one.wanted.length, 0)
  const found = outcomes.flatMap((one) => one.found)
  const right = found.filter(({ isRight }) => isRight).length
  const share = (part: number, whole: number) => Number(((100 * part) / Math.max(1, whole)).toFixed(1))
  return { wanted, found: found.length, precision: share(right, found.length), recall: share(right, wanted) }
}

function listMisses(measured: readonly Measured[]) {
  for (const { field, wanted, found, sample } of measured) {
    const wrong = found.filter(({ isRight }) => !isRight).map(({ value }) => value)
    const right = found.filter(({ isRight }) => isRight).length
    if (wrong.length > 0 || right < wanted.length)
      console.log(
        `${sample.rate} ${sample.name.slice(0, 26)} ${field}: wanted ${wanted.join(' | ')}, wrong ${wrong.join(' | ')}`,
      )
  }
}
