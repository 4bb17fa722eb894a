import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildLibrary } from '#db/seed/library.ts'
import { findFields } from '#server/analysis/fields/findFields.ts'
import { lineConfidence, lineFeatures, probability, wordConfidence } from '#server/analysis/layout/confidence.ts'
import { toPlainText } from '#test/plainText.ts'
import { type Case, type Decile, decilesOf, mean, rankCorrelation, worstOf } from '#bench/analysis/deciles.ts'
import { drawDeciles } from '#bench/analysis/drawDeciles.ts'
import { lists } from '#bench/analysis/fields/lists.ts'
import { compare } from '#bench/analysis/fields/score.ts'
import { buildSet } from '#bench/analysis/fields/set.ts'
import { readFixtures } from '#bench/analysis/fixtures.ts'
import { fitLogistic } from '#bench/analysis/logistic.ts'
import { type JudgedLine, readJudged, readJudgedPages } from '#bench/analysis/readJudged.ts'
import { writePages } from '#bench/analysis/writePages.ts'

/**
 * Whether the confidence of words, lines, pages and fields is a probability: over the fixtures and damaged copies of them,
 * and over the judgments of the benchmark of fields, each decile with the share that is right. The weights were fitted on
 * the files marked as seen. `--draw` draws docs/pictures/confidence.svg, `--fit` prints new weights for
 * server/analysis/layout/weights.ts.
 */
const flag = { type: 'boolean', default: false } as const
const { values } = parseArgs({ options: { draw: flag, fit: flag } })

type Half = { words: Case[]; lines: Case[]; fields: Case[] }
const kinds = ['words', 'lines', 'fields'] as const

const judged = { seen: await collect(true), unseen: await collect(false) }
if (values.fit) fit(judged.seen)
const halves = { seen: halfOf('seen'), unseen: halfOf('unseen') }
const panels = kinds.map((kind) => ({
  name: kind,
  seen: decilesOf(halves.seen[kind]),
  unseen: decilesOf(halves.unseen[kind]),
}))
for (const { name, seen, unseen } of panels) {
  printDeciles(`${name}, seen`, seen)
  printDeciles(`${name}, unseen`, unseen)
}
for (const half of ['seen', 'unseen'] as const) printPages(half)
if (values.draw) writeFileSync(join(import.meta.dirname, '../docs/pictures/confidence.svg'), drawDeciles(panels))

async function collect(isSeen: boolean): Promise<JudgedLine[]> {
  const fixtures = readFixtures().filter(({ file, seen }) => seen === isSeen && !file.startsWith('legacy/'))
  const lines: JudgedLine[] = []
  for (const fixture of fixtures) lines.push(...(await readJudged(fixture)))
  return lines
}

function halfOf(half: 'seen' | 'unseen'): Half {
  const lines = judged[half]
  return {
    words: lines.flatMap(({ words }) =>
      words.map(({ features, right }) => ({ confidence: wordConfidence(features), right })),
    ),
    lines: lines.map((line) => ({ confidence: confidenceOf(line), right: isRight(line) })),
    fields: fieldsOf(half),
  }
}

/** Right is what is right letter by letter. */
function fieldsOf(half: 'seen' | 'unseen'): Case[] {
  const samples = half === 'seen' ? [...buildSet('seen'), ...buildSet('tuning')] : buildSet('unseen')
  return samples.flatMap(({ pages, truth }) =>
    compare(findFields(pages, lists), truth)
      .filter(({ field }) => field !== 'judgement_number')
      .flatMap(({ found }) => found.map(({ confidence, isExact }) => ({ confidence, right: isExact }))),
  )
}

function confidenceOf({ words }: JudgedLine): number {
  return lineConfidence(words.map(({ features }) => wordConfidence(features)))
}

function isRight({ words }: JudgedLine): boolean {
  return words.every(({ right }) => right)
}

/** The texts of the library, in plain pages, add words that no fixture has; how lines err only the fixtures show. */
function fit(lines: readonly JudgedLine[]) {
  const weights = fitLogistic([...lines, ...readLibrary()].flatMap(({ words }) => words))
  const ofLines = lines.map((line) => {
    const words = line.words.map(({ features }) => probability(features, weights))
    return { features: lineFeatures(words), right: isRight(line) }
  })
  const print = (name: string, fitted: readonly number[]) =>
    console.log(`export const ${name}: readonly number[] = [${fitted.map((one) => one.toFixed(3)).join(', ')}]`)
  print('wordWeights', weights)
  print('lineWeights', fitLogistic(ofLines))
}

/** Every fourth of the first judgments of the demo library, two pages of each. */
function readLibrary(): JudgedLine[] {
  const chosen = buildLibrary()
    .slice(0, 160)
    .filter((_, index) => index % 4 === 1)
  return chosen.flatMap(({ case_content }, index) => {
    const { pages, truth } = writePages(toPlainText(case_content), 2)
    return readJudgedPages(pages, { truth, furniture: [] }, `library ${index}`)
  })
}

function printDeciles(title: string, deciles: readonly Decile[]) {
  const all = deciles.reduce((sum, { count }) => sum + count, 0)
  console.log(`\n${title} (${all}): at most ${worstOf(deciles).toFixed(1)} points apart\n`)
  console.log('| decile | confidence | right | difference |\n| --- | --- | --- | --- |')
  for (const [index, { confidence, right }] of deciles.entries())
    console.log(
      `| ${index + 1} | ${confidence.toFixed(1)} | ${right.toFixed(1)} | ${(right - confidence).toFixed(1)} |`,
    )
}

/** As in the product: the 10th percentile of the lines of a page; and its true share of wrong words. */
function printPages(half: 'seen' | 'unseen') {
  const byPage = Map.groupBy(judged[half], ({ page }) => page)
  const pages = [...byPage.values()].map((lines): [number, number] => {
    const sorted = lines.map(confidenceOf).toSorted((one, other) => one - other)
    const words = lines.flatMap((line) => line.words)
    return [-(sorted[Math.floor((sorted.length - 1) / 10)] ?? 1), mean(words.map(({ right }) => (right ? 0 : 1)))]
  })
  const correlation = rankCorrelation(pages).toFixed(3)
  console.log(`\n${pages.length} pages, ${half}: rank correlation of doubt and error ${correlation}`)
}
