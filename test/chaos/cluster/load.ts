import { createHash, randomBytes } from 'node:crypto'
import { courts } from '#shared/resources/courts.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import type { Answer, Success } from '#shared/calls/answer.ts'
import type { SearchResult } from '#shared/calls/search.ts'
import { post } from '#web/platform/api/client.ts'
import { buildQueryClient, unwrapAnswer } from '#web/platform/api/query.ts'
import { callResource, changeAnalysis } from '#web/platform/api/resource.ts'
import { readablePdf } from '#test/files.ts'
import type { Recorder } from './operations.ts'
import { uploadBytes } from './uploadBytes.ts'

/** What was acknowledged to the users of the load. */
export type Acknowledged = {
  courts: string[]
  /** Case files by their titles. */
  cases: string[]
  /** Stored files: the link and the hash of each. */
  files: { link: string; sha256: string }[]
  analyses: number[]
}

type Load = {
  recorder: Recorder
  address: string
  /** A session for the saves, and one for each searcher. */
  token: string
  searchers: readonly string[]
  /** Queries and their numbers of matches. */
  expected: ReadonlyMap<string, number>
  reference: { court: number; caseType: number }
}

/** A word that only saved cases have. */
export const savedWord = 'ޒަރުރަޒުން'

let last = 0

/** Searches, saves, and uploads by the code of the web until the recorder is stopped. */
export function startLoad(load: Load): Acknowledged {
  const { recorder, searchers } = load
  const acknowledged: Acknowledged = { courts: [], cases: [], files: [], analyses: [] }
  for (const token of searchers) searchContinuously(load, token)
  for (let at = 0; at < 3; at += 1) recorder.repeat(() => saveCourt(load, acknowledged), 150)
  recorder.repeat(() => saveCase(load, acknowledged), 800)
  recorder.repeat(() => uploadFile(load, acknowledged), 500)
  return acknowledged
}

/** With the retries of the screen of searches. A session may search sixty times a minute. */
function searchContinuously({ recorder, expected }: Load, token: string) {
  const client = buildQueryClient(() => undefined)
  const queries = [...expected]
  recorder.repeat(
    () =>
      recorder.record('search', async () => {
        const [query = '', count] = queries[(last += 1) % queries.length] ?? []
        const queryFn = async (): Promise<Success<SearchResult>> =>
          unwrapAnswer(await post('g/search', { Type: 'CaseFile', Query: query }, { token }))
        const found = await client.query({ queryKey: ['search', query, last], queryFn, staleTime: 0, gcTime: 0 })
        if (found.count !== count) throw new Error(`${found.count} instead of ${count} results of ${query}`)
      }),
    1100,
  )
}

async function saveCourt({ recorder }: Load, acknowledged: Acknowledged) {
  const name = `Court ${(last += 1)}`
  const row = await recorder.record('save', async () => rowOf(await callResource(courts, 'create', { name })))
  if (row) acknowledged.courts.push(name)
}

async function saveCase({ recorder, reference }: Load, acknowledged: Acknowledged) {
  const title = `${savedWord} ${(last += 1)}`
  const case_numbers = [{ number: `${last}/SC-A/2021` }]
  const { court, caseType } = reference
  const input = { court, case_types: [caseType], case_numbers, title, published: true }
  const row = await recorder.record('save of a case', async () => rowOf(await callResource(caseFiles, 'create', input)))
  if (row) acknowledged.cases.push(title)
}

async function uploadFile(load: Load, acknowledged: Acknowledged) {
  const bytes = Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    randomBytes(4_500_000),
    Buffer.from('\nstartxref\n9\n%%EOF\n'),
  ])
  const file = await load.recorder.record('upload', () => uploadBytes({ ...load, bytes, use: 'caseFiles.pdf_file' }))
  if (file) acknowledged.files.push({ link: file.link, sha256: createHash('sha256').update(bytes).digest('hex') })
}

/** Uploads a PDF of many pages and has it analyzed. */
export async function startAnalysis(load: Load, acknowledged: Acknowledged) {
  const bytes = Buffer.from(readablePdf(`Judgment ${(last += 1)}`, analyzedPages))
  const file = await load.recorder.record('upload', () => uploadBytes({ ...load, bytes, use: 'analysis.pdf_file' }))
  const row = await load.recorder.record('save of an analysis', async () => {
    const input = { court: load.reference.court, pdf_file: file?.id ?? 0 }
    const { data } = unwrapAnswer(await post('analysis/addFile', input, { isSave: true }))
    if (!data) throw new Error('the PDF has an analysis already')
    return data
  })
  if (!row) return
  const isRun = await load.recorder.record('start of an analysis', async () => {
    unwrapAnswer(await changeAnalysis('runAnalysis', row))
    return true
  })
  if (isRun) acknowledged.analyses.push(row.id)
}

export const analyzedPages = 60

const rowOf = <Body extends { data: { id: number } }>(answer: Answer<Body>) => unwrapAnswer(answer).data
