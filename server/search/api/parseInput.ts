import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { SearchIndex } from '#server/search/port.ts'
import type { CaseQuery, UnfinishedQuery } from '#server/search/types.ts'
import type { CaseFilters, NumberAnswer, Repair } from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'
import { isLabel, splitCaseNumber } from '#shared/text/caseNumbers/atoms.ts'
import { parseCaseNumber } from '#shared/text/caseNumbers/caseNumber.ts'
import { type IsCode, isCodeAmong } from '#shared/text/caseNumbers/courtCodes.ts'
import { hasDigit, tokenizeWords } from '#shared/text/language/tokenizer.ts'
import type { FilterToken } from '#shared/text/query/extractFilters.ts'
import { filterRepairs, isEmptyQuery, isTooShort } from '#shared/text/query/highlightQuery.ts'
import { tokenize } from '#shared/text/query/lexer.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
import { parseDay } from '#shared/text/query/parseDay.ts'
import { isTooLong } from '#shared/text/query/passage.ts'
import type { Token } from '#shared/text/query/token.ts'
import type { ParsedQuery } from '#shared/text/query/tree.ts'
import { findByNumber, type ParsedNumber, readCourtCodes } from './caseNumbers.ts'
import { applyNamedFilters, isRunOfName, type Named, namedLists, readNamed } from './namedFilters.ts'

/** A case search, parsed and validated once by its endpoint, as plain data. */
export type ParsedCaseSearch = {
  query: CaseQuery
  /** Repairs: how malformed input was interpreted. */
  repairs: Repair[]
  /** The cases that a case number in the input may mean. */
  numbers: NumberAnswer | null
}

/**
 * Parses and checks the input of a case search. The codes of courts are read once, and the words are parsed once, after the
 * values of their filters were quoted. `unpublished`: whether a number may mean a case that is not published.
 */
export async function parseCaseSearch(db: Db, input: CaseFilters, unpublished: boolean): Promise<ParsedCaseSearch> {
  const { Query = '', CaseNumber = '' } = input
  const isCode = isCodeAmong(await readCourtCodes(db, `${Query} ${CaseNumber}`))
  const text = Query.trim()
  const typed = text === '' ? undefined : parseQuery(await quoteFilterValues(db, text, isCode), isCode)
  if (typed && isEmptyQuery(typed)) throw nothing('Query')
  const chosen = { ...textsOf(input, isCode), ...listsOf(input), ...daysOf(input) }
  if (typed) checkLength(typed, text)
  else if (Object.keys(chosen).length === 0) throw new ApiError('nothing-to-search')

  const { query, repairs } = typed
    ? await applyNamedFilters(db, { ...chosen, parsed: typed }, typed)
    : { query: chosen, repairs: [] }
  const written = typed?.text ?? chosen.number?.written
  const numbers = written === undefined ? null : await findNumber(db, written, { isCode, unpublished })
  return {
    query: withCompletedNumber(query, numbers, isCode),
    repairs: [...(typed ? [...repairsOf(typed), ...hintForDay(text)] : []), ...repairs],
    numbers,
  }
}

/** The repairs of a query; of a pasted passage, syntax errors are not reported, and filters that are not applied are. */
const repairsOf = ({ isPassage, repairs }: ParsedQuery): readonly Repair[] =>
  isPassage ? [{ code: 'passage-read', at: '' }, ...repairs.filter(({ code }) => filterRepairs.has(code))] : repairs

/** How to find the cases closed on a day, for a query that is one. */
function hintForDay(text: string): readonly Repair[] {
  const day = hasDigit(text) && text.length <= maxDayLetters ? parseDay(text, 'from') : undefined
  // A year and a month end on another day than they begin.
  return day !== undefined && parseDay(text, 'to') === day ? [{ code: 'day-typed', at: `from:${day} to:${day}` }] : []
}

const maxDayLetters = 40

type NumberContext = { isCode: IsCode; unpublished: boolean }

async function findNumber(db: Db, written: string, { isCode, unpublished }: NumberContext) {
  const found = await findByNumber(db, parseNumber(written, isCode), unpublished)
  const coded = found ? undefined : await withCodeOfCourt(db, written)
  return coded === undefined ? found : findByNumber(db, parseNumber(coded, isCode), unpublished)
}

export const parseNumber = (written: string, isCode: IsCode): ParsedNumber => ({
  written,
  ...parseCaseNumber(written, isCode),
})

/**
 * Completes an incomplete number to the number of its case, which finds that case and the texts that cite it as the
 * library writes it or as it was typed.
 */
function withCompletedNumber(query: CaseQuery, numbers: NumberAnswer | null, isCode: IsCode): CaseQuery {
  const [first] = numbers?.cases ?? []
  if (numbers?.state !== 'found' || !first) return query
  const { written, keys } = parseNumber(first.number, isCode)
  return {
    ...query,
    ...(query.parsed && { parsed: withTypedForms(parseQuery(written, isCode), query.parsed) }),
    completed: { written, keys },
  }
}

/** A query that is one case number, with the words of the number that was typed instead. */
function withTypedForms(parsed: ParsedQuery, { root: typed }: ParsedQuery): ParsedQuery {
  const { root } = parsed
  if (root?.kind !== 'number' || typed?.kind !== 'number') return parsed
  const forms = [...new Map([...root.forms, ...typed.forms].map((form) => [form.join(' '), form])).values()]
  const number = { ...root, forms }
  return { ...parsed, root: number, terms: [number] }
}

/** Parses an unfinished query for suggestions. */
export async function parseUnfinished(db: Db, text: string): Promise<UnfinishedQuery> {
  const isCode = isCodeAmong(await readCourtCodes(db, text))
  return { parsed: parseQuery(text, isCode), keys: parseCaseNumber(text, isCode).keys }
}

/** Parses a case number that is requested by itself. */
export const parseNumberInput = async (db: Db, written: string): Promise<ParsedNumber> =>
  parseNumber(written, isCodeAmong(await readCourtCodes(db, written)))

export function parsePhraseSearch(text: string): ParsedQuery {
  const parsed = parseQuery(text)
  checkLength(parsed, text)
  return parsed
}

/** The minimum of three letters in the specification; a number may be shorter. */
function checkLength(parsed: ParsedQuery, typed: string) {
  if (isTooLong(parsed, typed.length))
    throw new ApiError('invalid', {
      fields: { Query: [{ code: 'too-long', values: { maximum: limits.search.max_letters } }] },
    })
  if (isEmptyQuery(parsed)) throw nothing('Query')
  if (isTooShort(parsed))
    throw new ApiError('query-too-short', {
      fields: { Query: [{ code: 'too-short', values: { minimum: limits.search.min_letters } }] },
    })
}

/** An empty field is ignored; one without a letter or digit is refused with an error for the field. */
function textsOf({ CaseNumber, Claimant, Respondant }: CaseFilters, isCode: IsCode): CaseQuery {
  const [written, claimant, respondant] = Object.entries({ CaseNumber, Claimant, Respondant }).map(([field, given]) => {
    const text = given?.trim()
    if (text && tokenizeWords(text).length === 0) throw nothing(field)
    return text
  })
  return {
    ...(written && { number: { written, keys: parseCaseNumber(written, isCode).keys } }),
    ...(claimant && { claimant }),
    ...(respondant && { respondant }),
  }
}

function listsOf({ Court, Courts = [], Judges, CaseTypes, Statuses, Years }: CaseFilters): CaseQuery {
  const courts = Court === undefined ? Courts : [Court, ...Courts]
  const lists = { courts, judges: Judges, case_types: CaseTypes, statuses: Statuses, years: Years }
  return Object.fromEntries(Object.entries(lists).filter(([, values]) => values !== undefined && values.length > 0))
}

const daysOf = ({ ClosedDate }: CaseFilters): CaseQuery => ({
  ...(ClosedDate?.from && { closed_from: ClosedDate.from }),
  ...(ClosedDate?.to && { closed_to: ClosedDate.to }),
})

const nothing = (field: string) => new ApiError('nothing-to-search', { fields: { [field]: [{ code: 'required' }] } })

/**
 * `Civil Court case no. 877/2019`, or the year and the serial with labels between them: the number with the code of the court
 * that is named next to it. Undefined for any other words, or a name of several courts.
 */
async function withCodeOfCourt(db: Db, written: string): Promise<string | undefined> {
  const atoms = splitCaseNumber(written) ?? []
  const [first, second, ...others] = atoms.filter(({ isDigits }) => isDigits)
  const words = atoms.filter(({ isDigits }) => !isDigits)
  const name = words.map(({ text }) => text).join(' ')
  const isOneRun = words.every((word, at) => at === 0 || atoms[atoms.indexOf(word) - 1] === words[at - 1])
  if (!first || !second || others.length > 0 || words.length === 0 || !isOneRun) return undefined
  const isJoined = second.separator === '/' || second.separator === '-'
  if (!isJoined && !tokenizeWords(written).some(({ word }) => isLabel(word))) return undefined
  const [list] = namedLists
  const rows = await readNamed(db, list)
  const [court, ...more] = rows.filter((row) => isRunOfName([namedInAtoms(row)], name, list.keys))
  return court?.code && more.length === 0 ? `${court.code}/${first.text}/${second.text}` : undefined
}

/** A court with its names as they are left of a case number: `High Court of the Maldives` without `of`. */
const namedInAtoms = (court: Named): Named => ({ ...court, name: inAtoms(court.name), name_en: inAtoms(court.name_en) })

const inAtoms = (name: string) =>
  splitCaseNumber(name)
    ?.map(({ text }) => text)
    .join(' ') ?? name

type RedirectParams = { query: CaseQuery; unpublished: boolean }

/** The case that a written number redirects to, independent of the sort order; null if the filters exclude it. */
export async function findRedirect(
  db: Db,
  search: SearchIndex,
  { query, unpublished }: RedirectParams,
  numbers: NumberAnswer | null,
) {
  const [first] = numbers?.state === 'found' ? numbers.cases : []
  if (!first) return null
  if (!isNarrowed(query)) return first.reference
  // By relevance, a case ranks first among the cases that contain its number.
  const paging = { sort: 'relevance', page: 1, page_size: limits.search.page_size, unpublished } as const
  const { ids } = await search.searchCases(query, paging)
  const { rows } = await sql<{ reference: string }>`
    select reference from case_files where id = any(${ids}) and reference = ${first.reference}`.execute(db)
  return rows[0]?.reference ?? null
}

/** Whether the query has conditions besides the number. */
function isNarrowed({ parsed, number, completed: _, ...filters }: CaseQuery) {
  return Object.keys(filters).length > 0 || (parsed !== undefined && number !== undefined)
}

/**
 * Quotes filter values: `court: Civil Court` → `court:"Civil Court"`. A filter takes one word, and the following words
 * that continue a name or a part of one.
 */
async function quoteFilterValues(db: Db, text: string, isCode: IsCode): Promise<string> {
  let quoted = text
  // From the end, so that earlier positions stay valid.
  for (const { filter, following } of openFilters(tokenize(text, isCode).tokens).toReversed()) {
    const list = namedLists.find(({ name }) => name === filter.name)
    const run = list && longestName(filter, following, { rows: await readNamed(db, list), keys: list.keys })
    if (run) quoted = `${quoted.slice(0, filter.start)}${filter.label}:"${run.name}"${quoted.slice(run.end)}`
  }
  return quoted
}

type OpenFilter = { filter: FilterToken; following: Token[] }

/** Filters of one word that words follow. A passage contains none. */
function openFilters(tokens: readonly Token[]): OpenFilter[] {
  return tokens.flatMap((filter, index) => {
    if (filter.kind !== 'filter' || filter.value === '' || !filter.text.endsWith(filter.value)) return []
    const next = tokens.slice(index + 1, index + 1 + maxWords)
    const end = next.findIndex((token) => !isWord(token))
    const following = next.slice(0, end < 0 ? next.length : end)
    return following.length > 0 && namedLists.some(({ name }) => name === filter.name) ? [{ filter, following }] : []
  })
}

/** The length of the longest court names in words. */
const maxWords = 8

const isWord = (token: Token) =>
  (token.kind === 'chunk' && /^[\p{L}\p{N}][^:*]*$/u.test(token.text)) || (token.kind === 'operator' && token.isDhivehi)

type NameList = { rows: readonly Named[]; keys: (typeof namedLists)[number]['keys'] }

function longestName({ value }: FilterToken, following: readonly Token[], { rows, keys }: NameList) {
  for (let count = following.length; count > 0; count -= 1) {
    const name = [value, ...following.slice(0, count).map(({ text }) => text)].join(' ')
    if (isRunOfName(rows, name, keys)) return { name, end: following[count - 1]?.end ?? 0 }
  }
  return undefined
}
