import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { CaseQuery, FoundCases, Paging } from '#server/search/types.ts'
import type { SearchIndex } from '#server/search/port.ts'
import { openIndex } from '#server/search/workers/openIndex.ts'
import { caseNumberKey } from '#shared/text/caseNumbers/caseNumber.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
import { cloneDatabase } from './database.ts'

/** A small library that a test fills, and its index. */
export type SmallLibrary = {
  index: SearchIndex
  client: pg.Client
  databaseUrl: string
  /** Returns the id. */
  addCase: (wanted: NewCase) => Promise<number>
  addPhrase: (wanted: NewPhrase) => Promise<number>
  /** The ids of the first page, after a refresh of the index. */
  ids: (text: string | CaseQuery, paging?: Partial<Paging>) => Promise<number[]>
  close: () => Promise<void>
}

export type NewCase = {
  title?: string
  /** Paragraphs. */
  text?: string[]
  keywords?: string
  claimant?: string
  respondant?: string
  number?: string
  court?: string
  level?: string
  judges?: string[]
  closed_date?: string | null
  published?: boolean
}
type NewPhrase = { dhivehi: string; english?: string; arabic?: string; usedIn?: string; published?: boolean }

/** Without the near matches that follow the full ones. */
export const fullMatches = <Found extends Pick<FoundCases, 'ids' | 'fullCount'>>(found: Found): Found => ({
  ...found,
  ids: found.ids.slice(0, found.fullCount),
})

/** A query as typed in the search box, with filters. */
export const queryOf = (text: string, filters: CaseQuery = {}): CaseQuery => ({ ...filters, parsed: parseQuery(text) })

const firstPage: Paging = { sort: 'relevance', page: 1, page_size: 12, unpublished: false }

export async function openSmallLibrary(
  options: { facetsAtOnce?: number; threads?: number; searchUrl?: string } = {},
): Promise<SmallLibrary> {
  const database = await cloneDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const folder = mkdtempSync(join(tmpdir(), 'hukum-small-'))
  const index = await openIndex({ folder, databaseUrl: database.url, threads: 1, ...options })
  return {
    index,
    client,
    databaseUrl: database.url,
    addCase: (wanted) => addCase(client, wanted),
    addPhrase: (wanted) => addPhrase(client, wanted),
    ids: async (wanted, paging) => {
      await index.waitForRefresh()
      const query = typeof wanted === 'string' ? queryOf(wanted) : wanted
      return (await index.searchCases(query, { ...firstPage, ...paging })).ids
    },
    close: async () => {
      await index.close()
      await client.end()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function addCase(client: pg.Client, wanted: NewCase): Promise<number> {
  const {
    title = '',
    text = [],
    keywords = '',
    claimant = '',
    respondant = '',
    closed_date = '2020-05-05',
    published = true,
  } = wanted
  const court = await findOrInsert(client, 'courts', wanted.court ?? 'ސިވިލް ކޯޓު')
  if (wanted.level) await client.query('update courts set level = $2 where id = $1', [court, wanted.level])
  const content = { content: text.map((line) => ({ insert: `${line}\n` })), footnotes: [], annotations: [] }
  const { rows } = await client.query<{ id: string }>(
    `insert into case_files (court_id, title, keywords, claimant, respondant, closed_date, published, case_content)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     returning id`,
    [court, title, keywords, claimant, respondant, closed_date, published, JSON.stringify(content)],
  )
  const id = Number(rows[0]?.id)
  if (wanted.number)
    await client.query('insert into case_numbers (case_file_id, position, number, key) values ($1, 0, $2, $3)', [
      id,
      wanted.number,
      caseNumberKey(wanted.number),
    ])
  for (const [position, judge] of (wanted.judges ?? []).entries())
    await client.query('insert into case_file_judges (case_file_id, judge_id, position) values ($1, $2, $3)', [
      id,
      await findOrInsert(client, 'judges', judge),
      position,
    ])
  return id
}

/** The id of the row with this name, which is inserted if missing. */
async function findOrInsert(client: pg.Client, table: 'courts' | 'judges', name: string): Promise<number> {
  await client.query(`insert into ${table} (name) values ($1) on conflict (name) do nothing`, [name])
  const { rows } = await client.query<{ id: string }>(`select id from ${table} where name = $1`, [name])
  return Number(rows[0]?.id)
}

/** Returns the id. */
export async function addPhrase(client: pg.Client, wanted: NewPhrase): Promise<number> {
  const { dhivehi, english = '', arabic = '', usedIn, published = true } = wanted
  const { rows } = await client.query<{ id: string }>(
    `insert into phrases (dhivehi_phrase, english_phrase, arabic_phrase, published) values ($1, $2, $3, $4) returning id`,
    [dhivehi, english, arabic, published],
  )
  const id = Number(rows[0]?.id)
  if (usedIn)
    await client.query(
      'insert into phrase_case_numbers (phrase_id, case_number_id) select $1, id from case_numbers where key = $2',
      [id, caseNumberKey(usedIn)],
    )
  return id
}
