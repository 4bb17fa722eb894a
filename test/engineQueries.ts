import fc from 'fast-check'
import { withClient } from '#server/db/client.ts'
import type { SearchIndex } from '#server/search/port.ts'
import type { CaseQuery, Completions, FoundCases, Paging } from '#server/search/types.ts'
import { blockText } from '#shared/delta/blockText.ts'
import type { Delta } from '#shared/delta/delta.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
import { queryOf } from './searchIndex.ts'

/** Random queries from the words of a library, with operators, filters and pages, to compare two engines by. */

type RandomQuery = { query: CaseQuery; paging: Paging }

/** The words of a library, and its lines as words; `ids`: the values of the facet filters. */
export type LibraryWords = {
  words: string[]
  lines: string[][]
  names: string[]
  numbers: string[]
  ids: Record<'courts' | 'judges' | 'case_types' | 'statuses' | 'years', number[]>
}

type CaseTexts = Record<'title' | 'keywords' | 'claimant' | 'respondant', string> & { case_content: Delta | null }

export async function readLibraryWords(databaseUrl: string): Promise<LibraryWords> {
  const rowsOf = async <Row extends object>(sql: string) =>
    (await withClient(databaseUrl, (client) => client.query<Row>(sql))).rows
  const cases = await rowsOf<CaseTexts>('select title, keywords, claimant, respondant, case_content from case_files')
  const named = (table: string) => rowsOf<{ id: number; name: string }>(`select id::integer, name from ${table}`)
  const courts = await named('courts')
  const judges = await named('judges')
  const types = await named('case_types')
  const statuses = await named('case_statuses')
  const numbers = await rowsOf<{ number: string }>('select number from case_numbers')
  const years = await rowsOf<{ year: number }>(
    'select distinct extract(year from closed_date)::integer as year from case_files where closed_date is not null',
  )
  const texts = cases.flatMap(({ title, keywords, case_content: content }) => [
    title,
    keywords,
    ...(content ? blockText(content).split('\n') : []),
  ])
  const lines = texts.map((text) => text.split(/\s+/).filter(Boolean)).filter(({ length }) => length > 0)
  const parties = cases.flatMap(({ claimant, respondant }) => [...claimant.split('|'), ...respondant.split('|')])
  const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
  return {
    words: [...new Set(lines.flat())],
    lines,
    names: [...new Set([...parties, ...courts.map(({ name }) => name), ...judges.map(({ name }) => name)])].filter(
      Boolean,
    ),
    numbers: numbers.map(({ number }) => number),
    ids: {
      courts: idsOf(courts),
      judges: idsOf(judges),
      case_types: idsOf(types),
      statuses: idsOf(statuses),
      years: years.map(({ year }) => year),
    },
  }
}

const latin = ['murabaha', 'contract', 'divorce', 'land', 'theft', 'appeal', 'high court', 'ahmed', 'mohamed', 'ibrahim', 'hukum', 'dharani', 'civil court', 'of', 'kulli', 'possession', 'damages', 'tablet', 'trust'] // prettier-ignore

const joined = (words: readonly string[]) => words.join(' ')

/** A part of a line, in the words of which it is likely to be found. */
const anyRun = (lines: readonly string[][], min: number, max: number) =>
  fc
    .tuple(fc.constantFrom(...lines), fc.nat({ max: 10_000 }), fc.integer({ min, max }))
    .map(([line, at, length]) => line.slice(at % Math.max(1, line.length - length + 1)).slice(0, length))

/** The first and the last word of a run at about their distance: one less excludes it. */
const apart = ([words, by]: [string[], number]) => `${words[0]} w/${Math.max(1, words.length - 1 + by)} ${words.at(-1)}`

const twoNear = ([words, near]: [string[], string]) => `${words[0]} ${near} ${words.at(-1)}`
const threeNear = ([words, near, then]: [string[], string, string]) =>
  `${words[0]} ${near} ${words[1]} ${then} ${words.at(-1)}`
const phraseNear = ([words, near]: [string[], string]) => `"${joined(words.slice(0, 2))}" ${near} ${words.at(-1)}`
const prefixNear = ([words, near]: [string[], string]) =>
  `${words[0]?.slice(0, 4)}* ${near} (${words[1]} OR ${words.at(-1)})`

/** Words, phrases, prefixes, mistakes, names, numbers, passages and proximity. */
function anyPart({ words, lines, names, numbers }: LibraryWords): fc.Arbitrary<string> {
  const word = fc.constantFrom(...words)
  const run = (min: number, max: number) => anyRun(lines, min, max)
  const without = (one: string, at: number) => one.slice(0, at % one.length) + one.slice((at % one.length) + 1)
  const near = fc.oneof(
    fc.integer({ min: 1, max: 60 }).map((distance) => `w/${distance}`),
    fc.constant('w/p'),
  )
  return fc.oneof(
    { weight: 4, arbitrary: word },
    { weight: 4, arbitrary: run(2, 5).map(joined) },
    { weight: 2, arbitrary: fc.array(word, { minLength: 2, maxLength: 3 }).map(joined) },
    { weight: 2, arbitrary: run(1, 4).map((some) => `"${joined(some)}"`) },
    { weight: 2, arbitrary: fc.tuple(word, fc.nat({ max: 20 })).map(([one, at]) => without(one, at)) },
    { weight: 1, arbitrary: word.map((one) => `${one.slice(0, 5)}*`) },
    { weight: 2, arbitrary: fc.constantFrom(...latin) },
    { weight: 2, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: fc.constantFrom(...numbers) },
    { weight: 1, arbitrary: run(45, 60).map(joined) },
    { weight: 5, arbitrary: fc.tuple(run(3, 8), fc.integer({ min: -1, max: 1 })).map(apart) },
    { weight: 1, arbitrary: fc.tuple(run(3, 8), near).map(twoNear) },
    { weight: 1, arbitrary: fc.tuple(run(3, 9), near, near).map(threeNear) },
    { weight: 1, arbitrary: fc.tuple(run(3, 8), near).map(phraseNear) },
    { weight: 1, arbitrary: fc.tuple(run(3, 8), near).map(prefixNear) },
  )
}

function anyText(words: LibraryWords): fc.Arbitrary<string> {
  const part = anyPart(words)
  const pair = fc.tuple(part, fc.constantFrom('OR', 'AND', 'NOT'), part)
  return fc.oneof(
    { weight: 5, arbitrary: part },
    { weight: 3, arbitrary: pair.map(([one, operator, other]) => `(${one}) ${operator} (${other})`) },
  )
}

const rarely = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 11, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

function anyFilters({ ids, names }: LibraryWords) {
  const some = (all: number[]) => rarely(fc.subarray(all, { minLength: 1, maxLength: Math.min(all.length, 4) }))
  const day = rarely(fc.integer({ min: 2005, max: 2024 }).map((year) => `${year}-07-01`))
  const name = fc.constantFrom(...names)
  return fc.record({
    courts: some(ids.courts),
    judges: some(ids.judges),
    case_types: some(ids.case_types),
    statuses: some(ids.statuses),
    years: some(ids.years),
    closed_from: day,
    closed_to: day,
    claimant: rarely(name),
    parties: rarely(name.map((one) => [one])),
  })
}

const anyPaging: fc.Arbitrary<Paging> = fc.record({
  sort: fc.constantFrom<Paging['sort'][]>('relevance', 'relevance', 'newest', 'oldest'),
  page: fc.constantFrom(1, 1, 1, 2, 5),
  page_size: fc.constant(12),
  unpublished: fc.boolean(),
})

/** Few queries have no words, and few have filters. */
export const anyQuery = (words: LibraryWords): fc.Arbitrary<RandomQuery> =>
  fc
    .record({
      text: fc.option(anyText(words), { freq: 12, nil: undefined }),
      filters: anyFilters(words),
      paging: anyPaging,
    })
    .map(({ text, filters, paging }) => {
      const chosen: CaseQuery = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
      return { query: text === undefined ? chosen : queryOf(text, chosen), paging }
    })

/**
 * Asks both engines the same. `differences`: where counts, facets, pages by age, suggestions or the rewritten query differ;
 * `overlap`: the mean share of ranked pages that both have. Prints a summary.
 */
export async function compareEngines(engines: readonly SearchIndex[], queries: readonly RandomQuery[]) {
  const differences: string[] = []
  const overlaps: number[] = []
  let matched = 0
  for (const asked of queries) {
    const [one, other] = await Promise.all(engines.map((engine) => askEngine(engine, asked)))
    if (!one || !other) throw new Error('two engines are compared')
    const text = JSON.stringify({ ...asked, query: { ...asked.query, parsed: asked.query.parsed?.text } })
    if (one.compared !== other.compared) differences.push(`${text}\n  ${one.compared}\n  ${other.compared}`)
    if (one.count > 0) matched += 1
    if (one.ranked.length > 0) overlaps.push(overlapOf(one.ranked, other.ranked))
  }
  const overlap = overlaps.reduce((sum, one) => sum + one, 0) / overlaps.length
  console.log(
    `${queries.length} queries, ${matched} with matches, ${differences.length} with differences; ` +
      `${overlaps.length} ranked pages have ${overlap.toFixed(4)} in common, at least ${Math.min(...overlaps).toFixed(2)}`,
  )
  return { differences, matched, overlap }
}

/** What must be the same as text, and the ranked ids, which may differ. */
async function askEngine(index: SearchIndex, { query, paging }: RandomQuery) {
  const found = index.searchWithFacets(query, paging)
  // As while its last character is missing: suggestions look many words up.
  const typed = { parsed: parseQuery(query.parsed?.text.slice(0, -1) ?? ''), keys: [] }
  const readable = { cases: paging.unpublished, phrases: paging.unpublished }
  const [{ ids, ...page }, facets, completions] = await Promise.all([
    found.page,
    found.facets,
    index.findCompletions(typed, readable),
  ])
  // Values with the same count have no order.
  const counts = Object.entries(facets ?? {}).map(([name, values]) => [
    name,
    values.toSorted(([one], [two]) => one - two),
  ])
  const isRanked = paging.sort === 'relevance'
  const compared: [Omit<FoundCases, 'ids'>, unknown, number | number[], Completions] = [
    page,
    counts,
    isRanked ? ids.length : ids,
    completions,
  ]
  return { compared: JSON.stringify(compared, inOneOrder), count: page.count, ranked: isRanked ? ids : [] }
}

const inOneOrder = (_key: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort())
    : value

const overlapOf = (ids: readonly number[], others: readonly number[]) =>
  ids.filter((id) => others.includes(id)).length / ids.length
