import pg from 'pg'
import type { Op } from '#shared/delta/delta.ts'
import type { SeedCase } from './caseRow.ts'
import { readIds, writeReferenceLists } from './library.ts'
import { courts, readVocabulary } from './lists.ts'
import { people } from './people.ts'
import { buildRandom, type Random } from './random.ts'
import { caseStatuses, caseTypes, judges } from './reference.ts'
import { type Ids, reserveCaseIds, type NumberedCases, writeCases } from './write.ts'

const batch = 500

/** The number of distinct case numbers. */
export const maxCases = 1_000_000

type Options = { progress?: (done: number) => void; from?: number }

/**
 * Adds generated case files until there are `count`, for measurements: 200 to 2,000 words each, with the natural word
 * frequencies of the language. Deterministic: a small library is a prefix of every larger one, so a library that already
 * has its first `from` cases can grow.
 */
export async function generateCases(url: string, count: number, { progress, from = 0 }: Options = {}) {
  const lanes = await Promise.all(Array.from({ length: laneCount }, () => openLane(url)))
  const [first] = lanes
  if (!first) return
  try {
    const known = await readIds(first.client)
    const ids = known.courts.size > 0 ? known : await writeReferenceLists(first.client)
    const words = buildWordSource(readVocabulary())
    for (let start = from; start < count; start += batch) {
      const cases = Array.from({ length: Math.min(batch, count - start) }, (_, index) =>
        generateCase(start + index, words),
      )
      // While the database writes one batch, the next is generated.
      const lane = lanes[(start / batch) % laneCount] ?? first
      await lane.busy
      const numbered = await reserveCaseIds(lane.client, cases)
      lane.busy = writeBatch(lane.client, numbered, ids)
      // Awaited when the lane is needed again; until then a failure must not count as unhandled.
      lane.busy.catch(() => undefined)
      progress?.(start + cases.length)
    }
    await Promise.all(lanes.map((lane) => lane.busy))
  } finally {
    await Promise.all(lanes.map((lane) => lane.client.end()))
  }
}

const laneCount = 3

type Lane = { client: pg.Client; busy: Promise<void> }

async function openLane(url: string): Promise<Lane> {
  const client = new pg.Client({ connectionString: url, application_name: 'hukum seed' })
  await client.connect()
  return { client, busy: Promise.resolve() }
}

async function writeBatch(client: pg.Client, numbered: NumberedCases, ids: Ids) {
  await client.query('begin')
  // A library for measurements is regenerated after a crash, so batches need not be durable.
  await client.query('set local synchronous_commit = off')
  await writeCases(client, numbered, ids)
  await client.query('commit')
}

type Words = (random: Random, count: number) => string

export function generateCase(index: number, words: Words): SeedCase {
  const random = buildRandom(1_000_000 + index)
  const court = random.pick(courts)
  const closed_date = random.day(1995, 2025)
  const [claimant = '', respondant = ''] = people(random, 2)
  return {
    kind: 'generated',
    reference: random.reference(),
    case_numbers: [
      {
        number: `${numberOf(index)}/${court.code}/${closed_date.slice(0, 4)}`,
        submission_date: closed_date,
        registration_date: closed_date,
      },
    ],
    court: court.code,
    title: words(random, random.whole(3, 8)),
    case_types: random.some(caseTypes, random.whole(1, 2)),
    claimant: [claimant],
    respondant: [respondant],
    interpleader: [],
    closed_date,
    judges: random.some(judges[court.level], court.level === 'magistrate' ? 1 : random.whole(1, 3)),
    statuses: [random.pick(caseStatuses).name],
    status_details: null,
    keywords: words(random, 4),
    related_cases: [],
    case_content: { content: paragraphs(random, words), footnotes: [], annotations: [] },
  }
}

/** Serials start at 10,000 and wrap around after the highest one; with court and year they are unique. */
const numberOf = (index: number) => ((9_999 + index) % highestNumber) + 1
const highestNumber = 999_999

/** The length distribution favors short judgments. */
function paragraphs(random: Random, words: Words): Op[] {
  const total = Math.round(200 + 1800 * random.next() ** 3)
  const ops: Op[] = []
  for (let left = total, number = 1; left > 0; number += 1) {
    const length = Math.min(left, random.whole(30, 90))
    ops.push({ insert: `${words(random, length)}.` }, { insert: '\n', attributes: { paragraph: number } })
    left -= length
  }
  return ops
}

/** Draws words from a Zipf–Mandelbrot distribution, as in natural text. */
function buildWordSource(vocabulary: string[]): Words {
  const sums = new Float64Array(vocabulary.length)
  let total = 0
  for (let rank = 0; rank < vocabulary.length; rank += 1) sums[rank] = total += 1 / (rank + 2.7)

  // Lookup table: for each slice of the distribution, its first rank; the right one is a few steps further.
  const slices = 65_536
  const starts = new Uint32Array(slices)
  for (let slice = 0, rank = 0; slice < slices; slice += 1) {
    while ((sums[rank] ?? total) < (slice / slices) * total) rank += 1
    starts[slice] = rank
  }

  const word = (random: Random) => {
    const share = random.next()
    let rank = starts[Math.floor(share * slices)] ?? 0
    while ((sums[rank] ?? total) < share * total) rank += 1
    return vocabulary[rank] ?? ''
  }
  return (random, count) => {
    let text = word(random)
    for (let made = 1; made < count; made += 1) text += ` ${word(random)}`
    return text
  }
}
