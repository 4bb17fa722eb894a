import type { Db } from '#server/db/database.ts'
import type { SessionContext } from '#server/http/endpoint.ts'
import { pastEnd, Refusal } from '#server/http/refusal.ts'
import type {
  CaseCard,
  CaseFilters,
  PhraseCard,
  Repair,
  SearchInput,
  SearchResult,
  Sort,
} from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'
import { permission } from '#shared/resource/names.ts'
import { isCodeAmong } from '#shared/text/courtCodes.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
import { isPassage, isTooLong } from '#shared/text/query/passage.ts'
import type { ParsedQuery } from '#shared/text/query/tree.ts'
import { asksForNothing, isTooShort, markedOnCard, readQuery, withReadings } from '#shared/text/query.ts'
import { words } from '#shared/text/words.ts'
import type { FoundCases } from './answers.ts'
import { readCaseCards, readPhraseCards } from './cards.ts'
import { findByNumber } from './caseNumbers.ts'
import type { FacetCounts } from './facetCounts.ts'
import { nameFacets } from './facetNames.ts'
import type { CaseQuery, Found, SearchIndex } from './index.ts'
import { leadTo } from './leadTo.ts'
import { applyNamedFilters } from './namedFilters.ts'
import { withCodeOfCourt } from './numberOfCourt.ts'
import { readOwnCodes } from './ownCodes.ts'
import { quoteNames } from './quoteNames.ts'

const pageSize = limits.search.page_size

/** Holders of the right to read a list also find what is not published in it. */
export const seesAll = ({ session }: SessionContext, resource: 'caseFiles' | 'phrases') =>
  session.abilities.includes(permission('read', resource))

type Wanted = { Page?: number | undefined; Sort?: Sort | undefined; Facets?: boolean | 'only' | undefined }

export async function findCases(
  context: SessionContext,
  search: SearchIndex,
  typed: CaseQuery,
  { Page = 1, Sort = 'relevance', Facets = false }: Wanted,
): Promise<SearchResult<CaseCard>> {
  checkWords(typed.text)
  if (Object.keys(typed).length === 0) throw new Refusal('nothing-to-search')

  const unpublished = seesAll(context, 'caseFiles')
  const codes = await readOwnCodes(context.db, `${typed.text} ${typed.number}`)
  const asked = await quoteNames(context.db, typed, isCodeAmong(codes))
  const parsed = parseQuery(asked.text ?? '', isCodeAmong(codes))
  const { query: named, repairs } = await applyNamedFilters(context.db, { ...asked, codes }, parsed)
  const { query, numbers } = await completeNumber(context.db, named, unpublished)
  if (Facets === 'only') return findFacets(context.db, search, { query, unpublished })

  const paging = { sort: Sort, page: Page, page_size: pageSize, unpublished }
  const asking = Facets ? search.searchDivided(query, paging) : { page: search.searchCases(query, paging) }
  // While the cards are read the facets are counted.
  const [{ found, marks, data }, facets] = await Promise.all([
    readPage(context.db, asking.page, { query, unpublished }),
    'facets' in asking ? nameCounted(context.db, asking.facets, query) : null,
  ])
  return {
    ...pagesOf(found, Page),
    data,
    ...nothingBeside,
    suggestion: found.suggestion,
    understood: found.understood,
    marks,
    entity: found.entity,
    repairs: [...readingOf(asked.text ?? '', parsed), ...repairs, ...repairsOf(found)],
    numbers,
    redirect: await leadTo(context.db, search, { query, unpublished }, numbers),
    facets,
  }
}

/**
 * What a written number means; the case it leads to is found by it, also where only a part of the number was written, and
 * so are the texts that cite it as the library writes it.
 */
async function completeNumber(db: Db, query: CaseQuery, unpublished: boolean) {
  const written = query.text ?? query.number
  const numbers = written === undefined ? null : await findNumber(db, written, unpublished)
  const [first] = numbers?.cases ?? []
  if (numbers?.state !== 'found' || !first) return { query, numbers }
  const text = query.text !== undefined && { text: first.number }
  return { query: { ...query, ...text, completed: first.number }, numbers }
}

async function findNumber(db: Db, written: string, unpublished: boolean) {
  const found = await findByNumber(db, written, unpublished)
  const coded = found ? undefined : await withCodeOfCourt(db, written)
  return coded === undefined ? found : findByNumber(db, coded, unpublished)
}

/** How the text was read: what stands in a passage is no mistake of a query. */
const readingOf = (text: string, { repairs }: ParsedQuery): readonly Repair[] =>
  isPassage(text) ? [{ code: 'passage-read', at: '' }] : repairs

const repairsOf = ({ partial, isLightened, isLoosened }: FoundCases): Repair[] => [
  ...(isLoosened ? [{ code: 'near-frequent' as const, at: '' }] : []),
  ...(isLightened ? [{ code: 'words-frequent' as const, at: '' }] : []),
  ...(partial ? [{ code: 'words-apart' as const, at: '' }] : []),
]

type Asked = { query: CaseQuery; unpublished: boolean }

async function readPage(db: Db, page: Promise<FoundCases>, { query, unpublished }: Asked) {
  const found = await page
  const typed = readQuery(query.text ?? '', isCodeAmong(query.codes ?? []))
  const marks = marksOf(found)
  const sought = withReadings(markedOnCard(typed), marks)
  return { found, marks, data: await readCaseCards(db, found.ids, { sought, seesAll: unpublished }) }
}

/** The words that were read into a query, each once, as they are marked. */
const marksOf = ({ marks }: { marks: readonly string[] }) =>
  [...new Set(marks.flatMap((one) => words(one).map(({ word }) => word)))].slice(0, limits.search.marked)

async function nameCounted(db: Db, counted: Promise<FacetCounts | null>, query: CaseQuery) {
  const counts = await counted
  return counts && nameFacets(db, counts, query)
}

/** How the matches divide, and nothing else. */
async function findFacets(db: Db, search: SearchIndex, { query, unpublished }: Asked): Promise<SearchResult<CaseCard>> {
  const counts = await search.countFacets(query, { unpublished })
  return { ...noPage, facets: await nameFacets(db, counts, query) }
}

export async function findPhrases(
  context: SessionContext,
  search: SearchIndex,
  { Query, Page = 1, Sort = 'relevance' }: SearchInput,
): Promise<SearchResult<PhraseCard>> {
  checkWords(Query)
  const unpublished = seesAll(context, 'phrases')
  const found = await search.searchPhrases(Query, { sort: Sort, page: Page, page_size: pageSize, unpublished })
  return {
    ...pagesOf(found, Page),
    data: await readPhraseCards(context.db, found.ids, {
      phrases: unpublished,
      cases: seesAll(context, 'caseFiles'),
    }),
    ...nothingBeside,
    suggestion: found.suggestion,
    understood: found.understood,
    marks: marksOf(found),
    repairs: phraseRepairs(Query),
  }
}

/** Phrases have no court, no parties and no days. */
function phraseRepairs(text: string): Repair[] {
  const { repairs, filters } = parseQuery(text)
  return [...repairs, ...Object.keys(filters).map((name) => ({ code: 'filter-unused' as const, at: `${name}:` }))]
}

const nothingBeside = {
  redirect: null,
  facets: null,
  suggestion: null,
  understood: null,
  marks: [],
  repairs: [],
  numbers: null,
  entity: null,
  trace: null,
}

/** An answer of facets alone. */
const noPage = { ...nothingBeside, data: [], count: 0, countIsExact: false, page: 1, pages: 1 }

/** The specification's rule of three letters. A number is as long as it is. */
function checkWords(text: string | undefined) {
  if (text === undefined) return
  if (isTooLong(text))
    throw new Refusal('invalid', {
      fields: { Query: [{ code: 'too-long', values: { maximum: limits.search.max_letters } }] },
    })
  if (asksForNothing(text)) throw nothing('Query')
  if (isTooShort(text))
    throw new Refusal('query-too-short', {
      fields: { Query: [{ code: 'too-short', values: { minimum: limits.search.min_letters } }] },
    })
}

/** What the filters ask for. An empty field asks for nothing; one that holds no letter or digit is refused by name. */
export function queryOf(input: CaseFilters): CaseQuery {
  const texts = { text: 'Query', number: 'CaseNumber', claimant: 'Claimant', respondant: 'Respondant' } as const
  const given: CaseQuery = {}
  for (const [name, field] of Object.entries(texts) as [keyof typeof texts, (typeof texts)[keyof typeof texts]][]) {
    const text = input[field]?.trim()
    if (!text) continue
    if (field === 'Query' ? asksForNothing(text) : words(text).length === 0) throw nothing(field)
    given[name] = text
  }
  return {
    ...given,
    ...listsOf(input),
    ...(input.ClosedDate?.from && { closed_from: input.ClosedDate.from }),
    ...(input.ClosedDate?.to && { closed_to: input.ClosedDate.to }),
  }
}

function listsOf({ Court, Courts = [], Judges, CaseTypes, Statuses, Years }: CaseFilters): CaseQuery {
  const courts = Court === undefined ? Courts : [Court, ...Courts]
  const lists = { courts, judges: Judges, case_types: CaseTypes, statuses: Statuses, years: Years }
  return Object.fromEntries(Object.entries(lists).filter(([, values]) => values !== undefined && values.length > 0))
}

const nothing = (field: string) => new Refusal('nothing-to-search', { fields: { [field]: [{ code: 'required' }] } })

function pagesOf({ count }: Found, page: number) {
  const pages = Math.max(1, Math.ceil(count / pageSize))
  if (page > pages) throw pastEnd(pages)
  return { count, countIsExact: true, page, pages }
}
