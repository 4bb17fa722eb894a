import type { Atom } from './caseNumberAtoms.ts'
import { type IsCode, writesYearFirst } from './courtCodes.ts'

/** One way to understand a written number. `code` is empty where none is written. */
export type Reading = { code: string; year: string; serial: string }

export const keyOf = ({ code, year, serial }: Reading) => `${code}/${year}/${serial}`

/** As it was written, or else letter by letter from its end, as some programs take it out of a page. */
export function readAtoms(atoms: readonly Atom[], isCode: IsCode): Reading[] {
  const best = bestOf(candidates(atoms, isCode))
  if (best[0]?.cost === 0 || atoms.length < 3) return best.map(({ reading }) => reading)
  const backwards = bestOf(candidates(reverse(atoms), isCode))
  return (backwards[0]?.cost === 0 ? backwards : best).map(({ reading }) => reading)
}

/** `cost` grows with what speaks against a reading; only those of the lowest are meant. */
type Candidate = { reading: Reading; cost: number; likely: boolean }

function bestOf(all: readonly Candidate[]): Candidate[] {
  const lowest = Math.min(...all.map(({ cost }) => cost))
  const best = all.filter(({ cost }) => cost === lowest).sort((one, other) => Number(other.likely) - Number(one.likely))
  return [...new Map(best.map((candidate) => [keyOf(candidate.reading), candidate])).values()]
}

/** Every choice of two numbers as year and serial that leaves a code in one piece. */
function candidates(atoms: readonly Atom[], isCode: IsCode): Candidate[] {
  const numbers = atoms.flatMap(({ isDigits }, index) => (isDigits ? [index] : []))
  return numbers
    .flatMap((year) => numbers.map((serial) => ({ year, serial })))
    .filter(({ year, serial }) => year !== serial)
    .flatMap(({ year, serial }) => suffixesOf(atoms, serial).map((suffix) => ({ year, serial, suffix })))
    .flatMap((places) => candidate(atoms, places, isCode) ?? [])
}

type Places = { year: number; serial: number; /** Letters that belong to the serial. */ suffix: number | undefined }

/** What courts put behind a serial: `27(NR)`; turned round by the direction of the page `(NR)27`. */
function suffixesOf(atoms: readonly Atom[], serial: number): (number | undefined)[] {
  const [before, itself, after] = [atoms[serial - 1], atoms[serial], atoms[serial + 1]]
  if (after?.bracketed && after.joint !== '/') return [serial + 1]
  if (before?.bracketed && itself?.joint === '') return [serial - 1]
  const mayFollow = after && !after.isDigits && /^[a-z]{1,4}$/.test(after.text) && after.joint !== '/'
  return mayFollow ? [undefined, serial + 1] : [undefined]
}

function candidate(atoms: readonly Atom[], places: Places, isCode: IsCode): Candidate | undefined {
  const { year, serial, suffix } = places
  const [written, number] = [atoms[year]?.text ?? '', atoms[serial]?.text ?? '']
  const rest = [...atoms.keys()].filter((index) => index !== year && index !== serial && index !== suffix)
  const code = codeOf(
    rest.flatMap((index) => atoms[index] ?? []),
    isCode,
  )
  if (!isYear.test(written) || number.length > 6 || code === undefined) return undefined
  if (rest.some((index, place) => index !== (rest[0] ?? 0) + place)) return undefined

  const known = isCode(code)
  if (!known && !isSetApart(atoms, code)) return undefined
  const letters = suffix === undefined ? '' : (atoms[suffix]?.text ?? '')
  return {
    reading: { code, year: fullYear(written), serial: number.replace(/^0+(?=\d)/, '') + letters },
    cost: (known ? 0 : 2) + yearCost(written) + (suffix === undefined || atoms[suffix]?.bracketed ? 0 : 1),
    likely: isUsualOrder(code, { year, serial, code: rest[0] ?? 0 }),
  }
}

/** The letters of a code, and digits that stand in them: `B12C`, `JC-2`. */
function codeOf(atoms: readonly Atom[], isCode: IsCode): string | undefined {
  const inOrder = atoms.map(({ text }) => text).join('')
  // The pieces of a code change their places where a page runs from right to left.
  const pieces = atoms.some(({ isDigits }) => isDigits) ? atoms : atoms.toReversed()
  const turned = pieces.map(({ text }) => text).join('')
  const code = !isCode(inOrder) && isCode(turned) ? turned : inOrder
  if (code === '') return code
  const loose = atoms.some(
    ({ isDigits, joint, text }) => isDigits && joint !== '' && (text.length > 1 || joint !== '-'),
  )
  if (loose && !isCode(code)) return undefined
  return isCode(code) || /^\p{L}[\p{L}\p{M}\p{N}]{0,11}$/u.test(code) ? code : undefined
}

/** A code that is not known is one when slashes or hyphens set it apart, and a number without one has its slash. */
function isSetApart(atoms: readonly Atom[], code: string) {
  const joints = atoms.slice(1).map(({ joint }) => joint)
  if (code === '') return atoms.length === 2 && joints[0] === '/'
  const isLatin = /^[a-z\d]+$/.test(code)
  if (!isLatin && (code.match(/[ހ-ޥޱ]/g)?.length ?? 0) > 3) return false
  if (joints.includes(' ') && joints.filter((joint) => joint === '/').length < 2) return false
  return joints.includes('/') || joints.filter((joint) => joint === '-').length > 1
}

const isYear = /^((19|20)\d\d|\d\d)$/

/** `94` is 1994, `08` is 2008. */
function fullYear(year: string) {
  if (year.length !== 2) return year
  return Number(year) >= 50 ? `19${year}` : `20${year}`
}

/** Two digits are seldom a year; fewest of all one in which no court numbered its cases. */
function yearCost(year: string) {
  if (year.length === 4) return 0
  return Number(year) >= 40 && Number(year) < 70 ? 8 : 4
}

/**
 * Where both numbers could be the year: the High Court and the Supreme Court write it first, others last; a number
 * that begins with its code was turned round, or has its year first.
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
    joint: index === 0 ? '' : (atoms[all.length - index]?.joint ?? ''),
  }))
