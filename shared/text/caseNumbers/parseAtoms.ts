import type { Atom } from './atoms.ts'
import { type IsCode, writesYearFirst } from './courtCodes.ts'

/** The parts of a case number. `code` is empty when the number has none. */
export type CaseNumberParts = { code: string; year: string; serial: string }

export const formatKey = ({ code, year, serial }: CaseNumberParts) => `${code}/${year}/${serial}`

/** Parses atoms in order, or else reversed letter by letter, as some programs extract right-to-left text. */
export function parseAtoms(atoms: readonly Atom[], isCode: IsCode): CaseNumberParts[] {
  const best = bestOf(candidates(atoms, isCode))
  if (best[0]?.cost === 0 || atoms.length < 3) return best.map(({ parts }) => parts)
  const backwards = bestOf(candidates(reverse(atoms), isCode))
  return (backwards[0]?.cost === 0 ? backwards : best).map(({ parts }) => parts)
}

/** A higher `cost` is less plausible; only the candidates with the lowest cost are returned. */
type Candidate = { parts: CaseNumberParts; cost: number; likely: boolean }

function bestOf(all: readonly Candidate[]): Candidate[] {
  const lowest = Math.min(...all.map(({ cost }) => cost))
  const best = all.filter(({ cost }) => cost === lowest).sort((one, other) => Number(other.likely) - Number(one.likely))
  return [...new Map(best.map((candidate) => [formatKey(candidate.parts), candidate])).values()]
}

/** Every choice of two numbers as year and serial that leaves the code contiguous. */
function candidates(atoms: readonly Atom[], isCode: IsCode): Candidate[] {
  const numbers = atoms.flatMap(({ isDigits }, index) => (isDigits ? [index] : []))
  return numbers
    .flatMap((year) => numbers.map((serial) => ({ year, serial })))
    .filter(({ year, serial }) => year !== serial)
    .flatMap(({ year, serial }) => suffixIndexes(atoms, serial).map((suffix) => ({ year, serial, suffix })))
    .flatMap((positions) => candidate(atoms, positions, isCode) ?? [])
}

type Positions = {
  year: number
  serial: number
  /** The index of the letters that belong to the serial. */
  suffix: number | undefined
}

/** The suffix of a serial: `27(NR)`, or `(NR)27` when the text direction reversed it. */
function suffixIndexes(atoms: readonly Atom[], serial: number): (number | undefined)[] {
  const [before, itself, after] = [atoms[serial - 1], atoms[serial], atoms[serial + 1]]
  if (after?.isBracketed && after.separator !== '/') return [serial + 1]
  if (before?.isBracketed && itself?.separator === '') return [serial - 1]
  const mayFollow = after && !after.isDigits && /^[a-z]{1,4}$/.test(after.text) && after.separator !== '/'
  return mayFollow ? [undefined, serial + 1] : [undefined]
}

function candidate(atoms: readonly Atom[], positions: Positions, isCode: IsCode): Candidate | undefined {
  const { year, serial, suffix } = positions
  const [yearText, number] = [atoms[year]?.text ?? '', atoms[serial]?.text ?? '']
  const rest = [...atoms.keys()].filter((index) => index !== year && index !== serial && index !== suffix)
  const code = codeOf(
    rest.flatMap((index) => atoms[index] ?? []),
    isCode,
  )
  if (!yearPattern.test(yearText) || number.length > 6 || code === undefined) return undefined
  if (rest.some((index, position) => index !== (rest[0] ?? 0) + position)) return undefined

  const isKnownCode = isCode(code)
  if (!isKnownCode && !isSetApart(atoms, code)) return undefined
  const letters = suffix === undefined ? '' : (atoms[suffix]?.text ?? '')
  return {
    parts: { code, year: fullYear(yearText), serial: number.replace(/^0+(?=\d)/, '') + letters },
    cost: (isKnownCode ? 0 : 2) + yearCost(yearText) + (suffix === undefined || atoms[suffix]?.isBracketed ? 0 : 1),
    likely: isUsualOrder(code, { year, serial, code: rest[0] ?? 0 }),
  }
}

/** The court code of the remaining atoms, which may contain digits: `B12C`, `JC-2`. */
function codeOf(atoms: readonly Atom[], isCode: IsCode): string | undefined {
  const inOrder = atoms.map(({ text }) => text).join('')
  // Right-to-left text reverses the order of the atoms of a code.
  const pieces = atoms.some(({ isDigits }) => isDigits) ? atoms : atoms.toReversed()
  const reversed = pieces.map(({ text }) => text).join('')
  const code = !isCode(inOrder) && isCode(reversed) ? reversed : inOrder
  if (code === '') return code
  const loose = atoms.some(
    ({ isDigits, separator, text }) => isDigits && separator !== '' && (text.length > 1 || separator !== '-'),
  )
  if (loose && !isCode(code)) return undefined
  return isCode(code) || /^\p{L}[\p{L}\p{M}\p{N}]{0,11}$/u.test(code) ? code : undefined
}

/** An unknown code counts only if slashes or hyphens delimit it; a number without a code needs a slash. */
function isSetApart(atoms: readonly Atom[], code: string) {
  const separators = atoms.slice(1).map(({ separator }) => separator)
  if (code === '') return atoms.length === 2 && separators[0] === '/'
  const isLatin = /^[a-z\d]+$/.test(code)
  if (!isLatin && (code.match(/[ހ-ޥޱ]/g)?.length ?? 0) > 3) return false
  if (separators.includes(' ') && separators.filter((separator) => separator === '/').length < 2) return false
  return separators.includes('/') || separators.filter((separator) => separator === '-').length > 1
}

const yearPattern = /^((19|20)\d\d|\d\d)$/

/** `94` is 1994, `08` is 2008. */
function fullYear(year: string) {
  if (year.length !== 2) return year
  return Number(year) >= 50 ? `19${year}` : `20${year}`
}

/** Two digits are rarely a year, least of all a year in which no court numbered its cases. */
function yearCost(year: string) {
  if (year.length === 4) return 0
  return Number(year) >= 40 && Number(year) < 70 ? 8 : 4
}

/**
 * Whether the order of year and serial is the usual one: the High Court and the Supreme Court write the year first, the
 * others last. A number that starts with its code has the year first.
 */
function isUsualOrder(code: string, at: { year: number; serial: number; code: number }) {
  const yearFirst = at.year < at.serial
  if (at.code < at.year && at.code < at.serial) return yearFirst
  return yearFirst === writesYearFirst(code)
}

const reverse = (atoms: readonly Atom[]): Atom[] =>
  atoms.toReversed().map((atom, index, all) => ({
    ...atom,
    text: Array.from(atom.text).reverse().join(''),
    separator: index === 0 ? '' : (atoms[all.length - index]?.separator ?? ''),
  }))
