import type { Db } from '#server/db/database.ts'
import { limits } from '#shared/limits.ts'
import type { IsCode } from '#shared/text/caseNumbers/courtCodes.ts'
import type { FilterToken } from '#shared/text/query/extractFilters.ts'
import { tokenize } from '#shared/text/query/lexer.ts'
import type { Token } from '#shared/text/query/token.ts'
import { isRunOfName, type Named, namedLists, readNamed } from './namedFilters.ts'

/**
 * Quotes filter values: `court: Civil Court` → `court:"Civil Court"`. A filter takes one word, and the following words
 * that continue a name or a part of one.
 */
export async function quoteFilterValues(db: Db, text: string, isCode: IsCode): Promise<string> {
  let quoted = text
  // From the end, so that earlier positions stay valid.
  for (const { filter, following } of openFilters(tokenize(text, isCode)).toReversed()) {
    const list = namedLists.find(({ name }) => name === filter.name)
    const run = list && longestName(filter, following, { rows: await readNamed(db, list), keys: list.keys })
    if (run) quoted = `${quoted.slice(0, filter.start)}${filter.label}:"${run.name}"${quoted.slice(run.end)}`
  }
  return quoted
}

type OpenFilter = { filter: FilterToken; following: Token[] }

/** Filters of one word that words follow. A passage is unchanged. */
function openFilters(tokens: readonly Token[]): OpenFilter[] {
  if (tokens.length >= limits.search.passage_words) return []
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
