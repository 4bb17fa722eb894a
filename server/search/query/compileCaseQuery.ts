import type { DatabaseSync } from 'node:sqlite'
import { readCaseNumber } from '#shared/text/caseNumber.ts'
import { isCodeAmong } from '#shared/text/courtCodes.ts'
import { spellingKey } from '#shared/text/spelling.ts'
import { words } from '#shared/text/words.ts'
import type { Bounds } from './enumerate.ts'
import { filterParts } from './facetFilters.ts'
import type { CaseQuery } from './index.ts'
import { joinedName } from './latinNames.ts'
import { allOf, anyOf, holds, inColumns, type Match, phrase, search, written } from './match.ts'
import { spellingsOfName } from './nameSpellings.ts'
import { anyRow, formWordIn, keyWord } from './ownWords.ts'
import { placesBetween } from './schema.ts'

/** What is asked for, or undefined when that is nothing. */
export function caseExpression(
  from: DatabaseSync,
  query: CaseQuery,
  /** What the words of its text mean. */
  text: Match | undefined,
): Omit<Bounds, 'match'> & { match: Match | undefined } {
  const asked = [
    ...orCompleted(text === undefined ? [] : [text], query),
    ...namesIn(from, query.claimant).map((part) => inColumns('claimant', part)),
    ...namesIn(from, query.respondant).map((part) => inColumns('respondant', part)),
    ...numberAsked(query),
    ...partiesPart(from, query.parties),
    ...filterParts(query),
  ]
  const match = asked.length > 0 ? allOf(asked) : holds(anyRow)
  return {
    match: query.impossible ? undefined : match,
    ...placesBetween(query.closed_from, query.closed_to),
  }
}

/** A field for one name knows words and quotes, and no operators; every word in any spelling. */
const namesIn = (from: DatabaseSync, text = ''): Match[] =>
  text
    .split(/["“”„«»]/)
    .flatMap((part, index) => (index % 2 === 1 ? [part] : part.split(/\s+/)))
    .map((part) => spellingsIn(from, part))
    .flatMap((side) => (side.length > 0 ? [anyOf(choicesOf(side).map(phrase))] : []))

/** The words of a name, each with all its spellings. */
const spellingsIn = (from: DatabaseSync, name: string): string[][] =>
  words(name).map(({ word, start, end }) => spellingsOfName(from, name.slice(start, end), word))

/** One spelling of each word, in every way; of very many ways the first. */
const choicesOf = (spellings: readonly string[][]) =>
  spellings.reduce<string[][]>(
    (begun, next) => begun.flatMap((one) => next.map((word) => [...one, word])).slice(0, mostChoices),
    [[]],
  )

const mostChoices = 64

/** Every word of one of the names, in any spelling. */
export function partiesPart(from: DatabaseSync, parties: readonly string[] = []) {
  const names = [...new Set(parties.flatMap((name) => [name, joinedName(name)]))].flatMap((name) => {
    const spelled = spellingsIn(from, name).map((ways) => anyOf([...new Set(ways.map(spellingKey))].map(asParty)))
    return spelled.length > 0 ? [allOf(spelled)] : []
  })
  return names.length > 0 ? [anyOf(names)] : []
}

const asParty = (key: string) => holds(formWordIn('p', key))

const orCompleted = (asked: readonly Match[], { completed, codes }: CaseQuery) =>
  asked.length > 0 && completed !== undefined ? [anyOf([...asked, ...numberPart(completed, codes)])] : asked

/** The filter's number, completed where no text was. */
function numberAsked(query: CaseQuery) {
  const asked = numberPart(query.number, query.codes)
  return query.text === undefined ? orCompleted(asked, query) : asked
}

/** A whole number is looked up by its keys; a part of one by its pieces. */
function numberPart(number: string | undefined, codes: readonly string[] = []) {
  if (number === undefined) return []
  const { keys } = readCaseNumber(number, isCodeAmong(codes))
  if (keys.length > 0) return [anyOf(keys.map((key) => holds(keyWord(key))))]
  const parts = words(number).map(({ word }) => holds(word))
  return parts.length > 0 ? [search(`(numbers : ${written(allOf(parts))})`)] : []
}
