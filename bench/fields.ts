import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findFields } from '#server/analysis/fields/findFields.ts'
import { readFields } from '#server/analysis/fields/readFields.ts'
import { modelFile } from '#server/analysis/fields/tagger/model.ts'
import { buildExamples } from '#bench/analysis/fields/examples.ts'
import { lists } from '#bench/analysis/fields/lists.ts'
import { compare, type Outcome } from '#bench/analysis/fields/score.ts'
import { buildSet, hashOf, rates, type Sample } from '#bench/analysis/fields/set.ts'
import { encodeModel, trainTagger } from '#bench/analysis/fields/trainTagger.ts'
import type { SetName } from '#bench/analysis/fields/styles.ts'

/**
 * Fields: precision and recall of `findFields` over frozen judgments with noise, one set of them in arrangements that
 * were never looked at while its rules were written (analysis/fields/README.md), and its confidence next to the share
 * that is right. `--seen` leaves that one out, `--misses` lists what is wrong in the others, `--rules` prints the precision of each rule in
 * them, `--calibrate` prints the table of calibration.ts from the others, `--train` trains the tagger on all but the measured ones.
 */
const flag = { type: 'boolean', default: false } as const
const { values } = parseArgs({ options: { misses: flag, seen: flag, rules: flag, calibrate: flag, train: flag } })
const known = [
  'seen',
  'tuning',
  'read',
  'rules',
  'later',
  'training',
  'held_out',
  'fourth_odd',
  'fourth_even',
  'forms',
  'more_forms',
  'fifth_odd',
  'sixth_odd',
  'seventh_odd',
  'eighth_odd',
] as const
const measuredOnly = ['unseen', 'fifth_even', 'sixth_even', 'seventh_even', 'eighth_even'] as const

/**
 * Copies of an arrangement, by rates, and the prior probability: the pair with which the rest of the known sets predicts an
 * arrangement best.
 */
const together = 8
const prior = 0.9

/** The sets that the rules read last, and the weight of the others next to them, in arrangements. */
const latest = ['sixth_odd', 'seventh_odd'] as const
const readWeight = 4

type Measured = Outcome & { sample: Sample }

if (values.train) {
  const model = trainTagger(known.flatMap(buildExamples))
  writeFileSync(modelFile, encodeModel(model))
  console.log(`${model.hashes.length} features`)
}

for (const set of values.seen ? known : [...known, ...measuredOnly]) {
  const samples = buildSet(set)
  checkFrozen(set, samples)
  const started = process.cpuUsage()
  const fields = samples.map((sample) => ({ sample, fields: findFields(sample.pages, lists) }))
  const spent_ms = process.cpuUsage(started).user / 1000
  const pages = samples.reduce((sum, sample) => sum + sample.pages.length, 0)
  const measured = fields.flatMap(({ sample, fields: found }) =>
    compare(found, sample.truth).map((outcome) => ({ ...outcome, sample })),
  )
  report(measured)
  reportConfidence(measured)
  console.log(
    `${(spent_ms / samples.length).toFixed(1)} ms of the processor a judgment of ${(pages / samples.length).toFixed(1)} pages`,
  )
  if (values.rules && known.some((name) => name === set)) reportRules(samples)
  if (values.misses && known.some((name) => name === set)) listMisses(measured)
}
if (values.calibrate) console.log(JSON.stringify(calibrate(), null, 2))

function checkFrozen(set: SetName, samples: readonly Sample[]) {
  const frozen: unknown = JSON.parse(readFileSync(join(import.meta.dirname, 'analysis/fields/frozen.json'), 'utf8'))
  const isFrozen =
    typeof frozen === 'object' &&
    frozen !== null &&
    Object.entries(frozen).some(([name, hash]) => name === set && hash === hashOf(samples))
  console.log(
    `\n${set}: ${samples.length / rates.length} judgments at ${rates.length} rates of noise${isFrozen ? '' : ', NOT the frozen set'}`,
  )
  if (!isFrozen) process.exitCode = 1
}

function report(measured: readonly Measured[]) {
  const recallAt = (outcomes: readonly Measured[]) =>
    rates.map((rate): [string, number] => [
      `recall ${rate * 100} %`,
      total(outcomes.filter(({ sample }) => sample.rate === rate)).recall,
    ])
  const byField = Map.groupBy(measured, ({ field }) => field)
  console.table(
    [...byField].map(([field, outcomes]) => ({ field, ...total(outcomes), ...Object.fromEntries(recallAt(outcomes)) })),
  )
}

function percent(part: number, whole: number) {
  return Number(((100 * part) / Math.max(1, whole)).toFixed(1))
}

function total(outcomes: readonly Outcome[]) {
  const wanted = outcomes.reduce((sum, one) => sum + one.wanted.length, 0)
  const found = outcomes.flatMap((one) => one.found)
  const right = found.filter(({ isRight }) => isRight).length
  return { wanted, found: found.length, precision: percent(right, found.length), recall: percent(right, wanted) }
}

/** The values by their confidence, and the share that is right: exactly, letter by letter. */
function reportConfidence(measured: readonly Measured[]) {
  const found = measured.filter(({ field }) => field !== 'judgement_number').flatMap((one) => one.found)
  const deciles = Map.groupBy(found, ({ confidence }) => Math.min(9, Math.floor(confidence * 10)))
  const mean = (numbers: readonly number[]) =>
    numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length)
  console.table(
    [...deciles]
      .sort(([one], [other]) => one - other)
      .map(([decile, some]) => ({
        confidence: `${decile * 10}-${decile * 10 + 10} %`,
        values: some.length,
        'mean confidence': percent(mean(some.map(({ confidence }) => confidence)), 1),
        right: percent(some.filter(({ isExact }) => isExact).length, some.length),
      })),
  )
}

function listMisses(measured: readonly Measured[]) {
  for (const { field, wanted, found, sample } of measured) {
    const wrong = found.filter(({ isRight }) => !isRight).map(({ value }) => value)
    const right = found.length - wrong.length
    const isMiss = wrong.length > 0 || right < wanted.length
    if (isMiss)
      console.log(
        `${sample.rate} ${sample.name.slice(0, 26)} ${field}: wanted ${wanted.join(' | ')}, wrong ${wrong.join(' | ')}`,
      )
  }
}

/**
 * For each field and evidence the share that is right in the sets that the rules read last, of which they have read few misses,
 * smoothed by the share in the other known sets, and that by the prior probability. The judgments of one arrangement at all rates
 * count as one observation, because they are right or wrong together. The probability that the words are read right is a factor
 * of its own. What it prints of the tagger is of sets that the tagger has learned from: `calibration.ts` has estimates.
 */
function calibrate() {
  const recent = new Map(countByRule(latest.flatMap(buildSet)))
  const before = new Map(countByRule(known.filter((name) => !latest.some((one) => one === name)).flatMap(buildSet)))
  const shares = [...new Set([...before.keys(), ...recent.keys()])].toSorted().map((name) => {
    const read = shareOf(before.get(name), { share: prior, weight: 1 })
    return { name, share: Number(shareOf(recent.get(name), { share: read, weight: readWeight }).toFixed(3)) }
  })
  const byField = Map.groupBy(shares, ({ name }) => name.split(': ')[0] ?? '')
  return Object.fromEntries(
    [...byField].map(([field, some]) => [
      field,
      Object.fromEntries(some.map(({ name, share }) => [name.split(': ')[1], share])),
    ]),
  )
}

/** The share that is right, with what was known before as so many arrangements. */
function shareOf(count: { right: number; all: number } | undefined, before: { share: number; weight: number }): number {
  const { right, all } = count ?? { right: 0, all: 0 }
  return (right / together + before.share * before.weight) / (all / together + before.weight)
}

/** How many of the values that each rule finds are right. */
function reportRules(samples: readonly Sample[]) {
  console.table(
    countByRule(samples).map(([rule, { right, all }]) => ({ rule, found: all, right, precision: percent(right, all) })),
  )
}

/** By field and evidence, which names the rule. */
function countByRule(samples: readonly Sample[]) {
  const counts = new Map<string, { right: number; all: number }>()
  for (const { pages, truth } of samples)
    for (const { name, isRight } of compareEvidence(readFields(pages, lists), truth)) {
      const count = counts.get(name) ?? { right: 0, all: 0 }
      counts.set(name, { right: count.right + (isRight ? 1 : 0), all: count.all + 1 })
    }
  return [...counts].sort()
}

type Evidenced = ReturnType<typeof readFields>

/** Each value is compared with a confidence that is the index of its evidence. */
function compareEvidence(fields: Evidenced, truth: Sample['truth']): { name: string; isRight: boolean }[] {
  const evidences: string[] = []
  const mark = <Value>({
    value,
    page,
    box,
    evidence,
  }: {
    value: Value
    page: number
    box: Evidenced['judges'][number]['box']
    evidence: string
  }) => ({ value, page, box, confidence: evidences.push(evidence) - 1 })
  const one = <Value>(value: Parameters<typeof mark<Value>>[0] | null) => (value ? mark(value) : null)
  const many = (some: Evidenced['judges']) => some.map((value) => mark(value))
  const marked = {
    judgement_number: one(fields.judgement_number),
    case_numbers: many(fields.case_numbers),
    court: one(fields.court),
    judges: many(fields.judges),
    claimant: many(fields.claimant),
    respondant: many(fields.respondant),
    date: one(fields.date),
    hijri_date: one(fields.hijri_date),
    title: one(fields.title),
    case_type: one(fields.case_type),
    keywords: many(fields.keywords),
    related_case_numbers: many(fields.related_case_numbers),
    content_start_page: one(fields.content_start_page),
  }
  return compare(marked, truth).flatMap(({ field, found }) =>
    found.map(({ confidence, isRight }) => ({ name: `${field}: ${evidences[confidence] ?? ''}`, isRight })),
  )
}
