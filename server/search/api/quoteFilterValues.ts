import type { Db } from '#server/db/database.ts'
import { limits } from '#shared/limits.ts'
import type { IsCode } from '#shared/text/caseNumbers/courtCodes.ts'
import type { FilterToken } from '#shared/text/query/extractFilters.ts'
import { tokenize } from '#shared/text/query/lexer.ts'
import type { Token } from '#shared/text/query/token.ts'
import { isRunOfName, type Named, namedLists, readNamed } from './namedFilters.ts'

/**
 * `court: Civil Court`, as it is read everywhere: `court:"Civil Court"`. A filter takes one word, and those behind it
 * with which that is a name, or a part of one.
 */
export async function quoteFilterValues(db: Db, text: string, isCode: IsCode): Promise<string> {
  let quoted = text
  // From the end, so that what stands before keeps its place.
  for (const { filter, behind } of openFilters(tokenize(text, isCode)).toReversed()) {
    const list = namedLists.find(({ name }) => name === filter.name)
    const run = list && longestName(filter, behind, { rows: await readNamed(db, list), keys: list.keys })
    if (run) quoted = `${quoted.slice(0, filter.start)}${filter.label}:"${run.name}"${quoted.slice(run.end)}`
  }
  return quoted
}

type OpenFilter = { filter: FilterToken; behind: Token[] }

/** Filters of one word that words follow. A passage is read as it is. */
function openFilters(tokens: readonly Token[]): OpenFilter[] {
  if (tokens.length >= limits.search.passage_words) return []
  return tokens.flatMap((filter, place) => {
    if (filter.kind !== 'filter' || filter.value === '' || !filter.text.endsWith(filter.value)) return []
    const following = tokens.slice(place + 1, place + 1 + maxWords)
    const end = following.findIndex((token) => !isWord(token))
    const behind = following.slice(0, end < 0 ? following.length : end)
    return behind.length > 0 && namedLists.some(({ name }) => name === filter.name) ? [{ filter, behind }] : []
  })
}

/** As many words as the names of courts have. */
const maxWords = 8

const isWord = (token: Token) =>
  (token.kind === 'chunk' && /^[\p{L}\p{N}][^:*]*$/u.test(token.text)) || (token.kind === 'operator' && token.isDhivehi)

type Known = { rows: readonly Named[]; keys: (typeof namedLists)[number]['keys'] }

function longestName({ value }: FilterToken, behind: readonly Token[], { rows, keys }: Known) {
  for (let count = behind.length; count > 0; count -= 1) {
    const name = [value, ...behind.slice(0, count).map(({ text }) => text)].join(' ')
    if (isRunOfName(rows, name, keys)) return { name, end: behind[count - 1]?.end ?? 0 }
  }
  return undefined
}
