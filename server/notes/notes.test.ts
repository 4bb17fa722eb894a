import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NotesAnswer, NotesExport } from '#shared/calls/notes.ts'
import { blockText, noteText } from '#shared/delta/blockText.ts'
import type { Op } from '#shared/delta/delta.ts'
import { limits } from '#shared/limits.ts'
import { fingerprint } from '#shared/text/fingerprint.ts'
import { type Api, errorsOf, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'

/** The notes of a reader: on ranges of the text of a case, private, and carried over to later texts. */
let api: Api
beforeAll(async () => {
  api = await openApi()
  await sql`insert into courts (name, code) values ('ސިވިލް ކޯޓު', 'Cv-C')`.execute(api.db)
})
afterAll(() => api.close())

const paragraphs = [
  'މި މައްސަލައިގައި ދަޢުވާކުރާ ފަރާތުން ހުށަހެޅި ލިޔުންތަކަށް ބެލިއިރު، ކުލީގެ އެއްބަސްވުމެއް އެބައޮތެވެ.',
  'އެއްބަސްވުމުގެ ޝަރުޠުތަކަށް އެއްބަސްވި ފަރާތުން ޢަމަލުކުރުން ލާޒިމުކަން ޤާނޫނުގައި ބަޔާންކޮށްފައިވެއެވެ.',
  'އެހެންކަމުން، ކުލީގެ ބާކީ ފައިސާ ދައްކަންޖެހޭ ކަމަށް މި ކޯޓުން ޙުކުމްކުރީއެވެ.',
]
const numbered = (text: string, index: number): Op[] => [
  { insert: text },
  { insert: '\n', attributes: { paragraph: index + 1 } },
]
const contentOf = (texts: readonly string[]) => ({ content: texts.flatMap(numbered), footnotes: [], annotations: [] })

async function createCase({ published = true } = {}) {
  const { rows } = await sql<{ id: number; reference: string }>`
    insert into case_files (court_id, published, case_content)
    values ((select min(id) from courts), ${published}, ${JSON.stringify(contentOf(paragraphs))})
    returning id, reference`.execute(api.db)
  const { id, reference } = rows[0] ?? { id: 0, reference: '' }
  const write = (texts: readonly string[]) =>
    sql`update case_files set case_content = ${JSON.stringify(contentOf(texts))} where id = ${id}`.execute(api.db)
  return { id, reference, write }
}

async function signIn(options: { copy_access?: boolean; can?: string[] } = { copy_access: true }) {
  const email = await buildUser(api.databaseUrl, options)
  const call = await api.as(email, password)
  const answerTo = async (path: string, Reference: string) => (await call(path, { Reference })).body as unknown
  const list = (reference: string) => answerTo('notes/get', reference) as Promise<NotesAnswer>
  const exported = (reference: string) => answerTo('notes/export', reference) as Promise<NotesExport>
  const create = (Reference: string, range: object) => call('notes/create', { Reference, ...range, ...contents })
  return { email, call, list, exported, create }
}

const contents = { Type: 'Warning', Title: 'ޝަރުޠު', Category: 'usul', Description: 'އިސްތިއުނާފުގައި ބޭނުންކުރުން' }

/** The input of a range: that of the words in the text of these paragraphs. */
function rangeOf(words: string, texts: readonly string[] = paragraphs) {
  const text = blockText(contentOf(texts))
  const Start = text.indexOf(words)
  return { Text: fingerprint(text), Start, End: Start + words.length }
}

async function addNote({ create }: Awaited<ReturnType<typeof signIn>>, reference: string, words: string) {
  const { body } = await create(reference, rangeOf(words))
  return String(body['uid'])
}

test('a note is stored with its quotation, and listed with its range, paragraph, and version', async () => {
  const [user, { reference }] = [await signIn(), await createCase()]
  const uid = await addNote(user, reference, 'އެއްބަސްވި ފަރާތުން')
  const { data, text } = await user.list(reference)
  const { Text, Start, End } = rangeOf('އެއްބަސްވި ފަރާތުން')
  expect(text).toBe(Text)
  const position = { range: { start: Start, end: End }, paragraph: { number: 2, printed: 2 }, footnote: null }
  const quotation = { quote: 'އެއްބަސްވި ފަރާތުން', current_quote: null }
  expect(data).toMatchObject([{ uid, ...contents, state: 'placed', version: 1, ...position, ...quotation }])
})

test('no other user can list, change, or export a note, whatever their permissions', async () => {
  const [owner, { reference }] = [await signIn(), await createCase()]
  const uid = await addNote(owner, reference, 'ކުލީގެ')
  for (const other of [await signIn(), await signIn({ can: ['read-caseFiles', 'update-caseFiles', 'read-users'] })]) {
    expect((await other.list(reference)).data).toEqual([])
    expect(await other.exported(reference)).toMatchObject({ data: [] })
    const calls = {
      'notes/update': { uid, updated_at: new Date().toISOString(), ...contents },
      'notes/delete': { uid },
      'notes/confirm': { uid, Text: rangeOf('ކުލީގެ').Text },
      'notes/relocate': { uid, ...rangeOf('ކުލީގެ') },
    }
    for (const [path, input] of Object.entries(calls))
      expect(await other.call(path, input), path).toMatchObject({ status: 404, body: { code: 'note-not-found' } })
  }
  expect((await owner.list(reference)).data).toHaveLength(1)
})

test('a note without title, category, and description reports all three at once in the language of the request', async () => {
  const [user, { reference }] = [await signIn(), await createCase()]
  const input = { Reference: reference, ...rangeOf('ކުލީގެ'), Type: 'General', Title: ' ', Description: '' }
  for (const [language, Title, Category, Description] of [
    ['dv', 'ސުރުޚީ ޖައްސަވަންޖެހޭނެ', 'ޤިސްމެއް ޚިޔާރުކުރައްވަންޖެހޭނެ', 'ތަފްޞީލު ޖައްސަވަންޖެހޭނެ'],
    ['en', 'A title is needed.', 'A category is needed.', 'A description is needed.'],
  ] as const) {
    const answer = await user.call('notes/create', input, { headers: { 'accept-language': language } })
    expect(answer.status, language).toBe(400)
    expect(errorsOf(answer.body)).toEqual({ Title: [Title], Category: [Category], Description: [Description] })
  }
})

test('values above their limits are rejected by name', async () => {
  const [user, { reference }] = [await signIn(), await createCase()]
  const answer = await user.call('notes/create', {
    Reference: reference,
    ...rangeOf('ކުލީގެ'),
    Type: 'Hostile',
    Title: 'a'.repeat(limits.note.title_letters + 1),
    Category: 'other',
    Description: 'a'.repeat(limits.note.description_letters + 1),
  })
  expect(Object.keys(errorsOf(answer.body))).toEqual(['Type', 'Title', 'Category', 'Description'])
})

test('a range without a letter is rejected, and a range inside a letter is extended to the whole letter', async () => {
  const [user, { reference }] = [await signIn(), await createCase()]
  const { Text, Start } = rangeOf('އެއްބަސްވި')
  const answer = await user.create(reference, { Text, Start: 5, End: 5 })
  expect(errorsOf(answer.body)).toEqual({ Start: ['There is no text in the selection.'] })
  expect((await user.create(reference, { Text, Start: Start + 1, End: Start + 5 })).status).toBe(200)
  expect((await user.list(reference)).data.map(({ quote }) => quote)).toEqual(['އެއްބަ'])
})

test('a note on a text that is no longer the current one is refused', async () => {
  const [user, { reference, write }] = [await signIn(), await createCase()]
  const before = rangeOf('ކުލީގެ')
  await write([...paragraphs, 'އިތުރު ޖުމްލައެއް'])
  const answer = await user.create(reference, before)
  expect(answer).toMatchObject({ status: 409, body: { code: 'text-changed' } })
})

test('a note on a footnote is listed with the number of the footnote, and is carried over while the text before it changes', async () => {
  const [user, { id, reference }] = [await signIn(), await createCase()]
  const footnotes = ['އެއްވަނަ ނޯޓު', 'ދެވަނަ ނޯޓުގެ ލިޔުން'].map((content, index) => ({ key: String(index), content }))
  const write = (texts: readonly string[]) => {
    const content = [...footnotes.map(({ key }): Op => ({ insert: { footnote: key } })), ...contentOf(texts).content]
    const text = JSON.stringify({ content, footnotes, annotations: [] })
    return sql`update case_files set case_content = ${text} where id = ${id}`.execute(api.db)
  }
  await write(paragraphs)
  const { text } = noteText({ ...contentOf(paragraphs), footnotes })
  const Start = text.indexOf('ނޯޓުގެ')
  const range = { Text: fingerprint(text), Start, End: Start + 'ނޯޓުގެ'.length }
  expect((await user.create(reference, range)).status).toBe(200)
  const expected = { quote: 'ނޯޓުގެ', footnote: 2, paragraph: null, state: 'placed' }
  expect((await user.list(reference)).data).toMatchObject([expected])
  await write(['އިތުރު ޖުމްލައެއް', ...paragraphs])
  expect((await user.list(reference)).data).toMatchObject([expected])
})

test('without the permission to copy, a note is on a whole paragraph, and its export has no quotation', async () => {
  const [user, { reference }] = [await signIn({ copy_access: false }), await createCase()]
  await addNote(user, reference, 'އެއްބަސްވި ފަރާތުން')
  expect((await user.list(reference)).data[0]?.quote).toBe(paragraphs[1])
  expect(await user.exported(reference)).toMatchObject({ data: [{ quote: null }], omitted: 0 })
})

test('a user who may update case files has notes on a range, and their quotations in an export, without a subscription', async () => {
  const [user, { reference }] = [await signIn({ can: ['read-caseFiles', 'update-caseFiles'] }), await createCase()]
  const quote = 'އެއްބަސްވި ފަރާތުން'
  await addNote(user, reference, quote)
  expect((await user.list(reference)).data[0]?.quote).toBe(quote)
  expect(await user.exported(reference)).toMatchObject({ data: [{ quote }], omitted: 0 })
})

test('after a change of the text, notes are placed, moved, or lost, and a moved note is confirmed', async () => {
  const [user, { reference, write }] = [await signIn(), await createCase()]
  await addNote(user, reference, 'ކުލީގެ އެއްބަސްވުމެއް')
  const moved = await addNote(user, reference, 'ޝަރުޠުތަކަށް އެއްބަސްވި ފަރާތުން ޢަމަލުކުރުން')
  await addNote(user, reference, 'ކުލީގެ ބާކީ ފައިސާ')
  const changed = ['އައު ސުރުޚީއެއް', paragraphs[0] ?? '', (paragraphs[1] ?? '').replace('އެއްބަސްވި', 'ދެ')]
  await write(changed)
  const { data, text } = await user.list(reference)
  expect(data.map(({ state, quote, current_quote, version }) => [state, quote, current_quote, version])).toEqual([
    ['placed', 'ކުލީގެ އެއްބަސްވުމެއް', null, 1],
    ['moved', 'ޝަރުޠުތަކަށް އެއްބަސްވި ފަރާތުން ޢަމަލުކުރުން', 'ޝަރުޠުތަކަށް ދެ ފަރާތުން ޢަމަލުކުރުން', 1],
    ['lost', 'ކުލީގެ ބާކީ ފައިސާ', null, 1],
  ])
  expect(data[0]?.paragraph).toEqual({ number: 2, printed: 2 })

  const confirm = (Text: string) => user.call('notes/confirm', { uid: moved, Text })
  expect((await confirm(rangeOf('ކުލީގެ').Text)).body['code']).toBe('text-changed')
  expect((await confirm(text)).status).toBe(200)
  expect((await confirm(text)).body['code']).toBe('wrong-status')
  const confirmed = { state: 'placed', quote: 'ޝަރުޠުތަކަށް ދެ ފަރާތުން ޢަމަލުކުރުން', version: 2 }
  expect((await user.list(reference)).data[1]).toMatchObject(confirmed)
})

test('a personal API token without the scope library gets a moved note without its current text', async () => {
  const [user, { reference, write }] = [await signIn(), await createCase()]
  await addNote(user, reference, 'އެއްބަސްވި ފަރާތުން')
  await write([paragraphs[0] ?? '', (paragraphs[1] ?? '').replace('އެއްބަސްވި', 'ދެ')])
  const currentQuotes = async (scopes: string[]) => {
    const creation = { CurrentPassword: password, Name: 'Script', Scopes: scopes, Days: 1 }
    const token = String((await user.call('auth/tokens/create', creation)).body['Token'])
    const { body } = await api.call('notes/get', { Reference: reference }, { token })
    return (body as unknown as NotesAnswer).data.map(({ state, current_quote }) => [state, current_quote])
  }
  expect(await currentQuotes(['notes'])).toEqual([['moved', null]])
  expect(await currentQuotes(['notes', 'library'])).toEqual([['moved', 'ދެ ފަރާތުން']])
})

test('a moved note is not confirmed when its whole paragraph is longer than a note may be', async () => {
  const [user, { reference, write }] = [await signIn({ copy_access: false }), await createCase()]
  const uid = await addNote(user, reference, 'އެއްބަސްވި ފަރާތުން')
  const moved = (paragraphs[1] ?? '').replace('އެއްބަސްވި', 'ދެ')
  await write([paragraphs[0] ?? '', `${moved} ${'ކުލި '.repeat(limits.note.quote_letters / 5)}`])
  const { data, text } = await user.list(reference)
  expect(data).toMatchObject([{ uid, state: 'moved' }])
  const answer = await user.call('notes/confirm', { uid, Text: text })
  expect([answer.status, Object.keys(errorsOf(answer.body))]).toEqual([400, ['End']])
})

test('a text that passes through several versions has its notes where they were made', async () => {
  const [user, { reference, write }] = [await signIn(), await createCase()]
  await addNote(user, reference, 'ކުލީގެ ބާކީ ފައިސާ')
  await write(paragraphs.slice(0, 2))
  expect((await user.list(reference)).data[0]?.state).toBe('lost')
  await write(['އައު ސުރުޚީއެއް', ...paragraphs])
  await write(['އައު ސުރުޚީއެއް', ...paragraphs, 'ނިންމުން'])
  expect((await user.list(reference)).data[0]).toMatchObject({ state: 'placed', paragraph: { number: 4 } })
})

test('a lost note gets another range, and a note is changed and deleted', async () => {
  const [user, { reference, write }] = [await signIn(), await createCase()]
  const uid = await addNote(user, reference, 'ކުލީގެ ބާކީ ފައިސާ')
  await write(paragraphs.slice(0, 2))
  await user.list(reference)
  const range = rangeOf('ކުލީގެ އެއްބަސްވުމެއް', paragraphs.slice(0, 2))
  expect((await user.call('notes/relocate', { uid, ...range })).status).toBe(200)
  const { updated_at } = (await user.list(reference)).data[0] ?? {}
  const changed = { Type: 'Neutral', Title: 'އައު ސުރުޚީ' }
  await user.call('notes/update', { uid, updated_at, ...contents, ...changed })
  const placed = { state: 'placed', quote: 'ކުލީގެ އެއްބަސްވުމެއް', version: 2 }
  expect((await user.list(reference)).data).toMatchObject([{ ...placed, ...changed }])
  await user.call('notes/delete', { uid })
  expect((await user.list(reference)).data).toEqual([])
})

test('a change of a note that was changed elsewhere meanwhile is refused, and overwrites nothing', async () => {
  const [user, { reference }] = [await signIn(), await createCase()]
  const uid = await addNote(user, reference, 'ކުލީގެ ބާކީ ފައިސާ')
  await sql`update notes set updated_at = updated_at - interval '1 minute' where uid = ${uid}`.execute(api.db)
  const { updated_at } = (await user.list(reference)).data[0] ?? {}
  const change = (Title: string) => user.call('notes/update', { uid, updated_at, ...contents, Title })
  expect((await change('އެއް')).status).toBe(200)
  expect(await change('ދެ')).toMatchObject({ status: 409, body: { code: 'changed-elsewhere' } })
  expect((await user.list(reference)).data).toMatchObject([{ Title: 'އެއް' }])
})

test('the quotations of an export count as copies, are cut at their length, and end at their limit', async () => {
  const [user, { reference, id, write }] = [await signIn(), await createCase()]
  const long = `${'ކުލި '.repeat(300)}.`
  await write([long, ...paragraphs])
  for (const words of [long.slice(0, 900), 'ބާކީ ފައިސާ'])
    await user.create(reference, rangeOf(words, [long, ...paragraphs]))
  const { data } = await user.exported(reference)
  expect(data.map(({ quote }) => [...(quote ?? '')].length)).toEqual([limits.reader.copy_letters + 1, 11])

  await sql`
    insert into copies (user_id, case_file_id, characters)
    select id, ${id}, 1
      from users, generate_series(1, ${limits.reader.copies_per_hour - 3})
     where email = ${user.email}`.execute(api.db)
  const omitting = { data: [{ quote: expect.any(String) }, { quote: null }], omitted: 1 }
  expect(await user.exported(reference)).toMatchObject(omitting)
})

test('notes on a case that is no longer published cannot be read, and can be deleted', async () => {
  const [user, { reference, id }] = [await signIn(), await createCase()]
  const uid = await addNote(user, reference, 'ކުލީގެ')
  await sql`update case_files set published = false where id = ${id}`.execute(api.db)
  for (const path of ['notes/get', 'notes/export'])
    expect(await user.call(path, { Reference: reference })).toMatchObject({ status: 404 })
  expect((await user.call('notes/delete', { uid })).status).toBe(200)
})

test('the notes of a deleted account are deleted', async () => {
  const [user, { reference, id }] = [await signIn(), await createCase()]
  await addNote(user, reference, 'ކުލީގެ')
  await sql`update users set deleted_at = now() where email = ${user.email}`.execute(api.db)
  const { rows } = await sql`select from notes where case_file_id = ${id}`.execute(api.db)
  expect(rows).toEqual([])
})

test('the notes of one user on a case are limited in number', async () => {
  const [user, { reference, id }] = [await signIn(), await createCase()]
  await addNote(user, reference, 'ކުލީގެ')
  await sql`
    insert into notes (user_id, case_file_id, version, text_id, carried_text_id, range_start, range_end, quote, type, title, category, description)
    select user_id, case_file_id, version, text_id, carried_text_id, range_start, range_end, quote, type, title, category, description
      from notes, generate_series(2, ${limits.note.per_case}) where case_file_id = ${id}`.execute(api.db)
  const answer = await user.create(reference, rangeOf('ކުލީގެ'))
  expect(answer).toMatchObject({ status: 422, body: { code: 'notes-full' } })
})
