import { buildRandom } from '../../db/seed/random.ts'
import { lineConfidence, lineFeatures, probability, wordConfidence } from '#server/analysis/layout/confidence.ts'
import { damages } from './damage.ts'
import { type Fixture, readFixtures } from './fixtures.ts'
import { fitLogistic } from './logistic.ts'
import { type JudgedLine, readJudged } from './readJudged.ts'

/**
 * Whether the confidence of words, lines and pages is a probability: over the fixtures and damaged copies of them, each
 * decile with the share that is right. The weights are fitted on the files marked as seen; the tables show the others.
 * `--fit` prints new weights for server/analysis/layout/weights.ts.
 */
const fixtures = readFixtures().filter(({ file }) => !file.startsWith('legacy/'))

type Page = { file: string; confidence: number; error: number }

const [seen, unseen] = [await collect(true), await collect(false)]

if (process.argv.includes('--fit')) {
  const weights = fitLogistic(seen.flatMap(({ words }) => words))
  const lines = seen.map((line) => {
    const words = line.words.map(({ features }) => probability(features, weights))
    return { features: lineFeatures(words), right: isRight(line) }
  })
  print('wordWeights', weights)
  print('lineWeights', fitLogistic(lines))
}

for (const [name, lines] of [
  ['seen', seen],
  ['unseen', unseen],
] as const) {
  const words = lines.flatMap((line) => line.words)
  printDeciles(
    `words, ${name}`,
    words.map(({ features, right }) => ({ confidence: wordConfidence(features), right })),
  )
  printDeciles(
    `lines, ${name}`,
    lines.map((line) => ({ confidence: lineConfidence(confidencesOf(line)), right: isRight(line) })),
  )
  const pages = pagesOf(lines)
  console.log(
    `\n${pages.length} pages, ${name}: rank correlation of confidence and error ${rankCorrelation(pages).toFixed(3)}`,
  )
}

async function collect(isSeen: boolean): Promise<JudgedLine[]> {
  const lines: JudgedLine[] = []
  for (const fixture of fixtures.filter(({ seen }) => seen === isSeen)) lines.push(...(await readAll(fixture)))
  return lines
}

/** The file as it is, and damaged in each way; the random numbers depend on its name only. */
async function readAll(fixture: Fixture): Promise<JudgedLine[]> {
  const seed = Array.from(fixture.file).reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 1_000_003, 7)
  const all = []
  for (const [index, damage] of damages.entries())
    all.push(...(await readJudged(fixture, (page) => damage(page, buildRandom(seed + index)), index)))
  return all
}

function confidencesOf({ words }: JudgedLine) {
  return words.map(({ features }) => wordConfidence(features))
}

function isRight({ words }: JudgedLine) {
  return words.every(({ right }) => right)
}

function print(name: string, weights: readonly number[]) {
  console.log(`export const ${name}: readonly number[] = [${weights.map((weight) => weight.toFixed(3)).join(', ')}]`)
}

function printDeciles(title: string, cases: readonly { confidence: number; right: boolean }[]) {
  const sorted = cases.toSorted((one, other) => one.confidence - other.confidence)
  console.log(`\n${title} (${cases.length})\n\n| decile | confidence | right | difference |\n| --- | --- | --- | --- |`)
  for (let decile = 0; decile < 10; decile += 1) {
    const part = sorted.slice((sorted.length * decile) / 10, (sorted.length * (decile + 1)) / 10)
    const confidence = mean(part.map((one) => one.confidence)) * 100
    const right = mean(part.map((one) => (one.right ? 1 : 0))) * 100
    console.log(
      `| ${decile + 1} | ${confidence.toFixed(1)} | ${right.toFixed(1)} | ${(right - confidence).toFixed(1)} |`,
    )
  }
}

/** As in the product: the 10th percentile of the lines; and the true share of wrong words. */
function pagesOf(lines: readonly JudgedLine[]): Page[] {
  return [...Map.groupBy(lines, ({ page }) => page)].map(([file, own]) => {
    const sorted = own.map((line) => lineConfidence(confidencesOf(line))).sort((one, other) => one - other)
    const words = own.flatMap((line) => line.words)
    return {
      file,
      confidence: sorted[Math.floor((sorted.length - 1) / 10)] ?? 1,
      error: mean(words.map(({ right }) => (right ? 0 : 1))),
    }
  })
}

function rankCorrelation(pages: readonly Page[]): number {
  const ranks = (values: readonly number[]) => {
    const sorted = values.toSorted((one, other) => one - other)
    return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2)
  }
  const [one, other] = [ranks(pages.map(({ confidence }) => -confidence)), ranks(pages.map(({ error }) => error))]
  const [meanOne, meanOther] = [mean(one), mean(other)]
  const covariance = mean(one.map((value, index) => (value - meanOne) * ((other[index] ?? 0) - meanOther)))
  const spread = (values: readonly number[], middle: number) =>
    Math.sqrt(mean(values.map((value) => (value - middle) ** 2)))
  return covariance / (spread(one, meanOne) * spread(other, meanOther) || 1)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / (values.length || 1)
}
