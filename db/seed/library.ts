import pg from 'pg'
import { isEmpty, writeAccess } from './access.ts'
import type { SeedCase } from './caseRow.ts'
import { frame } from './frame.ts'
import { courts } from './lists.ts'
import { buildDelta } from './markup.ts'
import { briefJudgments, phrases, writtenJudgments } from './content.ts'
import { pages } from '#db/seed/pages/pages.ts'
import { buildRandom } from './random.ts'
import { caseStatuses, caseTypes, judges, relationTypes } from './reference.ts'
import type { BriefJudgment, SeedJudgment } from './shapes.ts'
import { type Ids, insert, reserveCaseIds, reserveIds, writeCases, type WrittenCase } from './write.ts'

type Options = { log: (sentence: string) => void; cases?: readonly SeedCase[] }

/** Fills an empty library in one transaction; a library with content is left unchanged. Returns whether it was filled. */
export async function fillLibrary(url: string, { log, cases = buildLibrary() }: Options): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'hukum seed' })
  await client.connect()
  try {
    await client.query('begin')
    // Mutual exclusion: a second start waits here and then finds a filled library.
    await client.query(`select pg_advisory_xact_lock(hashtext('hukum seed'))`)
    if (!(await isEmpty(client))) return false

    log(`Filling the library with ${cases.length} case files…`)
    await writeAccess(client)
    const ids = await writeReferenceLists(client)
    const written = await writeCases(client, await reserveCaseIds(client, cases), ids)
    await writePhrases(client, written)
    await insert(client, 'dynamic_pages', {
      name: ['text', pages.map((page) => page.name)],
      route: ['text', pages.map((page) => page.route)],
      page_content: ['text', pages.map((page) => page.page_content)],
    })
    await client.query('commit')
    return true
  } finally {
    await client.end()
  }
}

/** Adds case files and the phrases to a library with the reference lists, in one transaction. @internal for benchmarks */
export async function addToLibrary(url: string, cases: readonly SeedCase[]): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'hukum seed' })
  await client.connect()
  try {
    await client.query('begin')
    const numbered = await reserveCaseIds(client, cases)
    await writePhrases(client, await writeCases(client, numbered, await readIds(client)))
    await client.query('commit')
  } finally {
    await client.end()
  }
}

export const buildLibrary = (): SeedCase[] => [
  ...writtenJudgments.map(([kind, judgment], index) => asCase(kind, judgment, index)),
  ...briefJudgments.map(asBriefCase),
]

function asBriefCase(judgment: BriefJudgment, index: number): SeedCase {
  const { kind, number, submission_date, registration_date, status, text, ...facts } = judgment
  const { closed_date: closed, judges: bench, claimant, respondant } = judgment
  const court = courts.find(({ code }) => code === judgment.court)
  if (!court) throw new Error(`${number}: there is no court ${judgment.court}`)
  const head = { court, number, claimant, respondant, closed, bench, type: judgment.case_types[0] ?? '' }
  const whole: SeedJudgment = {
    interpleader: [],
    status_details: null,
    related_cases: [],
    footnotes: {},
    annotations: {},
    ...facts,
    case_numbers: [{ number, submission_date, registration_date }],
    statuses: [status ?? caseStatuses[0]?.name ?? ''],
    text: frame({ ...head, submitted: submission_date, registered: registration_date }, text),
  }
  return asCase(kind, whole, 1000 + index)
}

function asCase(kind: string, judgment: SeedJudgment, index: number): SeedCase {
  const { text, footnotes, annotations, ...facts } = judgment
  const delta = buildDelta(text, {
    footnotes: Object.entries(footnotes).map(([key, content]) => ({ key, content })),
    annotations: Object.entries(annotations).map(([key, note]) => ({ key, ...note })),
  })
  return { ...facts, kind, reference: buildRandom(100 + index).reference(), case_content: delta }
}

/** Writes the reference lists of case files; returns their ids by name (courts by code). */
export async function writeReferenceLists(client: pg.ClientBase): Promise<Ids> {
  const names = (values: readonly string[]) => ({ name: ['text', values] as [string, readonly string[]] })
  await insert(client, 'courts', {
    ...names(courts.map((court) => court.name)),
    name_en: ['text', courts.map((court) => court.name_en)],
    code: ['text', courts.map((court) => court.code)],
    level: ['text', courts.map((court) => court.level)],
  })
  await insert(client, 'judges', names(Object.values(judges).flat()))
  await insert(client, 'case_types', names(caseTypes))
  await insert(client, 'relation_types', names(relationTypes))
  await insert(client, 'case_statuses', {
    ...names(caseStatuses.map((status) => status.name)),
    color: ['text', caseStatuses.map((status) => status.color)],
    icon: ['text', caseStatuses.map((status) => status.icon)],
  })
  return readIds(client)
}

export async function readIds(client: pg.ClientBase): Promise<Ids> {
  const read = async (table: string, column = 'name') => {
    const { rows } = await client.query<{ id: number; name: string }>(
      `select id, ${column} as name from ${table} where ${column} is not null`,
    )
    return new Map(rows.map((row) => [row.name, row.id]))
  }
  return {
    courts: await read('courts', 'code'),
    judges: await read('judges'),
    case_types: await read('case_types'),
    case_statuses: await read('case_statuses'),
    relation_types: await read('relation_types'),
  }
}

async function writePhrases(client: pg.ClientBase, cases: WrittenCase[]) {
  const ids = await reserveIds(client, 'phrases', phrases.length)
  const random = buildRandom(42)
  await insert(client, 'phrases', {
    id: ['bigint', ids],
    reference: ['text', phrases.map(() => random.reference())],
    dhivehi_phrase: ['text', phrases.map((phrase) => phrase.dhivehi_phrase)],
    english_phrase: ['text', phrases.map((phrase) => phrase.english_phrase)],
    arabic_phrase: ['text', phrases.map((phrase) => phrase.arabic_phrase)],
    short_meaning: ['text', phrases.map((phrase) => phrase.short_meaning)],
    meaning: ['text', phrases.map((phrase) => phrase.meaning)],
    published: ['boolean', phrases.map(() => true)],
  })
  const uses = phrases.flatMap((phrase, index) => {
    const candidates = cases.filter((one) => phrase.kinds.some((kind) => kind === one.kind))
    return random
      .some(candidates, random.whole(2, 5))
      .map((one, position) => ({ phrase: ids[index], number: one.number_id, position }))
  })
  await insert(client, 'phrase_case_numbers', {
    phrase_id: ['bigint', uses.map((use) => use.phrase)],
    case_number_id: ['bigint', uses.map((use) => use.number)],
    position: ['integer', uses.map((use) => use.position)],
  })
}
