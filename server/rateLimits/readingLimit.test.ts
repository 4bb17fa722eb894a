import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { rateLimitTable } from '#server/endpoint/rateLimits.ts'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'

const signIn = async (email: string, at: Api) =>
  String((await at.call('auth/login', { email, password })).body['encodedToken'])

/** An application in which a reader may open `reads` cases in a day, and the references of four cases. */
async function openLibrary(reads: number) {
  const library = await openApi({ limitsScale: 1, env: { TRUSTED_PROXIES: '1', READS_PER_DAY: String(reads) } })
  onTestFinished(() => library.close())
  const { rows } = await sql<{ reference: string }>`
    with court as (insert into courts (name) values ('Limited') returning id)
    insert into case_files (court_id, title, published)
    select court.id, 'Limited ' || number, true from court, generate_series(1, 4) as number
    returning reference`.execute(library.db)
  const find = async (token: string, Reference: string | undefined, more = {}) =>
    (await library.call('g/find', { Type: 'CaseFile', Reference, ...more }, { token })).status
  return { library, references: rows.map(({ reference }) => reference), find }
}

test('a reader opens READS_PER_DAY different cases and phrases in a day over all sessions, and the staff any number', async () => {
  const { library, references, find } = await openLibrary(3)
  const email = await buildUser(library.databaseUrl)
  const readers = [await signIn(email, library), await signIn(email, library)]
  const staff = await signIn(await buildUser(library.databaseUrl, { can: ['read-courts'] }), library)
  const openAll = (tokens: readonly string[]) =>
    Promise.all(references.map(async (reference, at) => find(tokens[at % tokens.length] ?? '', reference)))
  expect((await openAll(readers)).toSorted()).toEqual([200, 200, 200, 429])
  expect((await openAll(readers)).toSorted()).toEqual([200, 200, 200, 429])
  expect(await openAll([staff])).toEqual([200, 200, 200, 200])

  await sql`delete from rate_limits where key like 'opened:%'`.execute(library.db)
  const { retryAfter, body } = await library.call(
    'g/find',
    { Type: 'CaseFile', Reference: references[0] },
    { token: readers[0] ?? '' },
  )
  expect(Number(retryAfter)).toBeGreaterThan(86_000)
  expect(body['Message']).toBe('Too many requests. Please try again in 24 hours.')
})

test('the calls of notes that answer from the text of a case count as opening it', async () => {
  const { library, references, find } = await openLibrary(1)
  const email = await buildUser(library.databaseUrl)
  const token = await signIn(email, library)
  const [first, second] = references
  expect(await find(token, first)).toBe(200)
  const call = async (path: string, input: object) => (await library.call(`notes/${path}`, input, { token })).status
  expect(await call('get', { Reference: first })).toBe(200)

  const { rows } = await sql<{ uid: string }>`
    with text as (
      insert into note_texts (case_file_id, version, fingerprint, text)
      select id, version, repeat('0', 32), 'text' from case_files where reference = ${second}
      returning id, case_file_id)
    insert into notes (user_id, case_file_id, version, text_id, carried_text_id, range_start, range_end, quote,
                       type, title, category, description)
    select (select id from users where email = ${email}), case_file_id, 1, id, id, 0, 4, 'text', 'General', 'Title', 'usul', 'Text'
      from text
    returning uid`.execute(library.db)
  const [uid, Text] = [rows[0]?.uid, '0'.repeat(32)]
  const note = { Type: 'General', Title: 'a', Category: 'usul', Description: 'a' }
  const statuses = [
    await call('get', { Reference: second }),
    await call('export', { Reference: second }),
    await call('create', { Reference: second, Text, Start: 0, End: 1, ...note }),
    await call('confirm', { uid, Text }),
    await call('relocate', { uid, Text, Start: 0, End: 1 }),
  ]
  expect(statuses).toEqual(Array(5).fill(429))
})

test('a case that a reader has opened is read, checked and opened at the same time again without another count', async () => {
  const { library, references, find } = await openLibrary(2)
  const token = await signIn(await buildUser(library.databaseUrl), library)
  const [first, second, third] = references
  const same = await Promise.all(
    Array.from({ length: 10 }, (_, number) => find(token, first, { Text: number % 2 === 0 })),
  )
  expect(same).toEqual(Array(10).fill(200))
  for (let time = 0; time < 3; time += 1) expect(await find(token, 'aB3dE5gH7jK9')).toBe(404)
  expect([await find(token, second), await find(token, third), await find(token, third)]).toEqual([200, 429, 429])
  expect(await find(token, first)).toBe(200)
})

test('a refused case is refused in calls at the same time too, and one case is read as often as any records', async () => {
  const { library, references, find } = await openLibrary(1)
  const token = await signIn(await buildUser(library.databaseUrl), library)
  const [first, second] = references
  expect(await find(token, first)).toBe(200)
  expect(await Promise.all(Array.from({ length: 10 }, () => find(token, second)))).toEqual(Array(10).fill(429))
  const statuses: number[] = []
  while (statuses.length < rateLimitTable.find.points) statuses.push(await find(token, first))
  expect(statuses.indexOf(429)).toBe(rateLimitTable.find.points - 11)
})

test('with READS_PER_DAY of 0, a reader opens any number of cases', async () => {
  const { library, references, find } = await openLibrary(0)
  const token = await signIn(await buildUser(library.databaseUrl), library)
  await library.rateLimiter.consumeAndCount('reading', '1', 2000)
  expect(await Promise.all(references.map((reference) => find(token, reference)))).toEqual([200, 200, 200, 200])
})
