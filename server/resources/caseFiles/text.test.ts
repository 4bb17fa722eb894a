import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, type Caller, errorsOf } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { png } from '#test/pictures.ts'
import { runInline } from '#server/workerPool/workerPool.ts'
import { limits } from '#shared/limits.ts'
import { allPermissions, openStaffApi, rowOf } from '#test/signedInApi.ts'
import { send, uploadedBy } from '#test/uploads.ts'
import { renderTexts } from './renderTexts.ts'

let api: Api
let staff: Caller
let other: Caller

beforeAll(async () => {
  ;({ api, staff } = await openStaffApi())
  other = await api.as(await buildUser(api.databaseUrl, { can: allPermissions }), password)
  await sql`insert into courts (name) values ('A')`.execute(api.db)
  await sql`insert into case_types (name) values ('A')`.execute(api.db)
})
afterAll(() => api.close())

type Saved = { id: number; version: number }
let count = 0

/** Creates a published case file. */
async function create(fields: object = {}): Promise<Saved> {
  const { status, body } = await staff('caseFiles/create', {
    court: 1,
    case_types: [1],
    case_numbers: [{ number: `${(count += 1)}/Cv-C/2019` }],
    published: true,
    ...fields,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return rowOf(body)
}

const textOf = (content: unknown[], notes: object = {}) => ({ content, footnotes: [], annotations: [], ...notes })
const set = (record: Saved, Delta: object, caller = staff) =>
  caller('caseFiles/set', { id: record.id, version: record.version, Delta })

/** The text as the reader receives it. */
async function read(id: number) {
  const { rows } = await sql<{ reference: string }>`select reference from case_files where id = ${id}`.execute(api.db)
  const answer = await staff('g/find', { Type: 'CaseFile', Reference: rows[0]?.reference, Text: true })
  return rowOf(answer.body) as unknown as { case_content: string; footnotes: { key: string }[]; annotations: object[] }
}

const annotation = (key: string) => ({ key, content: 'b', type: 'general', title: 'a', category: 'usul' })

test('setting a text stores its notes in the order of the text, renders it, and returns the new version', async () => {
  const record = await create()
  const content = [
    { insert: 'One' },
    { insert: { footnote: 'x' } },
    { insert: ' two', attributes: { annotation: 'n' } },
    { insert: { footnote: 'y' } },
    { insert: '\n' },
  ]
  const footnotes = ['unplaced', 'y', 'x'].map((key) => ({ key, content: `note ${key}` }))
  const saved = await set(record, textOf(content, { footnotes, annotations: [annotation('n')] }))
  expect(saved).toMatchObject({
    status: 200,
    body: { data: { id: record.id, version: 2 }, Message: 'The text was saved.' },
  })

  const { case_content, ...notes } = await read(record.id)
  expect(case_content).toMatch(/One.*data-footnote="x">1<.*two.*data-footnote="y">2</)
  expect(notes.footnotes.map(({ key }) => key)).toEqual(['x', 'y', 'unplaced'])
  expect(notes.annotations).toEqual([annotation('n')])
  const { rows } = await sql`select html from case_texts where case_file_id = ${record.id}`.execute(api.db)
  expect(rows).toEqual([{ html: case_content }])

  expect(
    await set({ ...record, version: 2 }, textOf(content, { footnotes, annotations: [annotation('n')] })),
  ).toMatchObject({ body: { data: { version: 2 } } })
  expect(await set(record, textOf([]))).toMatchObject({ status: 409, body: { code: 'changed-elsewhere' } })
})

test('a text whose notes do not agree with it is rejected by set, create, and update at its field, with every reason', async () => {
  const wrong = textOf(
    [
      { insert: { footnote: 'twice' } },
      { insert: { footnote: 'missing' } },
      { insert: { footnote: 'twice' } },
      { insert: 'a', attributes: { annotation: 'none' } },
    ],
    {
      footnotes: [{ key: 'twice', content: '' }],
      annotations: [annotation('m'), annotation('m')],
    },
  )
  const reasons = [
    'Footnote 2 has no content.',
    'Footnote 1 is there more than once.',
    'An annotation in the text has no content.',
    'An annotation is there more than once.',
  ]
  const record = await create()
  const answers = [
    await set(record, wrong),
    await staff('caseFiles/update', {
      id: record.id,
      version: record.version,
      case_content: wrong,
      closed_date: '2020-01-01',
    }),
    await staff('caseFiles/create', {
      court: 1,
      case_types: [1],
      case_numbers: [{ number: '1/A/2001' }],
      case_content: wrong,
    }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400])
  expect(errorsOf(answers[0]?.body ?? {})).toEqual({ Delta: reasons })
  for (const { body } of answers.slice(1)) expect(errorsOf(body)['case_content']).toEqual(reasons)
  expect(await set(record, { content: [{ insert: { formula: 'x', evil: 1 } }] })).toMatchObject({ status: 400 })
})

test('a text is set by a user with the permission to update its record only', async () => {
  const record = await create()
  const reader = await api.as(
    await buildUser(api.databaseUrl, { can: ['read-caseFiles', 'update-analysis'] }),
    password,
  )
  expect(await set(record, textOf([{ insert: 'a\n' }]), reader)).toMatchObject({ status: 403 })
})

test('the case numbers that a text marks lead to their cases, also to one that is added or renumbered later', async () => {
  const marked = (number: string) => ({ insert: number, attributes: { case_number: number } })
  const citing = await create({
    case_content: textOf([
      { insert: 'a\n' },
      marked('2018/CvC/901'),
      marked('901/Cv-C/2018'),
      { insert: '\n', attributes: { paragraph: 7 } },
    ]),
  })
  const citations = async () => {
    const { rows } = await sql`
      select case_citations.number, block, paragraph, case_numbers.case_file_id as target
        from case_citations
        left join case_numbers on case_numbers.key = case_citations.key and live
       where case_citations.case_file_id = ${citing.id}
       order by case_citations.position`.execute(api.db)
    return rows
  }
  const both = (target: number | null) =>
    ['2018/CvC/901', '901/Cv-C/2018'].map((number) => ({ number, block: 2, paragraph: 7, target }))
  expect(await citations()).toEqual(both(null))
  const cited = await create({ case_numbers: [{ number: '2018/Cv-C/901' }] })
  expect(await citations()).toEqual(both(cited.id))
  await staff('caseFiles/partialUpdate', {
    id: cited.id,
    version: cited.version,
    case_numbers: [{ number: '2018/Cv-C/902' }],
  })
  expect(await citations()).toEqual(both(null))

  await set(citing, textOf([{ insert: 'a\n' }]))
  expect(await citations()).toEqual([])
})

test('a picture in a text is claimed for its record, signed for its readers, and refused to the record of another user', async () => {
  const upload = async (caller: Caller) =>
    uploadedBy(await send(caller, png(2, 2), { name: 'a.png', use: 'caseFiles.case_content' })).id
  const withPicture = (file: number) => textOf([{ insert: { picture: { file, alt: 'a "map"' } } }, { insert: '\n' }])
  const [own, foreign] = [await upload(staff), await upload(other)]
  const record = await create({ case_content: withPicture(own) })

  const found = (await staff('caseFiles/find', { id: record.id })).body
  const { [own]: link } = found['pictures'] as Record<string, string>
  expect(link).toMatch(/^\/files\//)
  expect((await read(record.id)).case_content).toMatch(
    /<img data-file="\d+" src="\/files\/[\w-]+" alt="a &quot;map&quot;">/,
  )
  expect((await staff('files/link', { id: own, resource: 'caseFiles', row: record.id })).status).toBe(200)

  const { status, body } = await set(record, withPicture(foreign))
  const gone = (numbers: string) => `Picture ${numbers} of the text is no longer there. Remove it, or upload it again.`
  expect([status, errorsOf(body)]).toEqual([400, { Delta: [gone('1')] }])
  const several = [own, 999_999_998, foreign].map((file) => ({ insert: { picture: { file, alt: '' } } }))
  expect(errorsOf((await set(record, textOf([...several, { insert: '\n' }]))).body)).toEqual({ Delta: [gone('2, 3')] })
  expect(await set(await create(), withPicture(own), other)).toMatchObject({ status: 400 })
  const edited = rowOf((await set(record, textOf([{ insert: 'a\n' }]), other)).body)
  expect(await set(edited, withPicture(own), other), 'an earlier text is restored').toMatchObject({ status: 200 })
})

test('a text that was written by SQL is rendered when it is read, and by the job, and an unreadable one stops no other', async () => {
  const [record, broken] = [await create({ case_content: textOf([{ insert: 'one\n' }]) }), await create()]
  const rendered = () =>
    sql<{ html: string }>`select html from case_texts where case_file_id = ${record.id}`.execute(api.db)
  await sql`update case_files set case_content = '{"content": 5}' where id = ${broken.id}`.execute(api.db)
  await sql`
    update case_files set case_content = jsonb_set(case_content, '{content,0,insert}', '"two\\n"')
     where id = ${record.id}`.execute(api.db)
  expect((await rendered()).rows).toEqual([{ html: '' }])
  expect((await read(record.id)).case_content).toBe('<p>two</p>')
  const printed: string[] = []
  await renderTexts({ db: api.db, offload: runInline }, (line) => printed.push(line))
  expect(printed).toEqual([expect.stringMatching(/^The text of case file \d+ is unreadable: /)])
  expect((await rendered()).rows).toEqual([{ html: '<p>two</p>' }])
  expect((await read(broken.id)).case_content).toBe('')
})

test('the response of a save that publishes a case names what it lacks', async () => {
  const record = await create({ published: false })
  const lacking = await staff('caseFiles/partialUpdate', { id: record.id, version: record.version, published: true })
  expect(lacking.body['missing']).toEqual([['case_content'], ['closed_date'], ['claimant', 'respondant']])
  const complete = await staff('caseFiles/create', {
    court: 1,
    case_types: [1],
    case_numbers: [{ number: '7/Cv-C/2001' }],
    closed_date: '2020-01-01',
    respondant: 'A',
    case_content: textOf([{ insert: 'a\n' }]),
    published: true,
  })
  expect(complete.body['missing']).toEqual([])
})

test('a record with too many tags in its rich texts, and a text with too many lines, are refused by name', async () => {
  await sql`insert into relation_types (name) values ('A')`.execute(api.db)
  const record = await create()
  const { richtext_tags } = limits.form
  const related = (tags: number) => ({ type: 1, number: '1/Cv-C/2020', description: '<b>'.repeat(tags) })
  const refused = await staff('caseFiles/partialUpdate', {
    id: record.id,
    related_cases: [related(richtext_tags), related(1)],
  })
  expect(refused.status).toBe(400)
  expect(errorsOf(refused.body)).toEqual({ 'related_cases.1.description': [`At most ${richtext_tags} HTML tags.`] })

  const { lines } = limits.document
  const long = await set(record, textOf([{ insert: '\n'.repeat(lines + 1) }]))
  expect(long.status).toBe(400)
  expect(errorsOf(long.body)).toEqual({ Delta: [`At most ${lines} lines.`] })
})

test('a text of nearly 8 MiB is set and read back as it was sent, and a larger body is refused', async () => {
  const { document_bytes } = limits.request
  const link = `https://mvlaw.gov.mv/${'a'.repeat(300)}`
  const bodyOf = (lines: number, record: Saved) => {
    const content = Array.from({ length: lines }, (_, index) => [
      { insert: `${index} ${'ޙުކުމް '.repeat(22)}`, attributes: { link } },
      { insert: '\n' },
    ]).flat()
    return { id: record.id, version: record.version, Delta: textOf(content) }
  }
  const bytesOf = (body: object) => Buffer.byteLength(JSON.stringify(body))
  const record = await create()
  const most = bodyOf(12_000, record)
  expect(bytesOf(most)).toBeGreaterThan(document_bytes * 0.9)
  expect(bytesOf(most)).toBeLessThan(document_bytes)
  expect(await staff('caseFiles/set', most)).toMatchObject({ status: 200, body: { data: { version: 2 } } })
  expect(rowOf((await staff('caseFiles/find', { id: record.id })).body)).toMatchObject({ case_content: most.Delta })

  const larger = bodyOf(13_500, { ...record, version: 2 })
  expect(bytesOf(larger)).toBeGreaterThan(document_bytes)
  expect(await staff('caseFiles/set', larger)).toMatchObject({ status: 413, body: { code: 'too-large' } })
  expect(rowOf((await staff('caseFiles/find', { id: record.id })).body)).toMatchObject({ version: 2 })
})

test('a large body of too many lists, or with too many keys in one object, is refused before it is parsed', async () => {
  const { body_parts, object_keys } = limits.request
  const bodies = { [body_parts]: '['.repeat(body_parts + 1), [object_keys]: `{${'"a":1,'.repeat(20_000)}` }
  for (const [maximum, raw] of Object.entries(bodies)) {
    const refused = await staff('caseFiles/set', undefined, { raw })
    expect(refused.status).toBe(400)
    expect(errorsOf(refused.body)).toEqual({ body: [`At most ${maximum} entries.`] })
  }
})
