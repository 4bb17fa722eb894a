import { sql } from 'kysely'
import { z } from 'zod'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { type Endpoints, authenticatedEndpoint } from '#server/endpoint/endpoint.ts'
import { listSearches, recordClick, type SearchLog, withSearchLog } from '#server/search/log/searchLog.ts'
import { englishOfName } from '#server/search/lexicon/glossary.ts'
import type { ReadingCounter } from '#server/rateLimits/rateLimiter.ts'
import type { SearchIndex } from '#server/search/port.ts'
import {
  advancedSearchInput,
  type CaseFilters,
  caseNumberInput,
  citationsInput,
  caseNumbersInput,
  clickedInput,
  copyInput,
  findInput,
  type Meta,
  printInput,
  type SearchInput,
  searchInput,
  suggestInput,
  type SearchResult,
} from '#shared/calls/search.ts'
import { searchesInput } from '#shared/calls/searches.ts'
import { findByNumber, readAllCourtCodes } from './caseNumbers.ts'
import { readCaseSummary, readCitations, readDefinitions, resolveNumbers } from './citations.ts'
import { createCaseCardReader } from './cards.ts'
import {
  type CaseSearchServices,
  findCases,
  findPhrases,
  canReadUnpublished,
  type PageRequest,
  withFreshVisibility,
} from './caseSearch.ts'
import { readCaseDetails, readCaseText, readPhraseDetails, countCopy, countPrint } from './details.ts'
import { parseNumberInput, parseCaseSearch, parsePhraseSearch } from './parseInput.ts'
import { suggest } from './suggest.ts'

/** The endpoints of the search. */
export function searchEndpoints(search: SearchIndex, traces: SearchLog): Endpoints {
  const services = { search, readCaseCards: createCaseCardReader() }
  return {
    'g/search': authenticatedEndpoint({
      about: 'Finds case files or phrases by words.',
      input: searchInput,
      rateLimits: ['search'],
      transaction: false,
      reads: true,
      run: (context, input) =>
        withSearchLog<SearchResult>({ search, traces }, input, () =>
          input.Type === 'Phrase'
            ? searchPhrases(context, search, input)
            : searchCases(context, services, { Query: input.Query }, input),
        ),
    }),

    'g/advancedSearch': authenticatedEndpoint({
      about: 'Finds case files by words and filters.',
      input: advancedSearchInput,
      rateLimits: ['search'],
      transaction: false,
      reads: true,
      run: (context, input) =>
        withSearchLog({ search, traces }, input, () => searchCases(context, services, input, input)),
    }),

    ...traceEndpoints(traces),

    'g/suggest': authenticatedEndpoint({
      about: 'Suggestions for the text typed so far.',
      input: suggestInput,
      rateLimits: ['suggest'],
      transaction: false,
      reads: true,
      run: (context, input) => withFreshVisibility(context.db, search, () => suggest(context, search, input)),
    }),
  }
}

/** The endpoints of the search log. */
function traceEndpoints(traces: SearchLog): Endpoints {
  return {
    'g/clicked': authenticatedEndpoint({
      about: 'Records which result of a search was opened first.',
      input: clickedInput,
      rateLimits: ['suggest'],
      transaction: false,
      run: async ({ db }, { Trace, Position }) => {
        await traces.flushed()
        await recordClick(db, { trace: Trace, position: Position })
        return {}
      },
    }),

    'searches/get': authenticatedEndpoint({
      about: 'The search log: queries without results, never clicked, or all.',
      can: 'view-searches',
      input: searchesInput,
      rateLimits: ['list'],
      transaction: false,
      reads: true,
      run: ({ db }, input) => listSearches(db, input),
    }),
  }
}

/** The endpoints about one case file or phrase: reading it, case numbers, citations, and copying; and what filters offer. */
export function recordEndpoints(countReading: ReadingCounter): Endpoints {
  return {
    'g/find': authenticatedEndpoint({
      about: 'A case file or a phrase by its reference; the text of a case file if requested.',
      input: findInput,
      rateLimits: ['find'],
      transaction: false,
      reads: true,
      run: async (context, input) => {
        const data = await findRecord(context, input)
        // A reference of nothing is not counted.
        await countReading(context, input)
        return { data }
      },
    }),
    ...numberEndpoints,
    ...copyEndpoints,
  }
}

/** Case numbers, citations and definitions, and what filters offer. */
const numberEndpoints: Endpoints = {
  'g/getMeta': authenticatedEndpoint({
    about: 'Courts, judges and case types, for the filters, and the codes of courts in case numbers.',
    input: z.strictObject({}),
    rateLimits: ['list'],
    transaction: false,
    reads: true,
    run: readMeta,
  }),

  'g/getRefByCN': authenticatedEndpoint({
    about: 'Resolves a case number to the reference of its case.',
    input: caseNumberInput,
    rateLimits: ['find'],
    transaction: false,
    reads: true,
    run: findReference,
  }),

  'g/citedCase': authenticatedEndpoint({
    about: 'Resolves a case number to its case, as a card shows it.',
    input: caseNumberInput,
    rateLimits: ['find'],
    transaction: false,
    reads: true,
    run: async (context, input) => {
      const { Reference } = await findReference(context, input)
      return { data: await readCaseSummary(context.db, Reference, canReadUnpublished(context, 'caseFiles')) }
    },
  }),

  'g/citations': authenticatedEndpoint({
    about: 'The cases that a case cites, and those that cite it.',
    input: citationsInput,
    rateLimits: ['find'],
    transaction: false,
    reads: true,
    run: async (context, { Reference }) => ({
      data: await readCitations(context.db, Reference, canReadUnpublished(context, 'caseFiles')),
    }),
  }),

  'g/definitions': authenticatedEndpoint({
    about: 'The phrases of the dictionary, to find them in a text.',
    input: z.strictObject({}),
    rateLimits: ['find'],
    transaction: false,
    reads: true,
    run: async (context) => ({ data: await readDefinitions(context.db, canReadUnpublished(context, 'phrases')) }),
  }),

  'g/resolveCaseNumbers': authenticatedEndpoint({
    about: 'Resolves the case numbers of a text that is being written.',
    can: ['create-caseFiles', 'update-caseFiles', 'update-analysis'],
    input: caseNumbersInput,
    rateLimits: ['find'],
    transaction: false,
    reads: true,
    run: async (context, { CaseNumbers }) => ({
      data: await resolveNumbers(context.db, CaseNumbers, canReadUnpublished(context, 'caseFiles')),
    }),
  }),
}

/** What is counted before it leaves the reader. */
const copyEndpoints: Endpoints = {
  'g/copy': authenticatedEndpoint({
    about: 'Counts a copy of a text before it is made, or rejects it.',
    input: copyInput,
    run: countCopy,
  }),

  'g/print': authenticatedEndpoint({
    about: 'Counts a print of a text before it is made, or rejects it.',
    input: printInput,
    run: countPrint,
  }),
}

async function readMeta({ db }: SessionContext): Promise<Meta> {
  const read = async (table: string, english = sql`''`) => {
    const { rows } = await sql<{
      id: number
      name: string
      english: string
    }>`select id, name, ${english} as english from ${sql.table(table)} order by id`.execute(db)
    return rows
  }
  const [Courts, Judges, CaseTypes, Codes] = await Promise.all([
    read('courts', sql`name_en`),
    read('judges'),
    read('case_types'),
    readAllCourtCodes(db),
  ])
  return { Courts, Judges, CaseTypes: CaseTypes.map((type) => ({ ...type, english: englishOfName(type.name) })), Codes }
}

/** Parses and validates the input once; later layers receive the parsed query. */
async function searchCases(
  context: SessionContext,
  services: CaseSearchServices,
  filters: CaseFilters,
  page: PageRequest,
) {
  const parsed = await parseCaseSearch(context.db, filters, canReadUnpublished(context, 'caseFiles'))
  return withFreshVisibility(context.db, services.search, () => findCases(context, services, parsed, page))
}

async function searchPhrases(context: SessionContext, search: SearchIndex, input: SearchInput) {
  const parsed = parsePhraseSearch(input.Query)
  return withFreshVisibility(context.db, search, () => findPhrases(context, search, parsed, input))
}

async function findRecord(context: SessionContext, { Type, Reference, Text = false }: z.output<typeof findInput>) {
  const readable = { cases: canReadUnpublished(context, 'caseFiles'), phrases: canReadUnpublished(context, 'phrases') }
  if (Type === 'Phrase') return readPhraseDetails(context, Reference, readable)
  const [details, text] = await Promise.all([
    readCaseDetails(context, Reference, readable.cases),
    Text ? readCaseText(context, Reference, readable.cases) : undefined,
  ])
  return { ...details, ...text }
}

async function findReference(context: SessionContext, { CaseNumber }: z.output<typeof caseNumberInput>) {
  const number = await parseNumberInput(context.db, CaseNumber)
  const found = await findByNumber(context.db, number, canReadUnpublished(context, 'caseFiles'))
  const [candidate] = found?.cases ?? []
  if (found?.state === 'found' && candidate) return { Reference: candidate.reference }
  throw new ApiError(found?.state === 'ambiguous' ? 'case-number-ambiguous' : 'case-not-found', {
    extraPayload: { candidates: found?.cases ?? [] },
  })
}
