import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CaseCard, SearchResult } from '#shared/calls/search.ts'
import { blocksOf } from '#shared/delta/blocks.ts'
import type { Delta } from '#shared/delta/delta.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'
import { demoPassword } from '#db/seed/access.ts'
import { type Api, type Caller, openApi } from '#test/api.ts'
import { runs } from '#test/nightly.ts'

/** Text that is copied from a judgment finds it, and its results show the matches. */

let api: Api
let reader: Caller
let paragraphs: Paragraph[]
type Paragraph = { reference: string; text: string }

beforeAll(async () => {
  api = await openApi({ demoLibrary: true })
  reader = await api.as('subscriber@hukum.test', demoPassword)
  await api.search.waitForRefresh()
  const { rows } = await sql<{ reference: string; case_content: Delta }>`
    select reference, case_content from case_files where published and case_content is not null`.execute(api.db)
  paragraphs = rows.flatMap(({ reference, case_content }) =>
    blocksOf(case_content).map(({ text }) => ({ reference, text })),
  )
})
afterAll(() => api.close())

/** Adjacent words of a paragraph as written, and its last word. */
const anyCopied = (count: number) =>
  fc.nat().chain((at) =>
    fc.nat().map((from) => {
      const found = paragraphs[at % paragraphs.length] ?? { reference: '', text: '' }
      const all = tokenizeWords(found.text)
      const first = all.length > count ? from % (all.length - count) : 0
      const some = all.slice(first, first + count)
      const text = found.text.slice(some[0]?.start ?? 0, some.at(-1)?.end ?? 0)
      const last = all.at(-1)
      return { ...found, words: some, text, last: last ? found.text.slice(last.start, last.end) : '' }
    }),
  )
type Copied = { reference: string; text: string; words: readonly unknown[]; last: string }

async function finds({ reference }: Copied, Query: string) {
  const answer = await reader('g/search', { Type: 'CaseFile', Query, Sort: 'newest' })
  expect(answer.status, Query).toBe(200)
  const { data, count, pages } = answer.body as unknown as SearchResult<CaseCard>
  const all = [...data]
  for (let Page = 2; Page <= pages; Page += 1) {
    const next = await reader('g/search', { Type: 'CaseFile', Query, Sort: 'newest', Page })
    all.push(...(next.body as unknown as SearchResult<CaseCard>).data)
  }
  expect(all, Query).toHaveLength(count)
  expect(
    all.map((card) => card.reference),
    Query,
  ).toContain(reference)
  return all
}

/** A match in the keywords or the names of judges is not on the card. */
const isMarked = (card: CaseCard) => card.matches.some(({ pieces }) => pieces.some(({ marked }) => marked))

const hasLetters = ({ text }: Copied) => text.replace(/[^\p{L}\p{N}]/gu, '').length >= 3 && !text.includes('"')

test('copied words in quotes find their judgment, and are highlighted in it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 6 }).chain(anyCopied), async (copied) => {
      fc.pre(copied.words.length > 1 && hasLetters(copied))
      const all = await finds(copied, `"${copied.text}"`)
      const own = all.find(({ reference }) => reference === copied.reference)
      expect(own && isMarked(own), copied.text).toBe(true)
    }),
    { numRuns: runs(3, 60) },
  )
})

test('two words of one paragraph find their judgment by w/p, at any distance', async () => {
  await fc.assert(
    fc.asyncProperty(anyCopied(1), async (copied) => {
      fc.pre(/^\p{L}[\p{L}\p{M}]+$/u.test(copied.text) && /^\p{L}[\p{L}\p{M}]+$/u.test(copied.last))
      fc.pre(copied.text !== copied.last && hasLetters(copied))
      const all = await finds(copied, `"${copied.text}" w/p "${copied.last}"`)
      expect(new Set(all.map(isMarked)), `${copied.text} w/p ${copied.last}`).toEqual(new Set([true]))
    }),
    { numRuns: runs(3, 40) },
  )
})
