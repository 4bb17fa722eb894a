import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { deltaOf } from '#server/analysis/delta.ts'
import type { Page } from '#server/analysis/types.ts'
import type { Review, ReviewItem } from '#shared/calls/review.ts'
import { buildPage, storePages } from './analysisPages.ts'
import type { Api } from './api.ts'
import { buildUser, password } from './factories.ts'
import { openStaffApi, rowOf } from './signedInApi.ts'

/** Words of the first and the second page that are doubtful: one of them is on both. */
export const doubts = { ޖަމާކޮންފައި: { confidence: 0.31, other: 'ޖަމާކޮށްފައި' }, އިޢުތިރާޒަށް: { confidence: 0.44 } }
export const firstPage = ['މައްސަލައަށް ބެލިއިރު', '1. ފައިސާ ޖަމާކޮންފައި ވޭ', '2. އެއަށް އިޢުތިރާޒަށް ނެތް']
export const secondPage = ['3. އަދިވެސް ޖަމާކޮންފައި ނެތް', '4. މިގޮތުން ޙުކުމްކުރަމެވެ']

type Word = Pick<ReviewItem, 'page' | 'line' | 'start' | 'end' | 'text'>

/** A correction of a word; without another text it accepts it. */
export const changeOf = ({ page, line, start, end, text }: Word, after = text) => ({
  page,
  line,
  start,
  end,
  before: text,
  after,
})

/** An analysis whose last run has read the pages. */
async function buildAnalysis(
  { pool }: Api,
  pages: Page[] = [buildPage(1, firstPage, doubts), buildPage(2, secondPage, doubts)],
  status = 'Analyzed',
) {
  const query = (text: string, values: unknown[]) => pool.query<{ id: number }>(text, values)
  const { rows } = await query(
    `with pdf as (
       insert into files (sha256, name, media_type, size, type)
       values (sha256('x'), 'a.pdf', 'application/pdf', 1, 'Permanent') returning id)
     insert into analysis (court_id, pdf_file_id, status, title, page_count, case_content, extracted_content)
     select 1, id, $1, 'ސުރުޚީ', $2, $3, $3 from pdf returning id`,
    [status, pages.length, JSON.stringify(deltaOf(pages))],
  )
  const id = rows[0]?.id ?? 0
  await query(`insert into analysis_case_numbers (analysis_id, number, position) values ($1, $2, 0)`, [
    id,
    `${id}/Cv-C/2021`,
  ])
  await storePages(query, id, pages)
  return id
}

/** Analyses with the pages of a run, which `staff` and `other` review. */
export async function openReviews() {
  const { api, staff } = await openStaffApi()
  const other = await api.as(await buildUser(api.databaseUrl, { can: ['update-analysis', 'read-analysis'] }), password)
  await sql`insert into courts (name) values ('ސިވިލް ކޯޓު')`.execute(api.db)

  const reviewOf = async (id: number, caller = staff) =>
    (await caller('analysis/review', { id })).body['data'] as Review
  const versionOf = async (id: number) => rowOf((await staff('analysis/find', { id })).body).version

  return {
    api,
    staff,
    other,
    reviewOf,
    versionOf,

    build: (pages?: Page[], status?: string) => buildAnalysis(api, pages, status),

    textOf: async (id: number) =>
      JSON.stringify(rowOf((await staff('analysis/find', { id })).body)['case_content'] ?? null),

    wordIn: async (id: number, text: string) => {
      const item = (await reviewOf(id)).items.find((one) => one.text === text)
      if (!item) throw new Error(`${text} is not among the doubtful words`)
      return item
    },

    /** Corrects a word at the current version. */
    correct: async (id: number, word: Word, after?: string, extra: object = {}) =>
      staff('analysis/correct', {
        id,
        version: await versionOf(id),
        act: randomUUID(),
        corrections: [changeOf(word, after)],
        ...extra,
      }),
  }
}
