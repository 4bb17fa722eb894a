import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { connect } from '#server/db/database.ts'
import { openIndex } from '#server/search/workers/openIndex.ts'
import { phrases } from '#db/seed/content.ts'
import { addToLibrary, fillLibrary } from '#db/seed/library.ts'
import { withClient } from '#server/db/client.ts'
import { benchFolder, recreateDatabase, startBenchCluster } from './cluster.ts'
import { buildFts, buildOurs, buildPostgres, type Engine, type Written } from '#bench/relevance/engines.ts'
import { englishClass, englishSets, englishTerms } from '#bench/relevance/english.ts'
import { asQuestions, inOtherWords, otherWordsClass, questionClasses } from '#bench/relevance/questions.ts'
import { knownItemClasses, knownItems } from '#bench/relevance/knownItems.ts'
import { readFrozenCases, readLibrary } from '#bench/relevance/library.ts'
import { measureAnswers, type Measures } from '#bench/relevance/measures.ts'
import { type Grades, type Query, readGrades, readQueries, sets } from '#bench/relevance/queries.ts'
import { askForParagraphs } from '#bench/relevance/paragraphs.ts'
import { drawTable } from '#bench/relevance/table.ts'
import { prepareLibrary } from '#bench/search/libraries.ts'

/**
 * Relevance: measures the ranking of `g/search`, plain FTS5 and PostgreSQL on a frozen set of graded queries over the frozen
 * demo library (relevance/README.md). `--misses` lists our misses in the tuning set; those of the held-out set are never listed.
 * `--cases` puts the frozen library into a generated one of this size, which is stored; the peers are left out.
 */
const { values } = parseArgs({
  options: { misses: { type: 'boolean', default: false }, cases: { type: 'string', default: '0' } },
})
const size = Number(values.cases)
const name = size > 0 ? `relevance_${size}` : 'relevance'

const cluster = await startBenchCluster()
const url = cluster.url(name)
await (size > 0 ? buildGeneratedLibrary() : buildSeededLibrary())
const { db, close } = connect(url)
const search = await openIndex({ folder: join(benchFolder, `index-${name}`), databaseUrl: url, threads: 1 })
await search.waitForRefresh()

const grades = readGrades()
const none: Grades = new Map()
const measuresShown = 'MRR@10 / Hit@1 / recall@10 / nDCG@10'
const engines = await buildEngines()
for (const set of sets) await report(set)
const halves = [
  ['tuning', 1],
  ['unseen', 2],
] as const
for (const [half, seed] of halves) await reportKnownItems(half, seed)
for (const set of sets) {
  const queries = asQuestions(readQueries(set))
  const table = drawTable(queries, await askAll(queries, grades), questionClasses)
  console.log(`\nquestions (${set}), ${measuresShown}\n\n${table}`)
}
for (const set of sets) {
  const queries = inOtherWords(readQueries(set).filter(({ type }) => type === 'CaseFile'))
  const table = drawTable(queries, await askAll(queries, grades), [otherWordsClass])
  console.log(`\nin other words (${set}), ${measuresShown}\n\n${table}`)
}
for (const [half, seed] of halves) {
  const { snippets, answers } = askForParagraphs(readFrozenCases(), { seed, count: 200 })
  for (const [name, { count, first, any, letters }] of Object.entries({ snippets, answers }))
    console.log(
      `\nparagraphs of questions (${half}), ${name}: first ${first}, any ${any} of ${count}; ${letters} letters`,
    )
}
for (const set of englishSets) {
  const { queries, grades: known } = englishTerms(readLibrary(), set)
  const columns = await askAll(queries, known)
  console.log(`\nEnglish terms (${set}), ${measuresShown}\n\n${drawTable(queries, columns, [englishClass])}`)
}

await search.close()
await close()
await cluster.stop()

/** Created in every run: the seed is deterministic, but the migrations may have changed. */
async function buildSeededLibrary() {
  await recreateDatabase(cluster, 'relevance')
  await fillLibrary(url, { log: () => undefined, cases: readFrozenCases() })
}

/** Created once: a copy of the library of `npm run bench -- search` of this size, with the frozen library added. */
async function buildGeneratedLibrary() {
  const isNew = await withClient(cluster.url('postgres'), async (server) => {
    const { rowCount } = await server.query('select from pg_database where datname = $1', [name])
    if (rowCount !== 0) return false
    await prepareLibrary(cluster, size)
    await server.query(`create database ${name} template bench_${size} strategy file_copy`)
    return true
  })
  if (isNew) await addToLibrary(url, readFrozenCases())
}

async function buildEngines(): Promise<Engine[]> {
  const ours = await buildOurs(db, search)
  if (size > 0) return [ours]
  const written = readWritten()
  return [
    ours,
    buildFts('FTS5', written, `unicode61 remove_diacritics 0 categories 'L* N* Co M*'`),
    buildFts('FTS5 as it comes', written, 'unicode61'),
    await buildPostgres(db, written),
  ]
}

function readWritten(): Written[] {
  const cases = readLibrary().cases.map((one) => ({
    type: 'CaseFile' as const,
    name: one.name,
    text: [...one.numbers, one.title, ...one.parties, one.keywords, one.types, ...one.judges, one.text].join('\n'),
  }))
  const entries = phrases.map((phrase) => ({
    type: 'Phrase' as const,
    name: phrase.dhivehi_phrase,
    text: [
      phrase.dhivehi_phrase,
      phrase.english_phrase,
      phrase.arabic_phrase,
      phrase.short_meaning,
      phrase.meaning.replace(/<[^>]*>/g, ' '),
    ].join('\n'),
  }))
  return [...cases, ...entries]
}

/** Words of judgments, damaged by a rule (`relevance/knownItems.ts`). */
async function reportKnownItems(half: string, seed: number) {
  const { queries, grades: known } = knownItems(readLibrary(), { seed, count: 100 })
  const columns = await askAll(queries, known)
  console.log(`\nknown items (${half}), ${measuresShown}\n\n${drawTable(queries, columns, knownItemClasses)}`)
}

async function askAll(queries: readonly Query[], known: ReadonlyMap<string, Grades>) {
  const columns = []
  for (const { name, ask } of engines) {
    const measured = []
    for (const query of queries) measured.push(measureAnswers(await ask(query), known.get(query.id) ?? none))
    columns.push({ engine: name, measured })
  }
  return columns
}

async function report(set: (typeof sets)[number]) {
  const queries = readQueries(set)
  const columns = await askAll(queries, grades)
  console.log(`\n${set}, ${measuresShown}\n\n${drawTable(queries, columns)}`)
  if (values.misses && set === 'tuning') listMisses(queries, columns[0]?.measured ?? [])
}

function listMisses(queries: readonly Query[], measured: readonly Measures[]) {
  for (const [place, { id, query, rule }] of queries.entries()) {
    const { mrr = 0, recall = 0 } = measured[place] ?? {}
    if (mrr < 1 || recall < 0.5)
      console.log(`  ${id}  MRR ${mrr.toFixed(2)}  recall ${recall.toFixed(2)}  ${query}  ← ${rule}`)
  }
}
