import type { Db } from '#server/db/database.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { CaseQuery, UnfinishedQuery } from '#server/search/types.ts'
import type { CaseFilters, NumberAnswer, Repair } from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'
import { parseCaseNumber } from '#shared/text/caseNumbers/caseNumber.ts'
import { type IsCode, isCodeAmong } from '#shared/text/caseNumbers/courtCodes.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'
import { isEmptyQuery, isTooShort } from '#shared/text/query/highlightQuery.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
import { isPassage, isTooLong } from '#shared/text/query/passage.ts'
import type { ParsedQuery } from '#shared/text/query/tree.ts'
import { withCodeOfCourt } from './caseNumberQuery.ts'
import { findByNumber, type ParsedNumber } from './caseNumbers.ts'
import { readCourtCodes } from './courtCodes.ts'
import { applyNamedFilters } from './namedFilters.ts'
import { quoteFilterValues } from './quoteFilterValues.ts'

/** A case search, parsed and validated once by its endpoint, as plain data. */
export type ParsedCaseSearch = {
  query: CaseQuery
  /** The words as typed, before a case number was completed. */
  typed: ParsedQuery | undefined
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
    typed,
    repairs: [...(typed ? repairsOf(typed) : []), ...repairs],
    numbers,
  }
}

/** The repairs of a query; syntax errors in a pasted passage are not reported. */
const repairsOf = (parsed: ParsedQuery): readonly Repair[] =>
  isPassage(parsed) ? [{ code: 'passage-read', at: '' }] : parsed.repairs

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
 * library writes it.
 */
function withCompletedNumber(query: CaseQuery, numbers: NumberAnswer | null, isCode: IsCode): CaseQuery {
  const [first] = numbers?.cases ?? []
  if (numbers?.state !== 'found' || !first) return query
  const { written, keys } = parseNumber(first.number, isCode)
  return {
    ...query,
    ...(query.parsed && { parsed: parseQuery(written, isCode) }),
    completed: { written, keys },
  }
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
