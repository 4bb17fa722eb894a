import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { NumberAnswer, NumberedCase } from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'
import { foldCaseNumbers, splitCaseNumber } from '#shared/text/caseNumbers/atoms.ts'
import { isCourtCode, lacksRegister, normalizeCourtCode } from '#shared/text/caseNumbers/courtCodes.ts'
import type { CaseNumberParts } from '#shared/text/caseNumbers/parseAtoms.ts'
import { hasDigit } from '#shared/text/language/tokenizer.ts'
import { namesOf } from './cards.ts'

/** A case number as it was written, and what it may mean. */
export type ParsedNumber = { written: string; keys: string[]; interpretations: CaseNumberParts[] }

/**
 * Resolves a written case number: to its case; to several, when year and serial are ambiguous or the code is incomplete;
 * or to none, with the nearest numbers. Null for a text that is no number, or two numbers without a code and a case.
 * `unpublished`: include unpublished cases.
 */
export async function findByNumber(db: Db, number: ParsedNumber, unpublished: boolean): Promise<NumberAnswer | null> {
  const { written, keys, interpretations } = number
  if (!splitCaseNumber(written)?.some(({ isDigits }) => isDigits)) return null
  if (interpretations.length === 0) return null
  const exact = await select(db, sql`key = any(${keys})`, unpublished)
  const asWritten = exact.filter((one) => plainOf(one.number) === plainOf(written))
  const meant = asWritten.length > 0 ? asWritten : exact
  if (meant.length === 1 || asWritten.length > 1) return { state: 'found', cases: meant.map(toNumberedCase) }
  if (exact.length > 1) return { state: 'ambiguous', cases: inOrder(exact, keys).map(toNumberedCase) }

  const partial = await select(db, anyOf(interpretations.map(isPartOf)), unpublished)
  if (partial.length > 0) {
    const [only, ...others] = partial
    const isMeant = only && others.length === 0 && (await lacksOnlyLetters(db, only, interpretations, unpublished))
    return { state: isMeant ? 'found' : 'ambiguous', cases: partial.map(toNumberedCase) }
  }
  return keys.length === 0
    ? null
    : { state: 'missing', cases: (await nearest(db, interpretations, unpublished)).map(toNumberedCase) }
}

type NumberRow = { key: string; number: string; reference: string; title: string; claimant: string; respondant: string }

async function select(
  db: Db,
  condition: ReturnType<typeof sql>,
  unpublished: boolean,
  order = sql`key`,
): Promise<NumberRow[]> {
  const { rows } = await sql<NumberRow>`
    select key, number, reference, title, claimant, respondant
      from case_numbers
      join case_files on case_files.id = case_numbers.case_file_id
     where case_numbers.live
       and (published or ${unpublished})
       and (${condition})
     order by ${order}
     limit ${limits.search.number_candidates}`.execute(db)
  return rows
}

const anyOf = (conditions: readonly ReturnType<typeof sql>[]) => sql.join(conditions, sql` or `)

/** The parts of a key, as the index of the table has them. */
const codeColumn = sql`split_part(key, '/', 1)`
const yearColumn = sql`split_part(key, '/', 2)`
const serialColumn = sql`substring(split_part(key, '/', 3) from '^[0-9]+')`

/**
 * Their values; null in the key of a number that could not be read, which is stored as written. PostgreSQL evaluates conditions
 * in any order, but not the branches of a case expression.
 */
const valueOf = (digits: ReturnType<typeof sql>) =>
  sql`(case when ${digits} ~ '^[0-9]{1,6}$' then ${digits}::integer end)`
const yearValue = valueOf(yearColumn)
const serialValue = valueOf(serialColumn)

/** The same year and serial, of a court whose code has this prefix, with any letters after the serial. */
const isPartOf = ({ code, year, serial }: CaseNumberParts) => sql`
  (${yearColumn} = ${year}
   and ${serialColumn} = ${digitsOf(serial)}
   and starts_with(${codeColumn}, ${code}))`

/**
 * Whether a case number is a written one with only the letters that were left out: of the serial, or of a code that no
 * court and no visible case has, or HC. `P7C-A/2024/1` is a whole number, and another one than `P7C-A(IU)/2024/1`.
 */
async function lacksOnlyLetters(
  db: Db,
  { key }: NumberRow,
  interpretations: readonly CaseNumberParts[],
  unpublished: boolean,
): Promise<boolean> {
  const [foundCode = '', foundYear, foundSerial = ''] = key.split('/')
  const begun = interpretations.filter(
    ({ code, year, serial }) =>
      code !== '' && foundCode.startsWith(code) && foundYear === year && foundSerial.startsWith(serial),
  )
  if (begun.some((parts) => parts.code === foundCode)) return true
  if (begun.length === 0) return false
  const codes = begun.map((parts) => parts.code)
  const ofCourts = await readNormalizedCodes(db)
  if (codes.some((one) => ofCourts.has(one) && !lacksRegister(one))) return false
  return (await select(db, sql`${codeColumn} = any(${codes})`, unpublished)).length === 0
}

/** The same serial in other years, and the nearest serials of the same year. */
async function nearest(
  db: Db,
  interpretations: readonly CaseNumberParts[],
  unpublished: boolean,
): Promise<NumberRow[]> {
  const [parts] = interpretations
  if (!parts) return []
  const serial = Number(digitsOf(parts.serial))
  const otherYears = select(
    db,
    sql`${codeColumn} = ${parts.code} and ${serialColumn} = ${digitsOf(parts.serial)} and ${yearValue} is not null`,
    unpublished,
    sql`abs(${yearValue} - ${Number(parts.year)}), key`,
  )
  const nearestSerials = select(
    db,
    sql`${codeColumn} = ${parts.code} and ${yearColumn} = ${parts.year} and ${serialValue} is not null`,
    unpublished,
    sql`abs(${serialValue} - ${serial}), key`,
  )
  const half = limits.search.number_candidates / 2
  const [years, same] = await Promise.all([otherYears, nearestSerials])
  return [...years.slice(0, half), ...same.slice(0, limits.search.number_candidates - Math.min(half, years.length))]
}

const digitsOf = (text: string) => /^\d*/.exec(text)?.[0] ?? ''

const inOrder = (rows: readonly NumberRow[], keys: readonly string[]) =>
  rows.toSorted((one, other) => keys.indexOf(one.key) - keys.indexOf(other.key))

const plainOf = (text: string) => foldCaseNumbers(text).text.replace(/\s/g, '')

const toNumberedCase = ({ number, reference, title, claimant, respondant }: NumberRow): NumberedCase => ({
  number,
  reference,
  title: title || [...namesOf(claimant), ...namesOf(respondant)].join(' · '),
})

/** The codes that only courts of this library have, in order. */
export async function readAllCourtCodes(db: Db): Promise<string[]> {
  const codes = await readNormalizedCodes(db)
  return [...codes].filter((code) => code !== '' && !isCourtCode(code)).sort()
}

async function readNormalizedCodes(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`select code from courts where code <> ''`.execute(db)
  return new Set(rows.map(({ code }) => normalizeCourtCode(code)))
}

/** The codes that a case number in `written` may use: none where it holds no digit. */
export const readCourtCodes = async (db: Db, written: string) => (hasDigit(written) ? readAllCourtCodes(db) : [])
