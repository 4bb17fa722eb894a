import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#server/db/database.ts'
import { type Offload, runInline } from '#server/workerPool/workerPool.ts'
import { toHighlightQuery } from '#shared/text/query/highlightQuery.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
import { cloneDatabase } from '#test/database.ts'
import { addCase } from '#test/searchIndex.ts'
import { createCaseCardReader } from './cards.ts'
import type { CardTexts } from './snippets.ts'

/** A cached text is shown for its version only, and only to a user who may read the case. */

let database: Awaited<ReturnType<typeof cloneDatabase>>
let connection: ReturnType<typeof connect>
/** Changes cases as another process does. */
let other: pg.Client
beforeAll(async () => {
  database = await cloneDatabase()
  connection = connect(database.url)
  other = new pg.Client({ connectionString: database.maintenance })
  await other.connect()
})
afterAll(async () => {
  await other.end()
  await connection.close()
  await database.drop()
})

const first = 'ކުލީގެ އެއްބަސްވުން މި ދަޢުވާގައި ވެއެވެ.'
const second = 'ދަރަންޏާ ބެހޭ އެއްބަސްވުން މިއަދު ވެއެވެ.'
const options = {
  highlightQuery: toHighlightQuery(parseQuery('އެއްބަސްވުން')),
  isQuestion: false,
  unpublished: false,
}
/** The text of the snippets of one case; undefined without a card. */
async function shownBy(readCards: ReturnType<typeof createCaseCardReader>, id: number, more: object = {}) {
  const context = { db: connection.db, offload: runInline }
  const [card] = await readCards(context, [id], { ...options, ...more })
  return card?.matches.flatMap(({ pieces }) => pieces.map(({ text }) => text)).join('')
}
const textOf = (line: string) => JSON.stringify({ content: [{ insert: `${line}\n` }], footnotes: [], annotations: [] })
const setText = (id: number, line: string | null) =>
  other.query('update case_files set case_content = $2 where id = $1', [id, line === null ? null : textOf(line)])

test('a text that another process changes or removes is shown as it is now', async () => {
  const readCards = createCaseCardReader()
  const id = await addCase(other, { text: [first] })
  expect(await shownBy(readCards, id)).toBe(first)
  expect(await shownBy(readCards, id)).toBe(first)
  await setText(id, second)
  expect(await shownBy(readCards, id)).toBe(second)
  await setText(id, null)
  expect(await shownBy(readCards, id)).toBe('')
})

test.each(['published = false', 'deleted_at = now()'])(
  'a reader is shown nothing of a case that was read before, once %s',
  async (change) => {
    const readCards = createCaseCardReader()
    const id = await addCase(other, { text: [first] })
    expect(await shownBy(readCards, id)).toBe(first)
    await other.query(`update case_files set ${change} where id = $1`, [id])
    expect(await shownBy(readCards, id)).toBeUndefined()
  },
)

test('a reader is shown nothing of an unpublished case that staff have read', async () => {
  const readCards = createCaseCardReader()
  const id = await addCase(other, { text: [first], published: false })
  expect(await shownBy(readCards, id, { unpublished: true })).toBe(first)
  expect(await shownBy(readCards, id)).toBeUndefined()
})

test('the text of a version is read once, and again by a reader that remembers none', async () => {
  const id = await addCase(other, { text: [first] })
  const [remembering, forgetting] = [createCaseCardReader(), createCaseCardReader(1)]
  for (const readCards of [remembering, forgetting]) expect(await shownBy(readCards, id)).toBe(first)
  // Without triggers the version stays: what is shown next depends on whether the text is read.
  await other.query('set session_replication_role = replica')
  await setText(id, second)
  await other.query('reset session_replication_role')
  expect(await shownBy(remembering, id)).toBe(first)
  expect(await shownBy(forgetting, id)).toBe(second)
})

test('of a page of long texts only those that are not parsed are sent to another thread', async () => {
  const long = Array.from({ length: 30 }, (_, at) => `${first.repeat(200)} ${at}`)
  const ids = [await addCase(other, { text: long }), await addCase(other, { text: long })]
  const page = [...ids, await addCase(other, { text: [...long, ...long] })]
  const readCards = createCaseCardReader()
  const sent: unknown[] = []
  const offload: Offload = async ({ work }, input) => {
    sent.push(...(input as CardTexts).texts.map((text) => typeof text))
    return work(input)
  }
  const context = { db: connection.db, offload }
  for (const id of ids) await readCards(context, [id], options)
  sent.length = 0
  const cards = await readCards(context, page, options)
  expect(sent).toEqual(['string'])
  expect(cards.map(({ matches }) => matches.length > 0)).toEqual([true, true, true])
})

test('a deleted case on a page does not change which other cards are near matches', async () => {
  const ids = [await addCase(other, { text: [first] }), await addCase(other, { text: [first] })]
  const near = new Set(ids.slice(1))
  const context = { db: connection.db, offload: runInline }
  const read = createCaseCardReader()
  const flags = async () => (await read(context, ids, { ...options, near })).map((card) => card.near)
  expect(await flags()).toEqual([undefined, true])
  await other.query('update case_files set deleted_at = now() where id = $1', [ids[0]])
  expect(await flags()).toEqual([true])
})
