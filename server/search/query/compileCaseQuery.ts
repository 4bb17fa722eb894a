import type { DatabaseSync } from 'node:sqlite'
import { joinNameParts } from '#server/search/lexicon/latinScript.ts'
import { nameSpellings } from '#server/search/lexicon/nameSpellings.ts'
import { docKeysBetween } from '#server/search/storage/documentKey.ts'
import {
  allOf,
  anyOf,
  term,
  inColumns,
  type FtsQuery,
  phrase,
  fts,
  toFtsSyntax,
} from '#server/search/storage/ftsQuery.ts'
import type { RangedQuery } from '#server/search/storage/ftsSelect.ts'
import { matchAllTerm, fieldStemTerm, caseNumberTerm } from '#server/search/storage/indexTerms.ts'
import type { CaseNumberQuery, CaseQuery } from '#server/search/types.ts'
import { spellingKey } from '#shared/text/language/spelling.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'
import { filterQueries } from './facetFilters.ts'

/** What is asked for, or undefined when that is nothing. */
export function compileCaseQuery(
  from: DatabaseSync,
  query: CaseQuery,
  /** What the words of its text mean. */
  text: FtsQuery | undefined,
): Omit<RangedQuery, 'ftsQuery'> & { ftsQuery: FtsQuery | undefined } {
  const asked = [
    ...orCompleted(text === undefined ? [] : [text], query),
    ...namesIn(from, query.claimant).map((part) => inColumns('claimant', part)),
    ...namesIn(from, query.respondant).map((part) => inColumns('respondant', part)),
    ...numberAsked(query),
    ...partyQueries(from, query.parties),
    ...filterQueries(query),
  ]
  const ftsQuery = asked.length > 0 ? allOf(asked) : term(matchAllTerm)
  return {
    ftsQuery: query.impossible ? undefined : ftsQuery,
    ...docKeysBetween(query.closed_from, query.closed_to),
  }
}

/** A field for one name knows words and quotes, and no operators; every word in any spelling. */
const namesIn = (from: DatabaseSync, text = ''): FtsQuery[] =>
  text
    .split(/["“”„«»]/)
    .flatMap((part, index) => (index % 2 === 1 ? [part] : part.split(/\s+/)))
    .map((part) => spellingsIn(from, part))
    .flatMap((side) => (side.length > 0 ? [anyOf(choicesOf(side).map(phrase))] : []))

/** The words of a name, each with all its spellings. */
const spellingsIn = (from: DatabaseSync, name: string): string[][] =>
  tokenizeWords(name).map(({ word, start, end }) => nameSpellings(from, name.slice(start, end), word))

/** One spelling of each word, in every way; of very many ways the first. */
const choicesOf = (spellings: readonly string[][]) =>
  spellings.reduce<string[][]>(
    (begun, next) => begun.flatMap((one) => next.map((word) => [...one, word])).slice(0, maxChoices),
    [[]],
  )

const maxChoices = 64

/** Every word of one of the names, in any spelling. */
export function partyQueries(from: DatabaseSync, parties: readonly string[] = []) {
  const names = [...new Set(parties.flatMap((name) => [name, joinNameParts(name)]))].flatMap((name) => {
    const spelled = spellingsIn(from, name).map((ways) => anyOf([...new Set(ways.map(spellingKey))].map(asParty)))
    return spelled.length > 0 ? [allOf(spelled)] : []
  })
  return names.length > 0 ? [anyOf(names)] : []
}

const asParty = (key: string) => term(fieldStemTerm('p', key))

const orCompleted = (asked: readonly FtsQuery[], { completed }: CaseQuery) =>
  asked.length > 0 && completed !== undefined ? [anyOf([...asked, ...numberPart(completed)])] : asked

/** The filter's number, completed where no words were. */
function numberAsked(query: CaseQuery) {
  const asked = numberPart(query.number)
  return query.parsed ? asked : orCompleted(asked, query)
}

/** A whole number is looked up by its keys; a part of one by its pieces. */
function numberPart(number: CaseNumberQuery | undefined) {
  if (number === undefined) return []
  const { written: text, keys } = number
  if (keys.length > 0) return [anyOf(keys.map((key) => term(caseNumberTerm(key))))]
  const parts = tokenizeWords(text).map(({ word }) => term(word))
  return parts.length > 0 ? [fts(`(numbers : ${toFtsSyntax(allOf(parts))})`)] : []
}
