import pg from 'pg'
import type { Op } from '#shared/delta/delta.ts'
import type { SeedCase } from './caseRow.ts'
import { readIds, writeReferenceLists } from './library.ts'
import { courts, readVocabulary } from './lists.ts'
import { people } from './people.ts'
import { buildRandom, type Random } from './random.ts'
import { caseStatuses, caseTypes, judges } from './reference.ts'
import { writeCases } from './write.ts'

const batch = 500

type Progress = (done: number) => void

/**
 * Adds `count` case files made of the words of the language on their natural frequency curve, 200 to 2,000 words each:
 * a library to measure with. The same rows for the same count.
 */
export async function generateCases(url: string, count: number, progress: Progress = () => undefined) {
  const client = new pg.Client({ connectionString: url, application_name: 'hukum seed' })
  await client.connect()
  try {
    const known = await readIds(client)
    const ids = known.courts.size > 0 ? known : await writeReferenceLists(client)
    const words = buildWordSource(readVocabulary())
    for (let start = 0; start < count; start += batch) {
      const cases = Array.from({ length: Math.min(batch, count - start) }, (_, index) =>
        generateCase(start + index, words),
      )
      await client.query('begin')
      // A measuring library is made anew when the machine fails: it need not be on disk at every batch.
      await client.query('set local synchronous_commit = off')
      await writeCases(client, cases, ids)
      await client.query('commit')
      progress(start + cases.length)
    }
  } finally {
    await client.end()
  }
}

type Words = (random: Random, count: number) => string

function generateCase(index: number, words: Words): SeedCase {
  const random = buildRandom(1_000_000 + index)
  const court = random.pick(courts)
  const closed_date = random.day(1995, 2025)
  const [claimant = '', respondant = ''] = people(random, 2)
  return {
    kind: 'generated',
    reference: random.reference(),
    case_numbers: [
      {
        number: `${10_000 + index}/${court.code}/${closed_date.slice(0, 4)}`,
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

/** More short judgments than long ones. */
function paragraphs(random: Random, words: Words): Op[] {
  const total = Math.round(200 + 1800 * random.next() ** 2)
  const ops: Op[] = []
  for (let left = total, number = 1; left > 0; number += 1) {
    const length = Math.min(left, random.whole(30, 90))
    ops.push({ insert: `${words(random, length)}.` }, { insert: '\n', attributes: { paragraph: number } })
    left -= length
  }
  return ops
}

/** Words on Zipf's curve with Mandelbrot's shift, as natural text has them. */
function buildWordSource(vocabulary: string[]): Words {
  const sums = new Float64Array(vocabulary.length)
  let total = 0
  for (let rank = 0; rank < vocabulary.length; rank += 1) {
    total += 1 / (rank + 2.7)
    sums[rank] = total
  }
  const word = (random: Random) => vocabulary[firstAtLeast(sums, random.next() * total)] ?? ''
  return (random, count) => Array.from({ length: count }, () => word(random)).join(' ')
}

function firstAtLeast(sums: Float64Array, value: number) {
  let low = 0
  let high = sums.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sums[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}
