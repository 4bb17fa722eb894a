import { readFileSync } from 'node:fs'
import { emptyColumnStore, refreshColumnStore } from '#server/search/postings/columnStore.ts'
import { createLruCache } from '#server/search/postings/lruCache.ts'
import { createPostingCache } from '#server/search/postings/postingCache.ts'
import { openForReading } from '#server/search/storage/connection.ts'
import { searchHandlers } from '#server/search/workers/searchHandlers.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
const [file = '', input = '', only = ''] = process.argv.slice(2)
const database = openForReading(file)
const columnStore = emptyColumnStore()
refreshColumnStore(database, columnStore)
const searcher = { database, columnStore, postings: createPostingCache(database, columnStore), matchCache: createLruCache(16), rankCache: createLruCache(64), rewriteCache: createLruCache(16) } as never
const by = new Map<string, { page: number[]; facets: number[] }>()
const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000 }
for (const line of readFileSync(input, 'utf8').split('\n')) {
  const { kind, text, filters, sort, unpublished } = JSON.parse(line)
  if (only && kind !== only) continue
  const parsed = parseQuery(text)
  const query = { ...(parsed.root || Object.keys(filters).length === 0 ? { parsed } : {}), ...filters }
  if (kind === 'party') Object.assign(query, { parties: parsed.filters.party })
  const s = by.get(kind) ?? { page: [], facets: [] }
  by.set(kind, s)
  let t = cpu()
  try { searchHandlers.cases(searcher, { query, paging: { sort, page: 1, page_size: 12, unpublished } }) } catch { continue }
  s.page.push(cpu() - t)
  t = cpu()
  searchHandlers.facets(searcher, { query, visibility: { unpublished }, limit: 250000 })
  s.facets.push(cpu() - t)
}
const p = (l: number[], q: number) => (l.toSorted((a, b) => a - b)[Math.floor(l.length * q)] ?? 0).toFixed(1).padStart(7)
const sum = (l: number[]) => (l.reduce((a, b) => a + b, 0) / l.length).toFixed(1).padStart(7)
let all: number[] = []
for (const [kind, { page, facets }] of by) { all = [...all, ...page]; console.log(kind.padEnd(13), 'page mean', sum(page), 'p50', p(page, 0.5), 'p95', p(page, 0.95), '| facets', sum(facets)) }
console.log('all'.padEnd(13), 'page mean', sum(all), 'p50', p(all, 0.5), 'p95', p(all, 0.95))
